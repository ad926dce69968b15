import { type Entry, type EntryState, entryStates, isWaiting } from '../../domain/entry.ts';
import type { Snapshot } from '../../sync/api.ts';
import { countList, countText } from '../count-text.ts';
import { exactTimeText } from '../time-text.ts';

/** A queue in numbers, each state in its own word: `2 queued, 1 held`; empty if nothing is left. */
export function queueText(entries: readonly Pick<Entry, 'state'>[]): string {
  const count = countIn(entries);
  return countList(entryStates.filter(isWaiting).map((state) => [count(state), state])).join(', ');
}

/** Why a queue could not be read whole, with every file of it that cannot be used. */
export function unreadableTexts({ unreadable, queueTrouble }: Pick<Snapshot, 'unreadable' | 'queueTrouble'>) {
  const named = unreadable.map(({ problem }) => problem.message);
  return [...new Set([...named, ...(queueTrouble ? [queueTrouble.message] : [])])];
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

/** What became of an animal that the store took in and no longer lists, as far as that is known. */
export function goneText({ petId }: Pick<Entry, 'petId'>, since: string, now: number): string {
  return (
    `It was #${petId ?? '?'}, and the store has not listed it since ${exactTimeText(since, now)}: it was removed there, or the ` +
    'store was put back to an earlier state.'
  );
}

/** `2 animals of yours are gone from the store: Q-4 (#4), Q-5 (#5).`; undefined: none is. */
export function goneSentence(entries: readonly Entry[]): string | undefined {
  const gone = entries.filter(({ gone: since, state }) => since !== undefined && state === 'created');
  if (gone.length === 0) {
    return undefined;
  }

  const names = gone.map(({ localId, petId }) => `${localId} (#${petId ?? '?'})`).join(', ');
  const [first] = gone;
  return (
    `${countText(gone.length, 'animal')} of yours ${gone.length === 1 ? 'is' : 'are'} gone from the store: ${names}. ` +
    `Removed there, or the store was put back; \`petstore queue send-again ${first?.localId ?? ''}\` adds one again.`
  );
}
