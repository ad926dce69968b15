import type { Imports } from './imports.js';
import type { Journal } from '../journal/journal.js';

/**
 * Removes the leftovers of imports that ended without being finished: killed, or failed on a full disk. For the sender.
 *
 * A free mark proves that. Entries without a mark are left as they are: they do not count, and the folder of marks may
 * be another one.
 */
export async function sweepImports(imports: Imports, journal: Journal): Promise<void> {
  for (const id of await imports.begun()) {
    const mark = await imports.begin(id);
    if (!mark) {
      continue;
    }

    let isOver = false;
    try {
      // Only now it is sure that it will not go on.
      await imports.refresh();
      await imports.refreshFromContent();
      await (imports.isFinished(id) ? imports.record(id) : journal.withdraw(id));
      isOver = true;
    } finally {
      await mark.release({ forGood: isOver });
    }
  }
}
