import type { Problem } from '../../../domain/problem.js';
import type { Snapshot } from '../../../sync/api.js';
import { exitCode } from './exit-code.js';
import type { Output } from '../output.js';

/** Says why the queue could not be read whole, and names every file of it that cannot be used. */
export function warnOfUnreadable(
  { unreadable, queueTrouble }: Pick<Snapshot, 'unreadable' | 'queueTrouble'>,
  output: Output,
): void {
  const named = unreadable.map(({ problem }) => problem.message);
  for (const message of new Set([...named, ...(queueTrouble ? [queueTrouble.message] : [])])) {
    output.warn(message);
  }
}

/**
 * What an answer about the queue adds where the queue could not be read whole: more animals may wait than are shown.
 */
export function troubleOf({ queueTrouble }: Pick<Snapshot, 'queueTrouble'>): {
  readonly json: { readonly error?: Problem };
  readonly exit: number;
} {
  return queueTrouble ? { json: { error: queueTrouble }, exit: exitCode.storage } : { json: {}, exit: exitCode.done };
}
