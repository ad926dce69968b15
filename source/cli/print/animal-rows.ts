import type { Entry } from '../../domain/entry.js';
import { type NewPet, type Pet, petFieldNames } from '../../domain/pet.js';
import type { TextRows } from './answer.js';

/** A pet, or an animal that waits to become one. */
export type Animal = Pet | Entry;

/** Whether an animal is one that was entered here. */
export function isEntry(animal: Animal): animal is Entry {
  return 'localId' in animal;
}

/** `42`, or `Q-7` where it has no id yet. */
export function shownId(animal: Animal): string {
  return isEntry(animal) ? animal.localId : animal.id;
}

/** An animal's fields as cells, under `petFieldNames`; one that is not set is empty. */
export function toPetCells(animal: NewPet): readonly string[] {
  return petFieldNames.map((field) => animal[field] ?? '');
}

/** TSV and CSV: public interface. */
export function toAnimalRows(animals: readonly Animal[]): TextRows {
  return { titles: ['id', ...petFieldNames], rows: animals.map((animal) => [shownId(animal), ...toPetCells(animal)]) };
}
