/** What becomes of an animal of a file. It is queued, maybe although it is like another, or it is left out. */
import type { NewPet, PetField } from '../../domain/pet.ts';
import type { FileAnimal } from './read-animals.ts';

/** `to`: the animal or row that it is like; `id`: what it is called where it is already; `first`: the row above. */
export type Fate =
  | { readonly type: 'queue' }
  | { readonly type: 'alike'; readonly to: string }
  | { readonly type: 'there'; readonly id: string }
  | { readonly type: 'same-id'; readonly first: FileAnimal }
  | { readonly type: 'before'; readonly at: string }
  | { readonly type: 'corrects'; readonly field: PetField };

/** An animal of a file, and what becomes of it. */
export type PlannedAnimal<F extends Fate = Fate> = FileAnimal & { readonly fate: F };

/** A file that can be queued; `animals`: all of it. */
export type ImportPlan = { readonly animals: readonly PlannedAnimal[] };

/** Whether a row is queued. */
export function isFresh({ fate }: PlannedAnimal): boolean {
  return fate.type === 'queue' || fate.type === 'alike';
}

/** The animals with one fate. */
export function withFate<T extends Fate['type']>(
  { animals }: ImportPlan,
  type: T,
): readonly PlannedAnimal<Extract<Fate, { readonly type: T }>>[] {
  return animals.filter((each): each is PlannedAnimal<Extract<Fate, { readonly type: T }>> => each.fate.type === type);
}

/** What the engine is given: it leaves out by itself what was imported before, under its lock. */
export function petsOf({ animals }: ImportPlan): readonly NewPet[] {
  return animals.filter(({ fate }) => fate.type !== 'there' && fate.type !== 'same-id').map(({ pet }) => pet);
}
