import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import { findWaits, type Wait } from '../../domain/waits.js';
import type { Clock } from '../../platform/time/clock.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { entryReason, nextTryText } from '../../text/queue/entry-lines.js';
import { tableOf } from '../../text/columns.js';
import { type QueueLine, queueColumns } from '../../text/queue/queue-columns.js';
import { lengthText } from '../../text/time-text.js';
import { toAnimalRows } from './animal-rows.js';
import type { Answer } from '../run/output.js';
import { toWireEntry } from './pet-answer.js';
import { chosenLabels } from '../../app/home.js';
import type { Engine } from '../../sync/api.js';
import type { Context } from '../run/context.js';

/** Names give way first, so that the reasons have room; `queue show` has everything. */
const nameWidth = 20;

/** The surroundings of the text about an animal. `all`: every entry there is, as one may wait for another. */
type EntryFacts = { readonly clock: Clock; readonly all: readonly Entry[]; readonly labels: CategoryLabels };

/** Queued animals in every form. */
export function toEntryAnswer(chosen: readonly Entry[], { clock, all, labels }: EntryFacts): Answer {
  const waitOf = findWaits(all, clock.now());
  const waits = chosen.map(waitOf);
  // The store's wish to wait holds for all that waits, not only for the animal it was answered with.
  const entries = chosen.map((entry, index): Entry => {
    const wait = waits[index];
    return wait?.type === 'deferred' ? { ...entry, nextTryAt: wait.until } : entry;
  });
  const { titles, rows } = toAnimalRows(entries);
  const items = entries.map((entry, index) => toWireEntry(entry, waits[index]));
  return {
    json: { entries: items },
    items,
    screen: {
      ...tableOf(
        queueColumns,
        entries.map((entry, index) => toLine(entry, waits[index], clock.now())),
        { labels },
      ),
      flexible: queueColumns.findIndex(({ title }) => title === 'REASON'),
    },
    rows: {
      titles: [...titles, 'state', 'createdAt', 'attempts', 'nextTryAt', 'reason'],
      rows: rows.map((row, index) => {
        const entry = entries[index] as Entry;
        return [
          ...row,
          entry.state,
          entry.createdAt,
          String(entry.attempts),
          entry.nextTryAt ?? '',
          entryReason(entry, waits[index], clock.now()),
        ];
      }),
    },
  };
}

/** In lines that may be read later, a length of time is told and not the time of day. */
function toLine(entry: Entry, wait: Wait | undefined, now: number): QueueLine {
  return {
    entry: { ...entry, name: truncateCells(entry.name, nameWidth) },
    age: lengthText(now - Date.parse(entry.createdAt)),
    nextTry: entry.nextTryAt === undefined || entry.state === 'created' ? '' : nextTryText(entry.nextTryAt, now),
    reason: entryReason(entry, wait, now),
  };
}

/** What queued animals are printed with, as everything is now. */
export async function toEntryFacts(context: Context, engine: Pick<Engine, 'snapshot'>): Promise<EntryFacts> {
  return { clock: context.clock, all: engine.snapshot().entries, labels: chosenLabels(await context.openHome()) };
}
