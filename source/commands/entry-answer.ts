import type { Entry } from '../domain/entry.js';
import type { Clock } from '../platform/clock.js';
import { formatAge } from '../platform/duration.js';
import { truncateCells } from '../platform/terminal-text.js';
import { toAnimalRows } from './animal-rows.js';
import type { Answer } from './answer.js';
import { toWireEntry } from './wire-entry.js';

/** Names give way first, so that the reasons have room; `queue show` has everything. */
const nameWidth = 20;

/** Queued animals in every form. */
export function toEntryAnswer(entries: readonly Entry[], clock: Clock): Answer {
  const { titles, rows } = toAnimalRows(entries);
  const items = entries.map(toWireEntry);
  return {
    json: { entries: items },
    items,
    screen: {
      titles: ['ID', 'NAME', 'STATE', 'AGE', 'TRIES', 'NEXT TRY', 'REASON'],
      rows: entries.map((entry) => [
        entry.localId,
        truncateCells(entry.name, nameWidth),
        entry.state,
        formatAge(clock.now() - Date.parse(entry.createdAt)),
        String(entry.attempts),
        entry.nextTryAt === undefined || entry.state === 'created' ? '' : describeNext(entry.nextTryAt, clock),
        describeReason(entry),
      ]),
      flexible: 6,
    },
    rows: {
      titles: [...titles, 'state', 'createdAt', 'attempts', 'nextTryAt', 'reason'],
      rows: rows.map((row, index) => {
        const entry = entries[index] as Entry;
        return [...row, entry.state, entry.createdAt, String(entry.attempts), entry.nextTryAt ?? '', describeReason(entry)];
      }),
    },
  };
}

function describeNext(nextTryAt: string, clock: Clock): string {
  const ms = Date.parse(nextTryAt) - clock.now();
  return ms <= 0 ? 'now' : `in ${formatAge(ms)}`;
}

function describeReason({ state, petId, review, lastError }: Entry): string {
  return state === 'created' ? `is #${petId ?? ''}` : (review?.reason ?? lastError?.message ?? '');
}
