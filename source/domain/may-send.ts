/**
 * Whether anything may be sent now, and why not. Everybody goes by this answer: the sender before each step, and through the
 * snapshot the words of screens and commands. What one animal waits for besides is in `waits.ts` beside this.
 */
import type { Connection } from './connection.js';

/** The answer. `connection` is what a person is told of it. */
export type MaySend =
  | { readonly type: 'yes' }
  /** A newer petstore wrote to the local files, which this one therefore leaves alone. */
  | { readonly type: 'no'; readonly why: 'newer-version' }
  /** A person chose it. */
  | { readonly type: 'no'; readonly why: 'working-offline'; readonly connection: Connection }
  /** The store did not show what it had; it is asked once more first (`health/doubt.ts`). */
  | { readonly type: 'no'; readonly why: 'doubted'; readonly connection: Connection }
  /** Until a person confirms, another key or address is there, or the evidence is back. */
  | { readonly type: 'no'; readonly why: 'paused'; readonly connection: Connection }
  /** The last answer was none that can be sent on. Asking again may change that. */
  | { readonly type: 'no'; readonly why: 'unreachable'; readonly connection: Connection };

/** All that the answer depends on. */
export type SendingFacts = {
  readonly isNewer: boolean;
  readonly workingOffline: boolean;
  /** A doubt that no second reading has made sure yet. */
  readonly isDoubted: boolean;
  readonly paused: Connection | undefined;
  /** As shown last. */
  readonly connection: Connection;
};

/** The first reason in this order counts. */
export function maySend({ isNewer, workingOffline, isDoubted, paused, connection }: SendingFacts): MaySend {
  if (isNewer) {
    return { type: 'no', why: 'newer-version' };
  }

  if (workingOffline) {
    return { type: 'no', why: 'working-offline', connection };
  }

  if (isDoubted) {
    return { type: 'no', why: 'doubted', connection: paused ?? connection };
  }

  if (paused) {
    return { type: 'no', why: 'paused', connection: paused };
  }

  return connection.state === 'online' ? { type: 'yes' } : { type: 'no', why: 'unreachable', connection };
}

/** Whether nothing differs that anybody is told. */
export function isSameAnswer(a: MaySend, b: MaySend): boolean {
  return whyOf(a) === whyOf(b) && connectionOf(a) === connectionOf(b);
}

function whyOf(answer: MaySend): string {
  return answer.type === 'no' ? answer.why : answer.type;
}

function connectionOf(answer: MaySend): Connection | undefined {
  return 'connection' in answer ? answer.connection : undefined;
}
