/**
 * Why nothing may be sent from these local files: they were copied, put back, or their store was given another address.
 */
import { isWaiting } from '../../domain/entry.js';
import type { BelongingFindings } from '../../local/origin/belonging.js';
import type { EngineState } from '../engine-state.js';
import { refreshQueue } from '../outbox/queue-view.js';

/**
 * Pauses sending from a folder that was copied or put back: what waits here may have been sent already. For the sender.
 */
export async function pauseIfCopied(engine: EngineState): Promise<boolean> {
  // A person may have confirmed it in another process.
  return pauseAsFound(engine, await engine.local.belonging.check());
}

function pauseAsFound(engine: EngineState, found: BelongingFindings): boolean {
  engine.setCopied(found.type !== 'as-left');

  if (found.type === 'copied' && found.numbers.length === 0) {
    engine.pause('changed', {
      code: 'folder_copied',
      message:
        'This queue looks like a copy (restored, or moved to another machine, or its stamp.json is damaged or missing). Nothing is sent until you confirm that the original is no longer used, and what waits is kept.',
    });
  } else if (found.type !== 'as-left') {
    // Of a copy too, what was sent since is what matters: that the original is no longer used does not make it unsent.
    engine.pause('changed', { code: 'queue_put_back', message: describePutBack(found.numbers, found.type) });
  }

  return engine.isCopied;
}

/** Tells of such a folder before anybody sends from it, and changes nothing there. */
export async function tellIfCopied(engine: EngineState): Promise<void> {
  const { local } = engine;
  await local.archive.load();
  await refreshQueue(engine);
  if (local.newer() || !local.journal.entries().some(({ state }) => isWaiting(state))) {
    return;
  }

  pauseAsFound(engine, await local.belonging.look());
}

/** How many animals are named; the others are counted. */
const mostNamed = 3;

function describePutBack(numbers: readonly number[], type: 'copied' | 'put-back'): string {
  const named = numbers
    .slice(0, mostNamed)
    .map((number) => `Q-${number}`)
    .join(', ');
  const more = numbers.length - mostNamed;
  const [what, whether] =
    type === 'copied'
      ? ['is a copy, or was put back from a backup', ' that the original is no longer used']
      : ['was put back from a backup, or a part of it was removed', ''];
  return `This queue ${what}: it lacks what was sent from here as ${named}${more > 0 ? ` and ${more} more` : ''}. Nothing is sent until you confirm${whether}, and what waits is kept. Discard what is in the store already before you do.`;
}

/** Pauses sending where the store was given another address since this engine was opened: what waits goes there. */
export async function pauseIfMoved(engine: EngineState): Promise<boolean> {
  const isMoved = !(await engine.isStillThere());
  if (isMoved) {
    engine.pause('misconfigured', {
      code: 'moved',
      message:
        'This profile was moved to another address. Nothing is sent from here any more; open petstore again to go on there.',
    });
  }

  return isMoved;
}
