import type { HttpAnswer } from '../../../source/client/outcomes/answer.ts';

/**
 * What can go wrong with one request to the imagined store, over HTTP and in memory alike: when the animal goes in, and
 * what is answered instead of the truth. On a `GET` nothing goes in, and the answer is the same.
 *
 * Names say it in this order: `insert-then-` what is answered after the animal went in; what is answered alone: it does
 * not go in; `-then-insert`: it goes in later. `bare`: by somebody on the way, without the store's Error body.
 */
export type Fault = {
  /** `late`: at the `release` over HTTP, or after `withinMs`, whether or not the client still waits. */
  readonly inserts: 'never' | 'first' | 'late';
  readonly answers: Wrong;
  /** In memory: at a moment drawn at random, at most so many milliseconds later. */
  readonly withinMs?: number;
  /** In memory: nothing gets through from then on. */
  readonly thenDown?: true;
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
  | {
      readonly status: number;
      /** `{ carries: 'pet' }`: the animal as it was taken in; as it was sent where that comes later. */
      readonly body?: string | { readonly carries: 'pet' };
      readonly headers?: Readonly<Record<string, string>>;
    };

/** The statuses that a client would like to believe. */
export const refusals = [400, 401, 403, 404, 405, 410, 413, 415, 422, 425, 429] as const;
type Refusal = (typeof refusals)[number];
/** Those that leave an animal open where somebody on the way may have said it: the others tell that the way is wrong. */
export const openRefusals = [400, 401, 403, 413, 415, 422, 425, 429] as const satisfies readonly Refusal[];

const html = {
  body: '<!doctype html><title>Welcome</title><p>Please log in.',
  headers: { 'content-type': 'text/html' },
};

/** A refusal by the store itself. */
const error = (status: number): Wrong => ({
  status,
  body: JSON.stringify({ code: `status_${status}`, message: `The service was told to say ${status}.`, status }),
  ...(status === 405 ? { headers: { allow: 'GET' } } : {}),
});

/** A refusal by somebody on the way: no Error body. */
const bare = (status: number): Wrong => ({ status, ...html });

/** Each refusal by the store, and by somebody on the way before and after the insert. */
const refused = Object.fromEntries(
  refusals.flatMap((status) => [
    [`${status}`, { inserts: 'never', answers: error(status) }],
    [`insert-then-${status}`, { inserts: 'first', answers: error(status) }],
    [`bare-${status}`, { inserts: 'never', answers: bare(status) }],
    [`insert-then-bare-${status}`, { inserts: 'first', answers: bare(status) }],
  ]),
) as Readonly<Record<`${'' | 'insert-then-'}${'' | 'bare-'}${Refusal}`, Fault>>;

export const faults = {
  ...refused,
  drop: { inserts: 'never', answers: 'drop' },
  'insert-then-drop': { inserts: 'first', answers: 'drop' },
  'drop-then-insert': { inserts: 'late', answers: 'drop' },
  hang: { inserts: 'never', answers: 'nothing' },
  'insert-then-hang': { inserts: 'first', answers: 'nothing' },
  'late-insert': { inserts: 'late', answers: 'truth' },
  'late-answer': { inserts: 'first', answers: 'truth-late' },
  drip: { inserts: 'first', answers: 'drip' },
  truncated: { inserts: 'first', answers: 'half' },
  'empty-201': { inserts: 'first', answers: { status: 201, body: '{}' } },
  '408': { inserts: 'never', answers: error(408) },
  'insert-then-408': { inserts: 'first', answers: error(408) },
  'bare-407': { inserts: 'never', answers: bare(407) },
  'bare-408': { inserts: 'never', answers: bare(408) },
  '409': { inserts: 'never', answers: error(409) },
  'insert-then-409': { inserts: 'first', answers: error(409) },
  '500': { inserts: 'never', answers: error(500) },
  'insert-then-500': { inserts: 'first', answers: error(500) },
  '503': { inserts: 'never', answers: error(503) },
  '504': { inserts: 'never', answers: error(504) },
  '504-then-insert': { inserts: 'late', answers: error(504) },
  'html-200': { inserts: 'never', answers: { status: 200, ...html } },
  'html-201': { inserts: 'never', answers: { status: 201, ...html } },
  'insert-then-html': { inserts: 'first', answers: { status: 200, ...html } },
  'insert-then-200-pet': { inserts: 'first', answers: { status: 200, body: { carries: 'pet' } } },
  'insert-then-202': { inserts: 'first', answers: { status: 202, body: '{}' } },
  '202-then-insert': { inserts: 'late', answers: { status: 202, body: '{}' } },
  'insert-then-202-pet': { inserts: 'first', answers: { status: 202, body: { carries: 'pet' } } },
  '202-pet-then-insert': { inserts: 'late', answers: { status: 202, body: { carries: 'pet' } } },
  'insert-then-204': { inserts: 'first', answers: { status: 204, headers: { 'content-type': 'text/plain' } } },
  '204-then-insert': { inserts: 'late', answers: { status: 204, headers: { 'content-type': 'text/plain' } } },
  '302': { inserts: 'never', answers: { status: 302, headers: { location: 'http://login.invalid/' } } },
  'insert-then-303': { inserts: 'first', answers: { status: 303, headers: { location: '/v1/pets' } } },
  '308': { inserts: 'never', answers: error(308) },
  '307': { inserts: 'never', answers: { status: 307, headers: { location: 'http://elsewhere.invalid/v1/pets' } } },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/** A fault by its name, or one with more to it: `{ ...faults.drop, thenDown: true }`. */
export type AnyFault = FaultName | Fault;

/** The fault that is meant. */
export function toFault(fault: AnyFault): Fault {
  return typeof fault === 'string' ? faults[fault] : fault;
}

/** What is received in place of the truth, with an animal as it is carried; undefined: the connection breaks. */
export function toAnswer(wrong: Wrong, carried = ''): HttpAnswer | undefined {
  if (typeof wrong === 'string') {
    return undefined;
  }

  const { status, headers, body = '' } = wrong;
  return {
    type: 'answer',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : carried,
  };
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
