import type { Entry } from '../../domain/entry.js';
import { findWaits, type Wait } from '../../domain/waits.js';
import type { Clock } from '../../platform/time/clock.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { entryReason, nextTryText } from '../../text/entry-lines.js';
import { lengthText } from '../../text/time-text.js';
import { toAnimalRows } from './animal-rows.js';
import type { Answer } from './answer.js';
import { toWireEntry } from './wire-entry.js';

/** Names give way first, so that the reasons have room; `queue show` has everything. */
const nameWidth = 20;

/** Queued animals in every form. `all`: every entry there is, as one may wait for another. */
export function toEntryAnswer(chosen: readonly Entry[], clock: Clock, all: readonly Entry[]): Answer {
  const waitOf = findWaits(all, clock.now());
  const waits = chosen.map(waitOf);
  // The store's wish to wait holds for all that waits, not only for the animal it was answered with.
  const entries = chosen.map((entry, index): Entry => ({ ...entry, ...nextTryOf(waits[index]) }));
  const { titles, rows } = toAnimalRows(entries);
  const items = entries.map((entry, index) => toWireEntry(entry, waits[index]));
  return {
    json: { entries: items },
    items,
    screen: {
      titles: ['ID', 'NAME', 'STATE', 'AGE', 'TRIES', 'NEXT TRY', 'REASON'],
      rows: entries.map((entry, index) => [
        entry.localId,
        truncateCells(entry.name, nameWidth),
        entry.state,
        lengthText(clock.now() - Date.parse(entry.createdAt)),
        String(entry.attempts),
        entry.nextTryAt === undefined || entry.state === 'created' ? '' : nextTryText(entry.nextTryAt, clock.now()),
        entryReason(entry, waits[index]),
      ]),
      flexible: 6,
    },
    rows: {
      titles: [...titles, 'state', 'createdAt', 'attempts', 'nextTryAt', 'reason'],
      rows: rows.map((row, index) => {
        const entry = entries[index] as Entry;
        return [...row, entry.state, entry.createdAt, String(entry.attempts), entry.nextTryAt ?? '', entryReason(entry, waits[index])];
      }),
    },
  };
}

function nextTryOf(wait: Wait | undefined): Pick<Entry, 'nextTryAt'> {
  return wait?.type === 'deferred' ? { nextTryAt: wait.until } : {};
}
