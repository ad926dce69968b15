import { type ErrorBody, errorBodySchema } from '../../domain/contract.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Answered } from '../../domain/record.ts';
import { parseJson } from '../../platform/json/json.ts';
import { type Clock, isoNow } from '../../platform/time/clock.ts';
import type { Page } from './outcomes.ts';

/** An HTTP answer, whole or cut short. Header names are in lower case. */
export type HttpAnswer = {
  readonly type: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Why the body is not whole. */
  readonly cut?: 'broken' | 'packed' | 'too-large' | 'timed-out' | 'aborted';
  /** The body is not in this set of characters, nor in UTF-8: some characters are lost. */
  readonly garbled?: string;
  /** The request carried no key, so a refusal does not concern one. */
  readonly keyless?: true;
};

/** No status line arrived. */
export type NoAnswer = {
  readonly type: 'no-answer';
  readonly why: 'aborted' | 'timed-out' | 'too-late' | 'failed';
  /** Whether a connection stood, TLS included: only then can bytes of the request have left. */
  readonly connected: boolean;
  /** The connection had been used before, so it may have been closed by the service just then. */
  readonly reused?: boolean;
  /** The system's or Node's error code, such as `ECONNREFUSED`; of TLS `TLS_ALERT_116` and the like. */
  readonly code?: string;
  /** Host and port of the proxy that was dialled, if the way to the store never stood because of it. */
  readonly proxy?: string;
  /** Its answer to CONNECT. */
  readonly proxyStatus?: number;
};

/** A body by its content. */
export type BodyContent = {
  /** The parsed JSON; undefined if it is not JSON. */
  readonly json: unknown;
  /** A web page where JSON was due: the mark of a login page or another box between us and the store. */
  readonly html: boolean;
  /** The service's own Error. */
  readonly error: ErrorBody | undefined;
};

/** The fields that are set: one that is undefined is left out. */
export function given<T extends object>(fields: T): { [F in keyof T]?: Exclude<T[F], undefined> } {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [F in keyof T]?: Exclude<T[F], undefined> };
}

/** Reads a body by its content rather than by its `Content-Type`, which many services get wrong. */
export function readBody(answer: HttpAnswer): BodyContent {
  const json = parse(answer.body);
  const looksLikeHtml = /\bx?html\b/i.test(answer.headers['content-type'] ?? '') || /^\s*<[!?a-z]/i.test(answer.body);
  const error = errorBodySchema.safeParse(json);
  return { json, html: json === undefined && looksLikeHtml, error: error.success ? error.data : undefined };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** An id that can stand in a line. */
const requestIdForm = /^[\x21-\x7E]{1,128}$/;

/** The answer as whoever runs the store finds it again; undefined: none came. An id that holds the key is left out. */
export function answeredBy(received: HttpAnswer | NoAnswer, apiKey: string | undefined): Answered | undefined {
  if (received.type === 'no-answer') {
    return undefined;
  }

  const requestId = received.headers['x-request-id'] ?? '';
  const isTold = requestIdForm.test(requestId) && (apiKey === undefined || !requestId.includes(apiKey));
  return { status: received.status, ...(isTold ? { requestId } : {}) };
}

/** No service makes an animal wait longer than this by a header: an hour. */
const longestRetryAfterMs = 3_600_000;

/**
 * The wait a `Retry-After` header asks for, in milliseconds, clamped to an hour; undefined if it is missing or makes no
 * sense (RFC 9110, 10.2.3: seconds or a date). A date that is over asks for no wait.
 *
 * A date is read against the answer's own `Date` if it has one, as the service's clock and ours may differ.
 */
export function readRetryAfter(
  headers: { readonly 'retry-after'?: string | undefined; readonly date?: string | undefined },
  now: number,
): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) {
    return undefined;
  }

  const isSeconds = /^\d+$/.test(value);
  const wait = isSeconds ? Number(value) * 1000 : Date.parse(value) - (readDate(headers.date) ?? now);
  return wait > 0 || isSeconds ? Math.min(wait, longestRetryAfterMs) : undefined;
}

/** An HTTP date in milliseconds since 1970 (RFC 9110, 5.6.7), or undefined. */
export function readDate(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Writes a problem with the present time, and never with the key, even if a service repeats it. */
export type ProblemWriter = (code: string, message: string, status?: number) => Problem;

/** A shorter key occurs in ordinary words, and is no secret. */
const shortestSecret = 8;

/** Takes the key out of every text, also if a service or a proxy echoes it. */
export function createProblemWriter(apiKey: string | undefined, clock: Clock): ProblemWriter {
  const withoutKey = (text: string) =>
    apiKey === undefined || apiKey.length < shortestSecret ? text : text.replaceAll(apiKey, '[key]');
  return (code, message, status) => ({
    code: shorten(withoutKey(code), 60, 0),
    message: shorten(withoutKey(message), 300, 200),
    ...given({ status }),
    at: isoNow(clock),
  });
}

/** Leaves out the middle: a service may send megabytes, while the remedy stands at the end. */
function shorten(text: string, start: number, end: number): string {
  return text.length <= start + end
    ? text
    : `${text.slice(0, start)}...${text.slice(text.length - end)}`.toWellFormed();
}

/**
 * The fault in the store's link to the next page; undefined: it leads on. One that names another host, as behind a proxy,
 * is followed at the store's own address, and the list is whole.
 */
export function oddLinkOf({ leadsTo, suspiciousNext }: Page): Problem | undefined {
  return suspiciousNext && leadsTo !== undefined
    ? {
        code: 'next_elsewhere',
        message:
          `The store names its next page at ${leadsTo}, which is no part of its list. Nothing was ` +
          `asked there, so the rest of the list is not known.`,
      }
    : undefined;
}

/** For pages that go on and on without news. */
export function repeatedPages(pages: number): Problem {
  return {
    code: 'next_repeats',
    message:
      `The store names further pages without an end: the last ${pages} brought no animal that was not there before. ` +
      `Reading ended there, so it is not known whether the list is whole.`,
  };
}

/** For a page that was not answered as a page, although the ones before it were. */
export function failedPage(page: number, { message, status }: Problem): Problem {
  return {
    code: 'page_failed',
    message:
      // One that is answered with 200, and is no list, is told by what it is.
      status === undefined || status < 400
        ? `Page ${page} of the store's list could not be read, so the rest of it is not known. ${message}`
        : `Page ${page} of the store's list answers ${status}, so the rest of it is not known.`,
  };
}
