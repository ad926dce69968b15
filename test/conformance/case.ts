/**
 * The service's contract as a table of request and expected answer. It is run against the built-in service by `npm
 * test` and against any address by `tools/conformance.ts`.
 *
 * Text may hold `{pet}` (the id of an animal the run made before), `{unique}` (other for each case) and, where a case
 * sends something `first`, `{first.id}`, `{first.etag}`, `{first.location}`, `{first.next}` and `{first.changes}` of
 * that answer.
 */
export type Label =
  /** The interface specification says so. */
  | 'specified'
  /** HTTP, JSON or bearer authentication says so. */
  | 'standard'
  /** Neither says; this service decided. Another implementation may differ. */
  | 'decided here';

export type Request = {
  readonly method?: string;
  /** Below the base address; `outside` puts it beside the version segment. Default `/pets`. */
  readonly path?: string;
  readonly outside?: boolean;
  /** The value of `Authorization`; null leaves it out. Default: the run's key. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * A string or bytes go as they are, anything else as JSON; all as application/json unless `headers` says otherwise.
   */
  readonly body?: unknown;
};

export type Expected = {
  readonly status: number;
  /** `code` of the Error body. */
  readonly code?: string;
  /** Null: must not be there. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** What the parsed JSON must be like; integers beyond 2^53 arrive as bigint. */
  readonly json?: (value: never) => boolean;
  /** What the raw body must be like. */
  readonly text?: RegExp;
};

export type Case = {
  /** Behaviour, in lower case. */
  readonly title: string;
  readonly label: Label;
  readonly first?: Request;
  readonly send: Request;
  readonly expect: Expected;
};

/** A POST of a body. */
export function post(body: unknown, headers: Request['headers'] = {}): Request {
  return { method: 'POST', body, headers };
}

/** Declares a case of a label: what is sent, what is to come back, and what is sent before it. */
const labelled =
  (label: Label) =>
  (title: string, send: Request, expect: Expected, first?: Request): Case => ({
    title,
    label,
    send,
    expect,
    ...(first === undefined ? {} : { first }),
  });
export const specified = labelled('specified');
export const standard = labelled('standard');
export const decided = labelled('decided here');
