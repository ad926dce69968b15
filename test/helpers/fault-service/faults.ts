/**
 * What the fault service can do wrong with one request: when the animal goes in, and what is answered instead of the
 * truth. On a `GET` nothing goes in, and the answer is the same.
 */
export type Fault = {
  /** `late`: when the test calls `release()`, or after `ms`, whether or not the client still waits. */
  readonly inserts: 'never' | 'first' | 'late';
  readonly answers: Wrong;
};

export type Wrong =
  /** The true answer. */
  | 'truth'
  /** The true answer after `release()` or `ms`. */
  | 'truth-late'
  /** The true answer, a byte at a time, never finished. */
  | 'drip'
  /** The true status line and half of the body. */
  | 'half'
  /** The connection is reset. */
  | 'drop'
  | 'nothing'
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

const html = {
  body: '<!doctype html><title>Welcome</title><p>Please log in.',
  headers: { 'content-type': 'text/html' },
};

/** An Error body; the service adds code and status. */
const error = (status: number, headers = {}): Wrong => ({
  status,
  body: JSON.stringify({ code: `status_${status}`, message: `The service was told to say ${status}.`, status }),
  headers,
});

/** A refusal by somebody on the way: no Error body. */
const bare = (status: number): Wrong => ({ status, ...html });

export const faults = {
  drop: { inserts: 'never', answers: 'drop' },
  'insert-then-drop': { inserts: 'first', answers: 'drop' },
  hang: { inserts: 'never', answers: 'nothing' },
  'insert-then-hang': { inserts: 'first', answers: 'nothing' },
  'late-insert': { inserts: 'late', answers: 'truth' },
  'late-answer': { inserts: 'first', answers: 'truth-late' },
  drip: { inserts: 'first', answers: 'drip' },
  truncated: { inserts: 'first', answers: 'half' },
  'empty-201': { inserts: 'first', answers: { status: 201, body: '{}' } },
  '500': { inserts: 'never', answers: error(500) },
  'insert-then-500': { inserts: 'first', answers: error(500) },
  '504': { inserts: 'never', answers: error(504) },
  '504-then-insert': { inserts: 'late', answers: error(504) },
  '503': { inserts: 'never', answers: error(503) },
  '408': { inserts: 'never', answers: error(408) },
  'insert-then-408': { inserts: 'first', answers: error(408) },
  '429': { inserts: 'never', answers: error(429) },
  '400': { inserts: 'never', answers: error(400) },
  '401': { inserts: 'never', answers: error(401) },
  '403': { inserts: 'never', answers: error(403) },
  '404': { inserts: 'never', answers: error(404) },
  '405': { inserts: 'never', answers: error(405, { allow: 'GET' }) },
  '410': { inserts: 'never', answers: error(410) },
  'html-404': { inserts: 'never', answers: { status: 404, ...html } },
  'html-200': { inserts: 'never', answers: { status: 200, ...html } },
  'insert-then-html': { inserts: 'first', answers: { status: 200, ...html } },
  '302': { inserts: 'never', answers: { status: 302, headers: { location: 'http://login.invalid/' } } },
  'insert-then-202': { inserts: 'first', answers: { status: 202, body: '{}' } },
  '202-then-insert': { inserts: 'late', answers: { status: 202, body: '{}' } },
  'insert-then-204': { inserts: 'first', answers: { status: 204, headers: { 'content-type': 'text/plain' } } },
  'html-201': { inserts: 'never', answers: { status: 201, ...html } },
  'bare-401': { inserts: 'never', answers: bare(401) },
  'bare-403': { inserts: 'never', answers: bare(403) },
  'bare-429': { inserts: 'never', answers: bare(429) },
  'insert-then-bare-400': { inserts: 'first', answers: bare(400) },
  'insert-then-bare-401': { inserts: 'first', answers: bare(401) },
  'insert-then-bare-403': { inserts: 'first', answers: bare(403) },
  'insert-then-bare-404': { inserts: 'first', answers: bare(404) },
  'insert-then-bare-405': { inserts: 'first', answers: bare(405) },
  'insert-then-bare-410': { inserts: 'first', answers: bare(410) },
  'insert-then-bare-413': { inserts: 'first', answers: bare(413) },
  'insert-then-bare-415': { inserts: 'first', answers: bare(415) },
  'insert-then-bare-422': { inserts: 'first', answers: bare(422) },
  'insert-then-bare-425': { inserts: 'first', answers: bare(425) },
  'insert-then-bare-429': { inserts: 'first', answers: bare(429) },
  'id-2^63': {
    inserts: 'first',
    answers: { status: 201, body: '{"id":9223372036854775808,"name":"Rex","categoryId":3,"status":"available"}' },
  },
  'insert-then-303': { inserts: 'first', answers: { status: 303, headers: { location: '/v1/pets' } } },
  '307': { inserts: 'never', answers: { status: 307, headers: { location: 'http://elsewhere.invalid/v1/pets' } } },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}

export type FaultOptions = {
  /** How many matching requests; default 1. */
  readonly times?: number;
  /** Default `POST`. */
  readonly method?: 'GET' | 'POST';
  /** Milliseconds after which what is late happens by itself. */
  readonly ms?: number;
  /** Headers of the answer, such as `retry-after` or another `location`. */
  readonly headers?: Readonly<Record<string, string>>;
};
