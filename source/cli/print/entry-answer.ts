import type { Entry } from '../../domain/entry.js';
import type { Clock } from '../../platform/time/clock.js';
import { formatAge } from '../../platform/time/duration.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { findWaits, type EntryWait } from '../../sync/outbox/waits.js';
import { toAnimalRows } from './animal-rows.js';
import type { Answer } from './answer.js';
import { localEnd } from './local-time.js';
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
        formatAge(clock.now() - Date.parse(entry.createdAt)),
        String(entry.attempts),
        entry.nextTryAt === undefined || entry.state === 'created' ? '' : describeNext(entry.nextTryAt, clock),
        describeReason(entry, waits[index]),
      ]),
      flexible: 6,
    },
    rows: {
      titles: [...titles, 'state', 'createdAt', 'attempts', 'nextTryAt', 'reason'],
      rows: rows.map((row, index) => {
        const entry = entries[index] as Entry;
        return [...row, entry.state, entry.createdAt, String(entry.attempts), entry.nextTryAt ?? '', describeReason(entry, waits[index])];
      }),
    },
  };
}

function describeNext(nextTryAt: string, clock: Clock): string {
  const ms = Date.parse(nextTryAt) - clock.now();
  return ms <= 0 ? 'now' : `in ${formatAge(ms)}`;
}

function nextTryOf(wait: EntryWait | undefined): Pick<Entry, 'nextTryAt'> {
  return wait?.type === 'deferred' ? { nextTryAt: wait.until } : {};
}

function describeReason({ state, petId, review, lastError }: Entry, wait: EntryWait | undefined): string {
  if (state === 'created') {
    return `is #${petId ?? ''}`;
  }

  return wait ? describeWait(wait) : (review?.reason ?? lastError?.message ?? '');
}

/** What an animal waits for, without a full stop. */
export function describeWait(wait: EntryWait): string {
  return wait.type === 'blocked' ? `waits for ${wait.by.localId} to be decided, which has the same name and category` : `the store asked to wait until ${localEnd(wait.until)}`;
}
