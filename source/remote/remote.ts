/** The pet store as seen over HTTP: the port the engine sends and looks through, and its implementation. */
import type { Int64 } from '../domain/int64.js';
import type { PetStatus } from '../domain/pet.js';
import type { Clock } from '../platform/clock.js';
import type { CreateOutcome, Health, PageOutcome, PetOutcome } from './outcomes.js';

export type ListQuery = {
  readonly status?: PetStatus;
  /** 1 to 100. */
  readonly limit: number;
  /** A page's `next`, instead of the first page. */
  readonly url?: string;
  /** Answered by `not-modified` where nothing changed. */
  readonly etag?: string;
  /** Asks caches on the way to ask the store itself (RFC 9111, 5.2.1.4). */
  readonly noCache?: boolean;
};

export type CreateOptions = {
  /**
   * Allows a kept-alive connection, which may have died unnoticed: `unknown` instead of `not-sent`. For services known to
   * honour keys, where sending again is harmless. Default: a fresh connection for every attempt.
   */
  readonly reuseConnection?: boolean;
};

/** Each method keeps its own time limits, ends early when `signal` fires, and never throws. */
export type Remote = {
  /** `GET /pets`: one page. */
  listPage(query: ListQuery, signal: AbortSignal): Promise<PageOutcome>;
  /** `GET /pets/{id}`. */
  get(id: Int64, signal: AbortSignal): Promise<PetOutcome>;
  /** `POST /pets` with exactly these bytes, once. */
  create(body: string, idempotencyKey: string, signal: AbortSignal, options?: CreateOptions): Promise<CreateOutcome>;
  /** `GET /healthz` at the root, without the key. */
  health(signal: AbortSignal): Promise<Health>;
  /** Closes kept connections. */
  close(): void;
};

export type RemoteOptions = {
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
  /** Bytes of an answer's body, unpacked. Default 10 MiB. */
  readonly bodyLimit?: number;
  /** `HTTPS_PROXY` and `NO_PROXY` as the environment has them; for `https:` addresses. */
  readonly proxy?: { readonly httpsProxy?: string | undefined; readonly noProxy?: string | undefined };
};

export function createRemote(_options: RemoteOptions): Remote {
  throw new Error('not written yet');
}
