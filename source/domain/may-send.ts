/** Whether anything may be sent now, and why not: for the sender, and for the words of screens and commands. */
import type { Connection } from './connection.js';

/**
 * Why not.
 *
 * - `newer-version`: a newer petstore wrote to the local files, which this one therefore leaves alone
 * - `working-offline`: a person chose it
 * - `doubted`: the store did not show all known animals; it is asked once more first (`health/same-store.ts`)
 * - `paused`: until a person confirms, another key or address is there, or the evidence is back
 * - `unreachable`: the last answer does not allow sending; asking again may change that
 */
type Reason = 'newer-version' | 'working-offline' | 'doubted' | 'paused' | 'unreachable';

/** The answer. `connection` has the words for a person. */
export type MaySend =
  | { readonly type: 'yes' }
  | { readonly type: 'no'; readonly why: Reason; readonly connection: Connection };

type SendingFacts = {
  readonly isNewer: boolean;
  readonly workingOffline: boolean;
  /** A doubt that no second reading has made sure yet. */
  readonly isDoubted: boolean;
  readonly paused: Connection | undefined;
  readonly connection: Connection;
};

/** The first reason in this order counts. */
export function maySend({ isNewer, workingOffline, isDoubted, paused, connection }: SendingFacts): MaySend {
  const reasons: readonly (readonly [holds: boolean, why: Reason, shown: Connection])[] = [
    [isNewer, 'newer-version', connection],
    [workingOffline, 'working-offline', connection],
    [isDoubted, 'doubted', paused ?? connection],
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
