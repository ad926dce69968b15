/** One HTTP exchange within its limits: the only place that talks to the network. Never throws. */
import type http from 'node:http';
import type { Got, OptionsInit } from 'got';
import type { Clock } from '../../platform/time/clock.ts';
import type { HttpAnswer, NoAnswer } from '../outcomes/answer.ts';
import type { AgentByProtocol, ConnectionKind, Connections } from './connections.ts';
import type { createMachine } from './machine.ts';
import { type ConnectionWatch, watchConnection } from './watch-connection.ts';

/** How long at most: from the start to the last byte of the answer, and until a connection stands, in milliseconds. */
type ExchangeLimits = { readonly requestTimeoutMs: number; readonly connectTimeoutMs: number };

/** A time-out that is this much late is no fault of the store's, in milliseconds; `uptime` may be off by two seconds. */
const stillMs = 3000;

/** Bytes of an answer's body, unpacked, at most. */
const bodyLimit = 10 * 1024 * 1024;

/** A request as it goes out. */
export type ExchangeRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connection: ConnectionKind;
  /** Reading of `clock.uptime()` after which bytes may not be sent any more. */
  readonly sendBy?: number | undefined;
};

type Around = {
  readonly connections: Connections;
  readonly machine?: ReturnType<typeof createMachine>;
  readonly clock: Clock;
};

/** One exchange, one attempt: it is not repeated, and redirects are not followed. A failure is a `NoAnswer`. */
export function createExchange(limits: ExchangeLimits, around: Around) {
  const { connections } = around;
  return async (request: ExchangeRequest, signal: AbortSignal): Promise<HttpAnswer | NoAnswer> => {
    try {
      const agent = await connections.agentFor(new URL(request.url), request.connection);
      // Imported here because look-ups from the saved copy must start without it.
      const { default: got } = await import('got');
      const ask = async (agent: AgentByProtocol) =>
        signal.aborted
          ? ({ type: 'no-answer', why: 'aborted', connected: false } as const)
          : await run(request, signal, agent, { ...around, got, limits });
      const received = await ask(agent);
      // A kept connection that the service had closed is no failure. Only requests that can be repeated.
      const isStale =
        received.type === 'no-answer' &&
        received.reused === true &&
        request.method === 'GET' &&
        received.why === 'failed';
      return isStale ? await ask(await connections.agentFor(new URL(request.url), 'fresh')) : received;
    } catch (error) {
      return { type: 'no-answer', why: 'failed', connected: false, ...readFailure(error) };
    }
  };
}

type Parts = Around & { readonly got: Got; readonly limits: ExchangeLimits };

function run(
  request: ExchangeRequest,
  signal: AbortSignal,
  agent: AgentByProtocol,
  { got, limits, connections, machine, clock }: Parts,
): Promise<HttpAnswer | NoAnswer> {
  return new Promise((resolve) => {
    const watch: ConnectionWatch = { socket: undefined, connected: false };
    let reused = false;
    const chunks: Uint8Array[] = [];
    let size = 0;
    let head: Pick<HttpAnswer, 'status' | 'headers' | 'keyless'> | undefined;
    let isOver = false;
    const begun = clock.uptime();

    const stream = got.stream(request.url, toGotOptions(request, agent));
    // What came while this process stood still is heard of before its end.
    const timers = [
      setTimeout(() => setImmediate(() => isOver || giveUp('timed-out')), limits.requestTimeoutMs),
      setTimeout(() => watch.connected || giveUp('timed-out'), limits.connectTimeoutMs),
    ];
    const onAbort = () => giveUp('aborted');
    signal.addEventListener('abort', onAbort);

    const finish = (failure: Omit<NoAnswer, 'type' | 'connected'>, cut?: HttpAnswer['cut']) => {
      isOver = true;
      timers.forEach(clearTimeout);
      signal.removeEventListener('abort', onAbort);
      if (watch.socket) {
        connections.noteUse(watch.socket);
      }
      resolve(
        head
          ? { type: 'answer', ...head, ...decode(Buffer.concat(chunks), head.headers, cut), ...(cut && { cut }) }
          : { type: 'no-answer', connected: watch.connected, ...(reused ? { reused } : {}), ...failure },
      );
    };
    const giveUp = (why: 'aborted' | 'timed-out' | 'too-large' | 'too-late') => {
      const proxy = watch.connected ? undefined : connections.proxyOf(new URL(request.url));
      const stoodStill = why === 'timed-out' && clock.uptime() - begun > limits.requestTimeoutMs + stillMs;
      const failure = stoodStill
        ? ({ why: 'too-late' } as const)
        : { why: why === 'too-large' ? ('failed' as const) : why, ...(proxy && { proxy }) };
      finish(failure, why === 'too-late' ? undefined : why);
      // These two may come from within the socket's own callbacks; a reset there crashes Node (24.21, TLS); neither
      // leaves bytes on their way that could do harm.
      if (watch.socket && why !== 'too-large' && why !== 'too-late') {
        connections.reset(watch.socket);
      }
      watch.socket?.destroy();
      stream.destroy();
    };

    stream.once('request', (native: http.ClientRequest) =>
      watchConnection(native, watch, () => {
        reused = native.reusedSocket;
        const inTime = clock.uptime() <= (request.sendBy ?? Infinity);
        if (!inTime) {
          giveUp('too-late');
        }
        return inTime;
      }),
    );
    stream.once('response', (response: http.IncomingMessage) => {
      if (watch.socket && request.method === 'GET') {
        machine?.noteAnswer(watch.socket);
      }

      head = {
        status: response.statusCode ?? 0,
        headers: flatten(response.headers),
        ...(request.headers['authorization'] === undefined ? { keyless: true } : {}),
      };
    });
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > bodyLimit) {
        giveUp('too-large');
      } else {
        chunks.push(chunk);
      }
    });
    stream.once('end', () => finish({ why: 'failed' }));
    // Stays for good: destroying the stream makes one more error.
    stream.on('error', (error) => {
      const failure = readFailure(error);
      finish({ why: 'failed', ...failure }, /^(Z_|ZSTD_|ERR__|ERR_BROTLI)/.test(failure.code) ? 'packed' : 'broken');
    });
  });
}

/** How got is to ask: once, and at that very address. */
export function toGotOptions(
  { method, headers, body }: Pick<ExchangeRequest, 'method' | 'headers' | 'body'>,
  agent: AgentByProtocol,
): OptionsInit {
  return {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    agent,
    // A redirect would carry the key and the body to another place; a retry would send an animal twice.
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    decompress: true,
  };
}

/** Repeated headers joined as RFC 9110, 5.3 allows. */
function flatten(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/**
 * An answer's text. JSON is UTF-8 whatever its Content-Type says (RFC 8259, 8.1); only what cannot be is read in the
 * set of characters that is named.
 */
function decode(
  bytes: Uint8Array,
  { 'content-type': type = '' }: Readonly<Record<string, string>>,
  cut: HttpAnswer['cut'],
): Pick<HttpAnswer, 'body' | 'garbled'> {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? 'utf-8';
  for (const label of ['utf-8', charset]) {
    try {
      // The end of one that is cut may be half a character.
      return { body: new TextDecoder(label, { fatal: true }).decode(bytes, { stream: cut !== undefined }) };
    } catch {
      // Not in this one, or there is no such set.
    }
  }

  return { body: new TextDecoder().decode(bytes), garbled: charset.slice(0, 40) };
}

/** The code of a failure, of TLS the number of its alert; and of one on the way to a proxy, which one that was. */
function readFailure(error: unknown): Pick<NoAnswer, 'proxy' | 'proxyStatus'> & { readonly code: string } {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: Record<string, unknown> };
  const { proxy, code: inner } = cause ?? {};
  const [, alert] = /SSL alert number (\d+)/.exec(String(message)) ?? [];
  // The words of hpagent for a proxy that answers CONNECT with anything but 200.
  const [, status] = /^Bad response: (\d+)/.exec(String(message)) ?? [];
  const named = [code, inner].find(
    (each): each is string => typeof each === 'string' && !/^ERR_(GOT|READING)/.test(each),
  );
  return {
    code: alert === undefined ? (named ?? '') : `TLS_ALERT_${alert}`,
    ...(typeof proxy === 'string' && { proxy }),
    ...(status !== undefined && { proxyStatus: Number(status) }),
  };
}
