/** What shell and app say of a file that is imported. */
import { countText } from '../../text/count-text.js';
import type { RowMistake, NamedAnimal } from './check-row.js';
import type { NewPet } from '../../domain/pet.js';
import { isSamePet } from '../../domain/pet/compare-pets.js';
import type { Snapshot } from '../../sync/api.js';

/** `line 3, item 2, name: it is missing` */
export function mistakeLine({ line, item, field, message }: RowMistake): string {
  const place = [`line ${line}`, item === undefined ? [] : `item ${item}`, field ?? []].flat();
  return `${place.join(', ')}: ${message}`;
}

/** The heading above the mistakes of a file. */
export function mistakesTitle({ length }: readonly RowMistake[]): string {
  return `No animal was queued, because the file has ${length === 1 ? 'a mistake' : countText(length, 'mistake')}:`;
}

/** More ids than these only fill the line. */
const mostIds = 5;

/** Says of animals, by their ids, that they are there already. */
export function knownText(ids: readonly string[]): string {
  const isQueued = (id: string): boolean => id.startsWith('Q-');
  const places = [ids.every(isQueued) ? [] : 'on the store', ids.some(isQueued) ? 'in the queue' : []].flat();
  const where = places.join(' or ');
  const shown = ids.slice(0, mostIds).map((id) => (isQueued(id) ? id : `#${id}`));
  return (
    `${ids.length} of these ${ids.length === 1 ? 'is' : 'are'} ${where} already, by the saved copy: ` +
    `${shown.join(', ')}${ids.length > mostIds ? ` and ${ids.length - mostIds} more` : ''}.`
  );
}

/** Says of content that it was imported before. `at`: ISO. */
export function importedBeforeText(rows: number, at: string): string {
  return `The same ${rows === 1 ? 'animal was' : `${rows} animals were`} already imported at ${at}.`;
}

/** What of a file was not used, or undefined. */
export function ignoredText(ignored: readonly string[]): string | undefined {
  return ignored.length === 0
    ? undefined
    : `Not used: ${ignored.map((title) => (title === '' ? 'a column without a title' : `"${title}"`)).join(', ')}.`;
}

/**
 * The ids of the animals that are known with the same values already: on the store by the saved copy, or in the queue.
 */
export function findKnown(
  named: readonly NamedAnimal[],
  { pets, entries }: Pick<Snapshot, 'pets' | 'entries'>,
): readonly string[] {
  const animals: readonly (readonly [string, NewPet])[] = [
    ...pets.map((pet) => [pet.id, pet] as const),
    ...entries.filter(({ state }) => state !== 'discarded').map((entry) => [entry.localId, entry] as const),
  ];
  const known = new Map(animals);
  return named.flatMap(({ id, pet }) => {
    const animal = known.get(id);
    return animal && isSamePet(animal, pet) ? [id] : [];
  });
}
