import type { UnreadableFile } from '../sync/snapshot.js';
import type { Output } from './output.js';

/** Names every file of the queue that cannot be used. */
export function warnOfUnreadable(unreadable: readonly UnreadableFile[], output: Output): void {
  for (const { problem } of unreadable) {
    output.warn(problem.message);
  }
}
