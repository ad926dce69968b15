import { errorBodySchema, type ErrorBody } from '../../domain/contract.js';
import { parseJson } from '../../platform/json/json.js';

/** An HTTP answer, whole or cut short. Header names are in lower case. */
export type HttpAnswer = {
  readonly type: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Why the body is not whole. */
  readonly cut?: 'broken' | 'too-large' | 'timed-out' | 'aborted';
  /** The request carried no key, so a refusal says nothing about one. */
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
  /** The system's or Node's error code, such as `ECONNREFUSED`. */
  readonly code?: string;
};

/** What a body turned out to be. */
export type BodyContent = {
  /** The parsed JSON; undefined where it is none. */
  readonly json: unknown;
  /** A web page where JSON was due: the mark of a login page or another box between us and the store. */
  readonly html: boolean;
  /** The service's own Error. */
  readonly error: ErrorBody | undefined;
};

/** Reads a body by what it is rather than by its `Content-Type`, which many services get wrong. */
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
