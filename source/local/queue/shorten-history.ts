/**
 * A store that asks to wait for days, or loses every request, would have the history of an animal grow without end. Of
 * a long one the middle is left out, up to a try before which the animal was as if it had never been sent: what it was
 * then stands in its place. How many events they were stays, since an outcome names its attempt by its place.
 */
import type { EntryRecord, RecordOf } from '../../domain/record.ts';
import { foldEntry } from './fold-entry.ts';

type History = readonly EntryRecord[];

/** So many events are kept before another try, which has room for ten more. */
const mostEvents = 40;
/** The first ones stay: they tell how it began. So do the last ones, at least. */
const firstKept = 10;
const lastKept = 20;

/** The history of an animal that is about to be sent, with room for this try. */
export function shortenHistory(history: History): History {
  const [entered, ...later] = history;
  for (let from = history.length - lastKept; history.length > mostEvents && from > firstKept + 1; from -= 1) {
    const isTry = history[from]?.kind === 'attempt';
    const before = isTry ? foldEntry(entered as RecordOf<'entered'>, later.slice(0, from - 1)) : undefined;
    if (before?.state === 'queued' && before.undecided === undefined) {
      const left = history.slice(firstKept, from);
      const { attempts, body, key } = before;
      const events = left.reduce((sum, record) => sum + (record.kind === 'left-out' ? record.events : 1), 0);
      const leftOut: EntryRecord = { kind: 'left-out', at: left.at(-1)?.at ?? '', events, attempts, body, key };
      return [...history.slice(0, firstKept), leftOut, ...history.slice(from)];
    }
  }

  return history;
}
