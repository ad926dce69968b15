import { isWaiting } from '../../domain/entry.js';
import { isArchivable } from '../../local/archive.js';
import type { Context } from '../context.js';
import { habitsOf } from '../recover/ownership.js';
import { seal } from '../health/mark-archived.js';

/** Keeps the store small: moves what was settled long ago into the archive, removes fences nobody needs. Under the lock. */
export async function tidy(context: Context): Promise<void> {
  const { store, clock } = context;
  const settled = store.queue.entries().filter((entry) => isArchivable(entry, clock.now()));
  if (settled.length > 0) {
    await store.archive.take(await seal(context, settled), habitsOf(context));
  }

  // Tidiness is worth no failed drain.
  await store.sweepTemporaries().catch(() => undefined);
  await store.sweepImports().catch(() => undefined);
  await sweepFences(context);
}

/** Removes the fences that nobody needs any more. */
export async function sweepFences(context: Context): Promise<void> {
  const { store } = context;
  // Nobody knows which fences an entry needs that cannot be read.
  if (store.queue.unreadable().length > 0) {
    return;
  }

  const waiting = store.queue.entries().filter(({ state }) => isWaiting(state));
  const used = waiting.flatMap(({ history }) => history.flatMap((record) => (record?.kind === 'attempt' && record.fence !== null ? [record.fence] : [])));
  await store.fences.sweep(new Set([...used, context.listing?.base, context.listing?.fence, context.saved.fenceBase].filter((name) => name !== undefined)));
}

/** The same for what killed imports left, where nothing has to be sent: it is read and folded at every start. */
export async function tidyImports({ store }: Context): Promise<void> {
  const isLeft = store.queue.unfinished().size > 0 || (await store.imports.begun().catch(() => [])).length > 0;
  const lock = isLeft ? await store.acquireSenderLock().catch(() => undefined) : undefined;
  if (lock) {
    await store.sweepImports().catch(() => undefined);
    lock.release();
  }
}
