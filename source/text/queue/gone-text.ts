/** What is said of an animal that the store took in and no longer lists. */
import type { Entry } from '../../domain/entry.ts';
import { countText } from '../count-text.ts';
import { exactTimeText } from '../time-text.ts';

/** What became of one, as far as that is known. */
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
