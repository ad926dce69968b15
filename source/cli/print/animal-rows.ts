import type { Entry } from '../../domain/entry.js';
import { type NewPet, type Pet, petFieldNames, petFields, type PetWord } from '../../domain/pet.js';
import type { TextRows } from '../run/output.js';

/** A pet, or an animal that waits to become one. */
export type Animal = Pet | Entry;

/** Whether an animal is one that was entered here. */
export function isEntry(animal: Animal): animal is Entry {
  return 'localId' in animal;
}

/** `42`, or `Q-7` if it has no id yet. */
export function shownId(animal: Animal): string {
  return isEntry(animal) ? animal.localId : animal.id;
}

/** The state of a queued animal; empty for one on the store. */
export function shownState(animal: Animal): string {
  return isEntry(animal) ? animal.state : '';
}

/** A column that a list of animals can be asked for. */
export type AnimalColumn = 'id' | PetWord | 'state';

/** The columns that a list of animals can be asked for, in the order of those that it has without being asked. */
export const animalColumnNames: readonly AnimalColumn[] = [
  'id',
  ...petFieldNames.map((field) => petFields[field].word),
  'state',
];

/** An animal's fields as cells, under `petFieldNames`; one that is not set is empty. */
export function toPetCells(animal: NewPet): readonly string[] {
  return petFieldNames.map((field) => animal[field] ?? '');
}

/** TSV and CSV: public interface. `columns`: those that were chosen; undefined: an animal's id and fields. */
export function toAnimalRows(
  animals: readonly Animal[],
  columns: readonly AnimalColumn[] = animalColumnNames.slice(0, -1),
): TextRows {
  const chosen = columns.map(toRowColumn);
  return {
    titles: chosen.map(({ title }) => title),
    rows: animals.map((animal) => chosen.map(({ cell }) => cell(animal))),
  };
}

function toRowColumn(name: AnimalColumn): { readonly title: string; readonly cell: (animal: Animal) => string } {
  const field = petFieldNames.find((each) => petFields[each].word === name);
  return field === undefined
    ? { title: name, cell: name === 'id' ? shownId : shownState }
    : { title: field, cell: (animal) => animal[field] ?? '' };
}
