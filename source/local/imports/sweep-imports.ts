import { join } from 'node:path';
import type { FileSystem } from '../../platform/files/file-system.js';
import { makeFolder } from '../../platform/files/make-folder.js';
import { agesIn } from '../../platform/files/sweep-temporaries.js';
import type { Imports } from './imports.js';
import type { Journal } from '../journal/journal.js';

type Parts = {
  readonly fileSystem: FileSystem;
  /** The store's. */
  readonly folder: string;
  readonly imports: Imports;
  readonly journal: Journal;
  /** Whether the folder of imports was lost once: then it is not known which were finished. */
  readonly isLost: () => Promise<boolean>;
};

/**
 * Removes the leftovers of imports that ended without being finished: killed, or failed on a full disk. For the sender.
 *
 * A free mark proves that. Entries without a mark are no proof: an older version made them, or the folder of marks is
 * another one. After a day they are moved to `unfinished/`, so that a person can look at them.
 */
export async function sweepImports({ fileSystem, folder, imports, journal, isLost }: Parts): Promise<void> {
  const begun = new Set(await imports.begun());
  for (const id of begun) {
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

  const unmarked = [...journal.unfinished()].filter(([id]) => !begun.has(id));
  if (unmarked.length === 0 || (await isLost())) {
    return;
  }

  const isOld = await agesIn(fileSystem, folder);
  for (const [id, entries] of unmarked) {
    if (entries.every(({ number }) => isOld(join(folder, 'queue', `${number}.0.json`)))) {
      const keepIn = join(folder, 'unfinished');
      await makeFolder(fileSystem, keepIn);
      await journal.withdraw(id, keepIn);
    }
  }
}
