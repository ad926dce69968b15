import type { Problem } from '../../../domain/problem.js';
import type { Snapshot } from '../../../sync/api.js';
import { exitCode } from './failure.js';
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

/** The addition to an answer if the queue could not be read whole: more animals may wait than are shown. */
export function troubleOf({ unreadable, queueTrouble }: Pick<Snapshot, 'unreadable' | 'queueTrouble'>): {
  readonly json: { readonly error?: Problem; readonly unreadable?: readonly object[] };
  readonly exit: number;
} {
  // A file with another copy is not missed.
  const lost = queueTrouble ?? unreadable.find(({ problem }) => problem.code !== 'spare_copy')?.problem;
  const files = unreadable.map(({ problem, ...file }) => ({ ...file, ...problem }));
  return {
    json: { ...(lost ? { error: lost } : {}), ...(files.length > 0 ? { unreadable: files } : {}) },
    exit: lost ? exitCode.storage : exitCode.done,
  };
}
