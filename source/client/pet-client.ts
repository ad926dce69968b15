/** The pet store as seen over HTTP: the port the engine sends and looks through, and its implementation. */
import type { Int64 } from '../domain/int64.ts';
import type { PetStatus } from '../domain/pet.ts';
import type { Clock } from '../platform/time/clock.ts';
import { answeredBy, createProblemWriter } from './outcomes/answer.ts';
import { isHeaderSafeKey } from '../platform/process/environment.ts';
import { classifyCreate } from './outcomes/classify-create.ts';
import { classifyPage, classifyPet, isListUrl } from './outcomes/classify-read.ts';
import { type NetworkSettings, createConnections } from './transport/connections.ts';
import { createExchange, type ExchangeRequest } from './transport/exchange.ts';
import { createMachine } from './transport/machine.ts';
import type { Answer, CreateOutcome, PageOutcome, PetOutcome } from './outcomes/outcomes.ts';

/** Which page of which list. */
export type PageQuery = {
  readonly status?: PetStatus | undefined;
  /** 1 to 100. */
  readonly limit: number;
  /** A page's `next`, instead of the first page. */
  readonly url?: string | undefined;
  /** A page's `changes`: the animals added since. One that is not of this list's address (any more) has failed. */
  readonly changesUrl?: string;
  /** Answered by `not-modified` if it is unchanged. */
  readonly etag?: string | undefined;
  /** Not on a kept-alive connection: a balancer may send a new one to another replica. */
  readonly newConnection?: boolean | undefined;
};

/** How one animal is sent. */
type CreateOptions = {
  /**
   * Allows a kept-alive connection, which may have died unnoticed: `unknown` instead of `not-sent`. For services known
   * to honour keys, where sending again is harmless. Default: a fresh connection for every attempt.
   */
  readonly reuseConnection?: boolean;
  /** A reading of `clock.uptime()`: a connection that stands later is not used, and the outcome is `not-sent`. */
  readonly sendBy?: number;
};

/** Each method keeps its own time limits, ends early when `signal` fires, and never throws. */
export type PetClient = {
  /** `GET /pets`: one page. */
  listPage(query: PageQuery, signal: AbortSignal): Promise<PageOutcome>;
  /** `GET /pets/{id}`. */
  get(id: Int64, signal: AbortSignal): Promise<PetOutcome>;
  /** `POST /pets` with exactly these bytes, once. */
  create(
    body: string,
    idempotencyKey: string,
    signal: AbortSignal,
    options?: CreateOptions,
  ): Promise<CreateOutcome & Answer>;
  /**
   * Whether the address leads to another machine than the one that answered last: it may be another store, so a page is to
   * be read first. Looks the name up; behind a proxy nobody can tell.
   */
  leadsElsewhere(signal: AbortSignal): Promise<boolean>;
  /** Closes kept connections. */
  close(): void;
};

/** Which service, as whom, and how patiently. */
export type PetClientOptions = {
  /** Normalised: `https://host/v1`, no trailing slash. */
  readonly baseUrl: string;
  /** Must be `isHeaderSafeKey`. */
  readonly apiKey: string | undefined;
  readonly userAgent: string;
  readonly clock: Clock;
  /** From the first look-up to the last byte of the answer. Default 30 000. */
  readonly requestTimeoutMs?: number;
  /** Name, connection, proxy and TLS together. Default 10 000. */
  readonly connectTimeoutMs?: number;
  /** For `https:` addresses. */
  readonly network?: NetworkSettings;
};

/** Connects when it is first asked. Throws a `TypeError` for a key that cannot be sent. */
export function createPetClient({
  baseUrl,
  apiKey,
  userAgent,
  clock,
  requestTimeoutMs = 30_000,
  connectTimeoutMs = 10_000,
  network = {},
}: PetClientOptions): PetClient {
  if (apiKey !== undefined && !isHeaderSafeKey(apiKey)) {
    throw new TypeError('The API key holds characters that cannot be sent.');
  }

  const listUrl = `${baseUrl}/pets`;
  const connections = createConnections(network, connectTimeoutMs);
  const machine = createMachine(clock, connectTimeoutMs);
  const exchange = createExchange({ requestTimeoutMs, connectTimeoutMs }, { connections, machine, clock });
  // No deflate: some send it without its header, so that it cannot be told from noise (RFC 9110, 8.4.1.2).
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
    'user-agent': userAgent,
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const toProblem = createProblemWriter(apiKey, clock);
  const context = () => ({ toProblem, host: new URL(baseUrl).host, now: clock.now() });
  const isOfList = (address: string | undefined): address is string =>
    address !== undefined && URL.canParse(address) && isListUrl(new URL(address), listUrl);
  /** Whether the last page failed: the name of the store may lead to another machine by now, which is well. */
  let hasFailed = false;
  const get = (url: string, signal: AbortSignal, more: Partial<ExchangeRequest> = {}) => {
    if (hasFailed) {
      connections.closeKept();
    }

    return exchange({ method: 'GET', url, headers, connection: 'kept', ...more }, signal);
  };

  return {
    async listPage({ status, limit, url, changesUrl, etag, newConnection }, signal) {
      if (changesUrl !== undefined && !isOfList(changesUrl)) {
        const problem = toProblem('gone', 'The saved part of the list belongs to another address.', 410);
        return { type: 'failed', connection: 'error', problem };
      }

      const query = new URLSearchParams({ limit: String(limit), ...(status === undefined ? {} : { status }) });
      // Vetted once more: whatever is asked for here is asked with the key.
      const pageUrl = changesUrl ?? (isOfList(url) ? url : `${listUrl}?${query.toString()}`);
      const pageHeaders = {
        ...headers,
        // Caches on the way ask the store itself (RFC 9111, 5.2.1.4): a list is evidence.
        'cache-control': 'no-cache',
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      };
      const connection = newConnection ? 'fresh' : 'kept';
      const received = await get(pageUrl, signal, { headers: pageHeaders, connection });
      const outcome = classifyPage(received, { url: pageUrl, listUrl, etag }, context());
      hasFailed = outcome.type === 'failed';
      return outcome;
    },

    get: async (id, signal) => classifyPet(await get(`${listUrl}/${id}`, signal), id, context()),

    async create(body, idempotencyKey, signal, { reuseConnection = false, sendBy } = {}) {
      const quotedKey = toStructuredString(idempotencyKey);
      const request = {
        method: 'POST' as const,
        url: listUrl,
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': quotedKey },
        body,
        connection: reuseConnection ? ('recent' as const) : ('fresh' as const),
        sendBy,
      };
      const received = await exchange(request, signal);
      const outcome = classifyCreate(received, { listUrl, key: quotedKey }, context());
      return { ...outcome, answer: answeredBy(received, apiKey) };
    },

    async leadsElsewhere(signal) {
      const url = new URL(baseUrl);
      const isElsewhere = (await machine.isLeft(url, signal)) && connections.proxyOf(url) === undefined;
      if (isElsewhere) {
        connections.closeKept();
      }

      return isElsewhere;
    },

    close: () => connections.close(),
  };
}

/** A quoted string of RFC 8941, 3.3.3, as draft-ietf-httpapi-idempotency-key-header-07 asks for. */
function toStructuredString(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}
