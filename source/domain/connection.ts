import type { Problem } from './problem.ts';

/** How the store can be reached, as last observed. */
export const connectionStates = [
  'connecting', // no observation yet
  'online', // the last request got a correct answer
  'offline', // no answer (no network, no such host, refused, timed out)
  'intercepted', // something answered that is not the pet store, such as a hotel's login page
  'error', // the store answered 5xx, or asked to slow down
  'unauthorized', // the key is missing or refused; sending is paused
  'misconfigured', // redirects, 404 or 405 for known paths: wrong address; sending is paused
  'changed', // the store looks as if it was reset; sending is paused until a person confirms
  'working-offline', // a person chose it
] as const;
/** How things stand between this machine and the store. */
export type ConnectionState = (typeof connectionStates)[number];

/** A state, its beginning, and the details. */
export type Connection = {
  readonly state: ConnectionState;
  /** When this state began, ISO 8601 UTC. */
  readonly since: string;
  readonly nextTryAt?: string;
  readonly problem?: Problem;
};

/** Why nothing may be sent now. */
type Reason =
  | 'newer-version' // a newer petstore wrote to the local files, which this one therefore leaves alone
  | 'working-offline' // a person chose it
  | 'paused' // until a person confirms, another key or address is there, or the evidence is back
  | 'unreachable'; // the last answer does not allow sending; asking again may change that

/** Whether anything may be sent now. `connection` has the words for a person. */
export type MaySend =
  | { readonly type: 'yes' }
  | { readonly type: 'no'; readonly why: Reason; readonly connection: Connection };

type SendingFacts = {
  readonly isNewer: boolean;
  readonly workingOffline: boolean;
  readonly paused: Connection | undefined;
  readonly connection: Connection;
};

/** The first reason in this order counts. */
export function maySend({ isNewer, workingOffline, paused, connection }: SendingFacts): MaySend {
  const reasons: readonly (readonly [holds: boolean, why: Reason, shown: Connection])[] = [
    [isNewer, 'newer-version', connection],
    [workingOffline, 'working-offline', connection],
    [paused !== undefined, 'paused', paused ?? connection],
    [connection.state !== 'online', 'unreachable', connection],
  ];
  const [, why, shown = connection] = reasons.find(([holds]) => holds) ?? [];
  return why === undefined ? { type: 'yes' } : { type: 'no', why, connection: shown };
}

/** Whether both give the same text. */
export function isSameAnswer(a: MaySend, b: MaySend): boolean {
  return a.type === 'yes' || b.type === 'yes' ? a.type === b.type : a.why === b.why && a.connection === b.connection;
}
