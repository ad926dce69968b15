import type { Context } from './context.js';
import { observe, pause } from './observe.js';
import { habitsOf } from './owners.js';
import { emptyCopy, looksReset, type Seen } from './saved-lists.js';
import { seal } from './seal.js';
import { ActionError } from './snapshot.js';

/** Pauses sending from a folder that was copied or restored: the original may have sent what waits here. */
export async function pauseIfCopied(context: Context): Promise<boolean> {
  if (!(await context.store.stamp.matches())) {
    context.isCopied = true;
    pause(context, 'changed', {
      code: 'folder_copied',
      message: 'This queue looks like a copy (restored, or moved to another machine). Nothing is sent until you confirm that the original is no longer used, and what waits is kept.',
    });
  }

  return context.isCopied;
}

/** Pauses sending where the store was given another address since this engine was opened: what waits goes there. */
export async function pauseIfMoved(context: Context): Promise<boolean> {
  const isMoved = (await context.isStillThere?.()) === false;
  if (isMoved) {
    pause(context, 'misconfigured', { code: 'moved', message: 'This profile was moved to another address. Nothing is sent from here any more; open petstore again to go on there.' });
  }

  return isMoved;
}

/**
 * Pauses sending where the service looks reset (state `changed`). The saved copy stays as it was: it is what the service
 * is compared with, in this process and the next, until a person confirms.
 */
export async function pauseIfReset(context: Context, seen: Seen): Promise<boolean> {
  await noticeConfirmed(context);
  if (context.paused?.state !== 'changed' && looksReset(context.saved, seen)) {
    pause(context, 'changed', {
      code: 'store_changed',
      message: 'The store looks as if it was reset: it no longer knows the animals it had. Nothing is sent until you confirm, and what waits is kept.',
    });
  }

  return context.paused?.state === 'changed';
}

/** What a person confirmed in another process holds in this one too: its saved copy is that of the service as it was. */
export async function noticeConfirmed(context: Context): Promise<void> {
  const { archive } = context.store;
  await archive.load();
  if (archive.resets() !== context.saved.resets) {
    startAnew(context);
  }
}

/** Nothing that was known of the service before its reset holds any longer; the next refresh shows it as it is. */
function startAnew(context: Context): void {
  context.saved = { ...emptyCopy, resets: context.store.archive.resets() };
  context.listing = undefined;
  context.gone.clear();
  if (context.paused?.state === 'changed' && !context.isCopied) {
    context.paused = undefined;
    observe(context, 'connecting');
  }
}

/** How long a person's confirmation waits for the sender's lock, in milliseconds, and how often it is tried. */
const lockWaitMs = 5000;
const lockTryMs = 100;

/**
 * A person says that the service was reset and may be sent to as it is now.
 *
 * Every id known until then is another animal's, or nobody's. The settled entries move into the archive as former ones, or
 * each new id would look like theirs; the fences go, as an id that they call old may be the very animal that is looked
 * for, so whatever is undecided goes to a person. The fences first: should the process die in between, it is asked again.
 */
export async function confirmReset(context: Context): Promise<void> {
  const { store, clock } = context;
  const deadline = clock.uptime() + lockWaitMs;
  let lock = await store.acquireSenderLock();
  while (!lock) {
    if (clock.uptime() > deadline) {
      throw new ActionError({ code: 'busy', message: 'Another petstore is sending just now, so nothing was changed. Try again in a moment.' });
    }

    await clock.wait(lockTryMs, context.network.signal);
    lock = await store.acquireSenderLock();
  }

  try {
    await context.refreshQueue();
    await store.fences.sweep(new Set());
    const created = store.queue.entries().filter(({ petId, state }) => petId !== undefined && state === 'created');
    await store.archive.takeFormer(await seal(context, created), habitsOf(context));
  } finally {
    lock.release();
  }

  startAnew(context);
  await context.refreshQueue();
}
