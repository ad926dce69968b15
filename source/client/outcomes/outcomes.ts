/**
 * The possible results of one request to the store. Every outcome is a value: a fault of a network or a service is
 * never thrown.
 *
 * - *answer*: status, headers and body, as far as they arrived.
 * - *applied*: the service took the animal in.
 * - *unknown*: the animal may or may not have been taken in; only looking at the list can tell.
 */
import type { ConnectionState } from '../../domain/connection.ts';
import type { Pet } from '../../domain/pet.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Answered } from '../../domain/record.ts';

/** The state of the connection after a request that did not get its data. */
export type FailedState = Extract<
  ConnectionState,
  'offline' | 'intercepted' | 'error' | 'unauthorized' | 'misconfigured'
>;

/** A `GET` that got no usable answer. */
export type RequestFailure = {
  readonly type: 'failed';
  readonly connection: FailedState;
  readonly problem: Problem;
  /** The least wait the service asked for, in milliseconds, at most an hour (RFC 9110, 10.2.3). */
  readonly retryAfterMs?: number;
  /** The service itself, in an Error of its own, does not know the key (401). */
  readonly refused?: true;
  /** The key is known but may not do this (403). */
  readonly forbidden?: true;
  /** The caller's own signal ended it: the store is not to blame. */
  readonly aborted?: true;
  /** Which page of a list it was, if the ones before it were answered: the store is there. */
  readonly page?: number;
};

/** Invalid rows of a list: how many, and the mistake of the first, as the end of a sentence. */
export type UnreadableRows = { readonly rows: number; readonly why: string };

/** One page of `GET /pets`. */
export type Page = {
  readonly type: 'page';
  /** The rows that could be read, as they came; an id may be there twice. */
  readonly pets: readonly Pet[];
  /** How many rows the service sent, readable or not: what tells whether the page is full. */
  readonly rows: number;
  /** Rows that are no pet: the list is not complete then. */
  readonly unreadable?: UnreadableRows;
  /** The next page, vetted: same origin, same path (RFC 8288, 3). */
  readonly next: string | undefined;
  /** A next page was named that lies elsewhere; it is not followed, and the list is not complete. */
  readonly suspiciousNext: boolean;
  /** The named address of the next page, without its query, if that is not at the list's own address. */
  readonly leadsTo?: string;
  /** The last page, vetted as `next` is. Absent: not offered, or not at this list. */
  readonly last?: string;
  readonly etag?: string;
  /** When the service answered, by its own clock: milliseconds since 1970. Absent: it did not say. */
  readonly date?: number;
  /** Answers the animals that are added from here on, vetted as `next` is. Absent: not offered, or elsewhere. */
  readonly changes?: string;
  /** Seconds the answer spent in caches (RFC 9111, 5.1); 0 if unknown. */
  readonly age: number;
};

/** A page is as it was when its `ETag` was read. `next`: as in a page, if the answer named it once more. */
export type Unmodified = Pick<Page, 'age' | 'date'> & { readonly type: 'not-modified'; readonly next?: string };

/** The result of asking for a page. */
export type PageOutcome = Page | Unmodified | RequestFailure;

/** When `GET /pets/{id}` ends, as its answers say (RFC 8594). */
export type EndOfLookUps = { readonly sunset?: Date };

/** The result of a look-up by id. */
export type PetOutcome =
  | ({ readonly type: 'pet'; readonly pet: Pet } & EndOfLookUps)
  /** 404 with an Error body: the only answer that says there is no such pet. */
  | ({ readonly type: 'not-found' } & EndOfLookUps)
  /** 405, 410 or a 404 without an Error body: the endpoint is gone, which leaves the pet open. */
  | { readonly type: 'removed' }
  | RequestFailure;

/** The words for a person about the animal, and (`storeProblem`) of the store alone, for all animals. */
type Explained = { readonly problem: Problem; readonly storeProblem?: Problem };

/** The result of one `POST /pets`. */
export type CreateOutcome =
  /**
   * 201, or 200, with a valid pet. `keyEchoed`: the answer carried our Idempotency-Key; on its own that is no proof.
   */
  | { readonly type: 'created'; readonly pet: Pet; readonly status: 200 | 201; readonly keyEchoed: boolean }
  /** Any other 201, and any other 2xx with JSON or no body: applied under an unknown id. Never sent again by itself. */
  | { readonly type: 'applied-id-unknown'; readonly problem: Problem }
  /** 400, 413, 415 or 422 with an Error body of that status. `code`: the service's own. */
  | { readonly type: 'rejected'; readonly problem: Problem; readonly code?: string }
  /** 401, or 403, with such a body: not applied. */
  | (Explained & { readonly type: 'unauthorized' })
  /** 404, 405, 410, 307 or 308, whatever the body: not applied, the address is wrong. */
  | (Explained & { readonly type: 'misconfigured' })
  /** 425 or 429 with `Retry-After` or an Error body: not applied. `retryAfterMs`: at most an hour; undefined: not known. */
  | (Explained & { readonly type: 'deferred'; readonly retryAfterMs: number | undefined })
  /** 409: for an honoured key the first request still runs; otherwise as good as `unknown`. */
  | { readonly type: 'in-progress'; readonly problem: Problem; readonly retryAfterMs: number | undefined }
  /** No connection could be made, so not one byte of the request left: certainly not applied. */
  | (Explained & { readonly type: 'not-sent'; readonly connection: 'offline' | 'intercepted'; readonly aborted?: true })
  | UnknownOutcome;

/** 303, 408, 5xx, an unsigned refusal, a web page, reset, time-out, or aborted: it may have been applied. */
export type UnknownOutcome = Explained & {
  readonly type: 'unknown';
  /** `online` if the answer only was an odd one. */
  readonly connection: FailedState | 'online';
  /** The status of a 4xx without the service's own Error body: the service may have taken the animal in before. */
  readonly refusal?: number;
  readonly retryAfterMs?: number;
  /** The caller's own signal ended it. */
  readonly aborted?: true;
};

/** The answer behind an outcome, as whoever runs the service finds it again; absent: none came. */
export type Answer = { readonly answer?: Answered | undefined };
