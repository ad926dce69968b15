import { type Entry, type EntryState, entryStates, isWaiting } from '../../domain/entry.ts';
import { countList } from '../count-text.ts';

/** A queue in numbers, each state in its own word: `2 queued, 1 held`; empty if nothing is left. */
export function queueText(entries: readonly Pick<Entry, 'state'>[]): string {
  const count = countIn(entries);
  return countList(entryStates.filter(isWaiting).map((state) => [count(state), state])).join(', ');
}

/** Counts entries by their states. */
export function countIn(entries: readonly Pick<Entry, 'state'>[]): (...states: readonly EntryState[]) => number {
  return (...states) => entries.filter(({ state }) => states.includes(state)).length;
}

/** The rest of a queue in a sentence for each kind of state. `goesOn`: how those for the store are sent. */
export function leftSentences(entries: readonly Pick<Entry, 'state'>[], goesOn: string): readonly string[] {
  const count = countIn(entries);
  const ofStore = countList([
    [count('queued', 'sending'), 'animal is queued', 'animals are queued'],
    [count('checking'), 'animal is being checked', 'animals are being checked'],
  ]);
  return [
    ...(ofStore.length === 0 ? [] : [`${ofStore.join(', ')}: ${goesOn}.`]),
    ...countList([
      [count('rejected', 'review'), 'animal needs you: `petstore queue`.', 'animals need you: `petstore queue`.'],
      [count('held'), 'animal is held.', 'animals are held.'],
    ]),
  ];
}
