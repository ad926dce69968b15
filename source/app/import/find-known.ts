import type { NewPet } from '../../domain/pet.js';
import { isSamePet } from '../../domain/pet/compare-pets.js';
import type { Snapshot } from '../../sync/api.js';
import type { NamedAnimal } from './check-row.js';

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
