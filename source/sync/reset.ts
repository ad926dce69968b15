import type { Context } from './context.js';
import { pause } from './observe.js';
import { looksReset, type Seen } from './saved-lists.js';

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

/**
 * Pauses sending where the service looks reset (state `changed`). The saved copy stays as it was: it is what the service
 * is compared with, in this process and the next, until a person confirms.
 */
export function pauseIfReset(context: Context, seen: Seen): boolean {
  if (context.paused?.state !== 'changed' && looksReset(context.saved, seen)) {
    pause(context, 'changed', {
      code: 'store_changed',
      message: 'The store looks as if it was reset: it no longer knows the animals it had. Nothing is sent until you confirm, and what waits is kept.',
    });
  }

  return context.paused?.state === 'changed';
}
