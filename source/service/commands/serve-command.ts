import { isIP } from 'node:net';
import { version } from '../../platform/process/self.ts';
import { explainSqlite } from '../storage/sqlite/sqlite-file.ts';
import { hidePassword } from '../storage/postgres/postgres-engine.ts';
import { isSqliteDamaged } from '../storage/storage-error.ts';
import { CommandError, exitCodes, misuse, type ServeSettings, type ServiceIo } from './serve-settings.ts';
import { createService, type Service } from '../server.ts';
import { compareInt64 } from '../../domain/int64.ts';
import type { SeedPet } from '../pets/pet-repository.ts';
import { readSeedFile } from './seed-file.ts';
import { readTls, type TlsFiles } from './tls-files.ts';

/** Far beyond people's needs, and a tenth of a processor's rate: no key alone keeps the others waiting. */
const usualRate = 30_000;

/** Until `io.signal` aborts; then it drains. Mistakes in the request are found before the database is touched. */
export async function runServe(settings: ServeSettings, io: ServiceIo): Promise<void> {
  checkListenPolicy(settings);
  const tls = readTls(settings);
  const seed = settings.seedFile === undefined ? undefined : await readSeed(settings.seedFile, io.signal);
  const allowedOrigins = readOrigins(settings.allowOrigin);
  const { host, port, database, removeGetPet, rateLimit = usualRate, logLevel, metricsPort } = settings;
  const metrics =
    metricsPort === undefined ? undefined : (await import('../operation/metrics.ts')).createMetrics(version);
  const service = await createService({
    database,
    removeGetPet,
    rateLimit,
    behindProxy: settings.behindTlsProxy,
    allowedOrigins,
    tls,
    observer: metrics?.observer,
    log: { write: io.stderr, level: logLevel },
  });
  const { log } = service;
  const stopTelling = io.onCrash?.((error) => log.error({ error }, 'crashed'));
  // To others it means `open the log again`; Node would let every user of this machine debug the service.
  io.onSignal?.('SIGUSR1', () => log.info('SIGUSR1 does nothing here'));
  const useTls = (files: TlsFiles): void => {
    metrics?.certificateEnds(files.endsAt / 1000);
    if (files.isKeyOpen) {
      log.warn({ file: settings.tlsKey }, 'every user of this machine may read the key of the certificate');
    }
  };
  if (tls) {
    useTls(tls);
  }

  let served: { readonly url: string; readonly close: () => Promise<void> } | undefined;

  try {
    metrics?.watchReady(service.isReady);
    metrics?.watchUpkeep(service.upkeep);
    let baseUrl = '';
    const isNew = await service.seed(seed ?? [], async () => {
      served = metrics && (await listenOn('127.0.0.1', metricsPort ?? 0, '--metrics-port', metrics.serve));
      ({ baseUrl } = await listenOn(host, port, '--port', () => service.listen({ host, port })));
    });
    const seeded = seed && (isNew ? seed : []);
    io.onSignal?.('SIGHUP', () => renewTls(service, settings, useTls));
    // Only now, as it is shown once: a start that fails must not use it up.
    const first = await service.keys.createFirst();
    const ready = {
      baseUrl,
      ...(first ? { apiKey: first.apiKey } : {}),
      ...(served ? { metricsUrl: served.url } : {}),
      ...(seeded ? { seeded: seeded.length } : {}),
    };
    io.stdout(settings.json ? `${JSON.stringify(ready)}\n` : toBanner(ready, database, seeded));
    if (process.getuid?.() === 0) {
      log.warn('runs as root, which it does not need');
    }

    await untilStopped(io.signal, settings.endWithStdin === true ? io.stdin : undefined);
  } catch (error) {
    throw isSqliteDamaged(error) ? explainSqlite(database, error) : error;
  } finally {
    await served?.close();
    await service.close();
    stopTelling?.();
  }
}

/** Throws for one that is no origin, which no browser would ever send. */
function readOrigins(text: string | undefined): readonly string[] {
  const origins = text?.split(',').map((origin) => origin.trim()) ?? [];
  const wrong = origins.find(
    (origin) =>
      origin !== '*' && !(/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin),
  );
  if (wrong !== undefined) {
    throw misuse(
      '--allow-origin (PETSTORE_ALLOW_ORIGIN) takes origins such as https://example.org (scheme, host and port, ' +
        `nothing behind them), or *; "${wrong}" is not one.`,
    );
  }

  return origins;
}

/** A pipe may have no writer, so a signal ends the wait for one. */
async function readSeed(file: string, signal: AbortSignal): Promise<readonly SeedPet[]> {
  const reading = readSeedFile(file);
  await Promise.race([reading, untilStopped(signal)]);
  signal.throwIfAborted();
  return await reading;
}

/** A certificate that cannot be used is told in the log, and the old one stays. */
function renewTls(service: Service, settings: ServeSettings, use: (files: TlsFiles) => void): void {
  try {
    const tls = readTls(settings);
    if (tls) {
      service.renewTls(tls);
      use(tls);
      service.log.info('certificate read again');
    }
  } catch (error) {
    service.log.error({ error: String(error) }, 'certificate not read again, the old one stays');
  }
}

async function listenOn<T>(host: string, port: number, flag: string, listen: (port: number) => Promise<T>): Promise<T> {
  try {
    return await listen(port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('ERR_OSSL') === true) {
      throw misuse(`The TLS files cannot be used: ${message}.`, error);
    }

    const why = (listenFailures[code ?? ''] ?? message).replace('--port', flag);
    throw new CommandError(exitCodes.failed, `The service cannot listen on ${host} port ${port}: ${why}.`, error);
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
  seeded: readonly SeedPet[] | undefined,
): string {
  const lines = [
    `petstore is ready at ${baseUrl}`,
    `Database: ${hidePassword(database)}${seeded === undefined ? '' : ` (${toSeedText(seeded)})`}`,
    metricsUrl === undefined ? [] : `Metrics: ${metricsUrl}`,
    apiKey === undefined
      ? []
      : ['', `API key: ${apiKey}`, 'Keep it: it is shown only now. `petstore keys create` makes more.'],
    '',
    'Ctrl-C stops it.',
  ].flat();
  return `${lines.join('\n')}\n`;
}

function toSeedText(seeded: readonly SeedPet[]): string {
  const { length } = seeded;
  if (length === 0) {
    return 'no animals loaded: the store is not new, or the file has none';
  }

  const ids = seeded.flatMap(({ id }) => id ?? []).toSorted(compareInt64);
  const [first, last] = [ids[0] ?? 1, ids.at(-1) ?? length];
  return length === 1 ? `1 animal loaded, as #${first}` : `${length} animals loaded, as #${first} to #${last}`;
}

/** Keys travel in every request: beyond loopback it listens only with TLS, its own or that of a proxy. */
function checkListenPolicy({ host, port, metricsPort, tlsCert, tlsKey, behindTlsProxy }: ServeSettings): void {
  if (port !== 0 && port === metricsPort) {
    throw misuse('--port and --metrics-port need a port each; both are the same.');
  }

  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw misuse('TLS needs both --tls-cert and --tls-key (PETSTORE_TLS_CERT and PETSTORE_TLS_KEY).');
  }

  const isLocal = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (!isLocal && tlsCert === undefined && !behindTlsProxy) {
    throw misuse(
      `Listening on ${host} would send API keys over the network in the clear; give --tls-cert and --tls-key, ` +
        'or --behind-tls-proxy if a proxy in front has TLS.',
    );
  }
}

/** Until the signal, or the end of the stream: a pipe from a parent ends when the parent dies, however it dies. */
async function untilStopped(signal: AbortSignal, stdin?: NodeJS.ReadableStream): Promise<void> {
  if (!signal.aborted) {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
      // The end of a stream is noticed only while it is being read.
      stdin?.on('end', resolve).on('close', resolve).on('error', resolve).resume();
    });
    stdin?.pause();
  }
}
