import { isWaiting } from '../../domain/entry.js';
import { isArchivable } from '../../local/archive.js';
import type { Context } from '../context.js';
import { quirksOf } from '../recover/ownership.js';
import { markArchived } from '../health/mark-archived.js';

/** Keeps the store small: moves what was settled long ago into the archive, removes baselines nobody needs. Under the lock. */
export async function tidy(context: Context): Promise<void> {
  const { local, clock } = context;
  const settled = local.journal.entries().filter((entry) => isArchivable(entry, clock.now()));
  if (settled.length > 0) {
    await local.archive.archive(await markArchived(context, settled), quirksOf(context));
  }

  // Tidiness is worth no failed drain.
  await local.sweepTemporaries().catch(() => undefined);
  await local.sweepImports().catch(() => undefined);
  await sweepBaselines(context);
}

/** Removes the baselines that nobody needs any more. */
export async function sweepBaselines(context: Context): Promise<void> {
  const { local } = context;
  // Nobody knows which baselines an entry needs that cannot be read.
  if (local.journal.unreadable().length > 0) {
    return;
  }

  const waiting = local.journal.entries().filter(({ state }) => isWaiting(state));
  const used = waiting.flatMap(({ history }) => history.flatMap((record) => (record?.kind === 'attempt' && record.fence !== null ? [record.fence] : [])));
  await local.baselines.sweep(new Set([...used, context.listing?.base, context.listing?.baseline, context.saved.fenceBase].filter((name) => name !== undefined)));
}

/** The same for what killed imports left, where nothing has to be sent: it is read and folded at every start. */
export async function tidyImports({ local }: Context): Promise<void> {
  const isLeft = local.journal.unfinished().size > 0 || (await local.imports.begun().catch(() => [])).length > 0;
  const lock = isLeft ? await local.acquireSenderLease().catch(() => undefined) : undefined;
  if (lock) {
    await local.sweepImports().catch(() => undefined);
    lock.release();
  }
}
