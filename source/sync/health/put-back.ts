/**
 * A queue that was put back from a backup, where no mark tells it (a container): animals that wait here, and that the
 * store shows
 * all the same since it was last seen, were sent already, it seems.
 */
import type { Entry } from '../../domain/entry.js';
import { isoNow } from '../../platform/time/clock.js';
import { unlessRaced } from '../../local/journal/journal.js';
import type { EngineState } from '../engine-state.js';
import { settleMs } from '../recover/lag.js';
import { matchingKey } from '../../domain/matching-key.js';
import { findSavedPet } from '../lists/saved-lists.js';
import type { Known, Seen } from '../recover/witnesses.js';

/** What was entered less than so many settle times ago was not in any backup. */
const youngForSettleTimes = 2;

/**
 * Asks about all of them in one question. Resolves to whether there are any. `seen`: what a list shows, before it joins
 * the saved copy.
 */
export function askIfPutBack(engine: EngineState, { copy }: Known, { pets: listed, complete }: Seen): boolean {
  if (engine.local.belonging.isMarked()) {
    return false;
  }

  const now = engine.clock.now();
  const isOld = ({ createdAt }: Entry): boolean => now - Date.parse(createdAt) > youngForSettleTimes * settleMs(engine);
  const suspects = unconfirmed(engine).filter(isOld);
  const newcomers = new Set(
    suspects.length === 0
      ? []
      : listed
          .filter(({ id }) => findSavedPet(copy, id) === undefined && engine.local.journal.owners(id).length === 0)
          .map(matchingKey),
  );
  const found = suspects.filter((entry) => newcomers.has(matchingKey(entry)));
  if (found.length === 0) {
    // They were discarded, or confirmed by another process. A page alone does not tell that.
    if (complete && isAskedAsPutBack(engine)) {
      engine.resume();
    }

    return false;
  }

  const ids = found.map(({ localId }) => localId);
  const which = ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
  engine.pause('changed', {
    code: 'queue_put_back',
    message: `${which} ${ids.length === 1 ? 'waits' : 'wait'} to be sent, but the store has animals like ${ids.length === 1 ? 'it' : 'them'} since it was last seen: this queue may have been put back from a backup. Nothing is sent until you confirm that ${ids.length === 1 ? 'it is' : 'they are'} to be sent, or discard ${ids.length === 1 ? 'it' : 'them'}; what waits is kept.`,
  });
  return true;
}

/**
 * What waits, and of which no person said since its last attempt that it is to be sent all the same. Tries that came to
 * nothing, and
 * what a person did to it, may be older than the backup as well as its entering.
 */
function unconfirmed({ local }: Pick<EngineState, 'local'>): readonly Entry[] {
  return local.journal.entries().filter(({ state, history }) => state === 'queued' && !isConfirmed(history));
}

function isConfirmed(history: Entry['history']): boolean {
  const since = history.slice(history.findLastIndex((record) => record?.kind === 'attempt') + 1);
  return since.some(
    (record) => record?.kind === 'sent-again' || (record?.kind === 'retried' && record.confirmed === true),
  );
}

/** Whether that question is open. The one about the mark is `isCopied`. */
export function isAskedAsPutBack({ paused, isCopied }: Pick<EngineState, 'paused' | 'isCopied'>): boolean {
  return paused?.problem?.code === 'queue_put_back' && !isCopied;
}

/** A person says that what waits is to be sent: their records say so from here on. */
export async function confirmWaiting(engine: EngineState): Promise<void> {
  for (const entry of unconfirmed(engine)) {
    await unlessRaced(
      engine.local.journal.append(entry, { kind: 'retried', at: isoNow(engine.clock), confirmed: true }),
    );
  }

  engine.showEntries();
  engine.setConnection('connecting');
}
