import { readFileSync } from 'node:fs';
import { keepYoungHeapSmall } from '../../platform/process/small-heap.js';
import { version } from '../../platform/process/self.js';
import { systemClock } from '../../platform/time/clock.js';
import type { Tls } from '../http/app.js';
import { createLineWriter } from '../http/log/line-writer.js';
import type { Forwarding } from '../http/log/request-identity.js';
import { createRequestLog, describeError, type RequestLog } from '../http/log/request-log.js';
import { serveMetrics } from '../metrics/serve-metrics.js';
import { checkListenPolicy } from './listen-policy.js';
import { readSeedFile } from './seed-file.js';
import { isPostgres } from '../storage/open-storage.js';
import { hidePassword } from '../storage/postgres/postgres-address.js';
import { CommandError, exitCodes, type ServeSettings, type ServiceIo } from './serve-settings.js';
import { createService, type Service } from '../server.js';
import { tellSystemd } from './tell-systemd.js';
import { untilStopped } from './until-stopped.js';

/**
 * 500 a second, 5 000 of them at once. That is far beyond the needs of a person or a program for people, and a tenth of
 * a processor's rate. So no key alone keeps the others waiting.
 */
const usualRate = 30_000;

/**
 * `petstore serve`: runs until `io.signal` aborts (or stdin ends, where asked), then drains. Every mistake in the
 * request is found before the database is touched. Stdout gets the readiness, stderr one JSON record a line.
 *
 * @throws {CommandError} if it cannot begin, with a sentence for the operator
 * @throws {DatabaseError} likewise
 */
export async function runServe(settings: ServeSettings, io: ServiceIo): Promise<void> {
  keepYoungHeapSmall(process);
  checkListenPolicy(settings);
  const tls = readTls(settings);
  const seed = settings.seedFile === undefined ? [] : readSeedFile(settings.seedFile);
  const allowedOrigins = readOrigins(settings.allowOrigin);
  const { database, removeGetPet, rateLimit = usualRate, logLevel } = settings;
  const lines = createLineWriter(io.stderr);
  const log = createRequestLog(lines.write, systemClock, logLevel);
  const metrics =
    settings.metricsPort === undefined ? undefined : (await import('../metrics/prometheus.js')).createMetrics(version);
  const stopTelling = io.onCrash?.((error) => {
    log('error', 'crashed', { error: error instanceof Error ? describeError(error) : String(error) });
    lines.flush();
  });
  const service = await createService({
    database,
    removeGetPet,
    rateLimit: rateLimit === 0 ? undefined : rateLimit,
    forwarding: forwardingOf(settings),
    logLevel,
    allowedOrigins,
    observer: metrics?.observer,
    log: lines.write,
  });
  let stopTellingSystemd = (): void => undefined;
  let served: Awaited<ReturnType<typeof serveMetrics>> | undefined;

  try {
    const seeded = await service.seed(seed);
    const first = await service.keys.createFirst();
    served =
      metrics &&
      (await listenOn('127.0.0.1', settings.metricsPort ?? 0, '--metrics-port', () =>
        serveMetrics(metrics, settings.metricsPort ?? 0),
      ));
    const { baseUrl } = await listenOn(settings.host, settings.port, '--port', () =>
      service.listen({ host: settings.host, port: settings.port, tls }),
    );
    io.onHangup?.(() => renewTls(service, settings, log));

    const ready = {
      baseUrl,
      ...(first ? { apiKey: first.apiKey } : {}),
      ...(served ? { metricsUrl: served.url } : {}),
    };
    io.stdout(settings.json ? `${JSON.stringify(ready)}\n` : toBanner(ready, database, seeded));
    stopTellingSystemd = tellSystemd(io.environment ?? {}, (error) =>
      log('error', 'systemd not told', { error: String(error) }),
    );
    await untilStopped(io.signal, settings.endWithStdin === true ? io.stdin : undefined);
  } finally {
    stopTellingSystemd();
    served?.close();
    await service.close();
    lines.flush();
    stopTelling?.();
  }
}

function forwardingOf({ behindTlsProxy, behindLocalProxy }: ServeSettings): Forwarding {
  const trusted = behindLocalProxy === true ? 'this machine' : 'nobody';
  return behindTlsProxy ? 'anybody' : trusted;
}

function readTls({ tlsCert, tlsKey }: ServeSettings): Tls | undefined {
  if (tlsCert === undefined || tlsKey === undefined) {
    return undefined;
  }

  try {
    return { cert: readFileSync(tlsCert, 'utf8'), key: readFileSync(tlsKey, 'utf8') };
  } catch (error) {
    throw new CommandError(exitCodes.wrongUse, `The TLS files cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** @throws {CommandError} exit 2 if one is no origin, which no browser would ever send */
function readOrigins(text: string | undefined): readonly string[] {
  const origins = text?.split(',').map((origin) => origin.trim()) ?? [];
  const wrong = origins.find(
    (origin) =>
      origin !== '*' && !(/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin),
  );
  if (wrong !== undefined) {
    throw new CommandError(
      exitCodes.wrongUse,
      '--allow-origin (PETSTORE_ALLOW_ORIGIN) takes origins such as https://example.org (scheme, host and port, ' +
        `nothing behind them), or *; "${wrong}" is not one.`,
    );
  }

  return origins;
}

/**
 * A certificate that cannot be used is told in the log, and the old one stays: whoever renews it finds out there and
 * not by an outage.
 */
function renewTls(service: Service, settings: ServeSettings, log: RequestLog): void {
  try {
    const tls = readTls(settings);
    if (tls) {
      service.renewTls(tls);
      log('info', 'certificate read again');
    }
  } catch (error) {
    log('error', 'certificate not read again, the old one stays', { error: String(error) });
  }
}

/** `flag`: by which the port is chosen. */
async function listenOn<T>(host: string, port: number, flag: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('ERR_OSSL') === true) {
      throw new CommandError(exitCodes.wrongUse, `The TLS files cannot be used: ${message}.`, { cause: error });
    }

    const why = (listenFailures[code ?? ''] ?? message).replace('--port', flag);
    throw new CommandError(exitCodes.failed, `The service cannot listen on ${host} port ${port}: ${why}.`, {
      cause: error,
    });
  }
}

const listenFailures: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has that port. Stop it, or give another one with --port (0 takes a free one)',
  EACCES: 'this user may not use that port. Give one above 1023 with --port',
  EADDRNOTAVAIL: 'this machine has no such address. Give another one with --host',
  ENOTFOUND: 'there is no such host. Give another one with --host',
};

function toBanner(
  { baseUrl, apiKey, metricsUrl }: { readonly baseUrl: string; readonly apiKey?: string; readonly metricsUrl?: string },
  database: string,
  seeded: number,
): string {
  const place = isPostgres(database) ? hidePassword(database) : database;
  const lines = [
    `petstore is ready at ${baseUrl}`,
    `Database: ${place}${seeded > 0 ? ` (${seeded} animals loaded)` : ''}`,
    metricsUrl === undefined ? [] : `Metrics: ${metricsUrl}`,
    apiKey === undefined
      ? []
      : ['', `API key: ${apiKey}`, 'Keep it: it is shown only now. `petstore keys create` makes more.'],
    '',
    'Ctrl-C stops it.',
  ].flat();
  return `${lines.join('\n')}\n`;
}
