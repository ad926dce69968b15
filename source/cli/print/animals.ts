import { animalColumnNames, type AnimalColumn } from '../table/flags.ts';
import type { Entry } from '../../domain/entry.ts';
import { type NewPet, type Pet, type PetField, petFieldList } from '../../domain/pet.ts';
import { type Answer, type Fact, type TextRows, toFactLines } from '../run/output.ts';
import { type CategoryLabels, categoryText } from '../../domain/category-labels.ts';
import { rawInteger, toWireNewPet, toWirePet } from '../../platform/json/json.ts';
import { idOf, isQueued, type PetOrEntry, petTexts } from '../../text/animal/pet-texts.ts';
import { savedCopyText } from '../../text/connection-sentence.ts';
import type { Context } from '../run/context.ts';
import type { Wait } from '../../domain/waits.ts';

const fieldOf = (name: AnimalColumn): PetField | undefined => petFieldList.find(({ word }) => word === name)?.field;

/** With `labels` as a person reads it: a category by its name. */
function cellOf(animal: PetOrEntry, name: AnimalColumn, labels?: CategoryLabels): string {
  const field = fieldOf(name);
  if (field !== undefined) {
    return field === 'categoryId' && labels ? categoryText(animal.categoryId, labels) : (animal[field] ?? '');
  }

  const state = isQueued(animal) ? animal.state : '';
  return name === 'id' ? idOf(animal) : state;
}

/**
 * TSV and CSV: public interface. `columns`: those that were chosen; undefined: an animal's id, its fields, and the name
 * that a person gave its category.
 */
export function toAnimalRows(
  animals: readonly PetOrEntry[],
  labels: CategoryLabels,
  columns?: readonly AnimalColumn[],
): TextRows {
  const chosen = columns ?? animalColumnNames.slice(0, -1);
  return {
    titles: [...chosen.map((name) => fieldOf(name) ?? name), ...(columns ? [] : ['category'])],
    rows: animals.map((animal) => [
      ...chosen.map((name) => cellOf(animal, name)),
      ...(columns ? [] : [labels[animal.categoryId] ?? '']),
    ]),
  };
}

/** The table for people. Without queued animals there is no state to tell. */
export function toAnimalTable(
  animals: readonly PetOrEntry[],
  labels: CategoryLabels,
  columns: readonly AnimalColumn[] = animalColumnNames.slice(0, animals.some(isQueued) ? undefined : -1),
) {
  return {
    titles: columns.map((name) => name.toUpperCase()),
    rows: animals.map((animal) => columns.map((name) => cellOf(animal, name, labels))),
    flexible: Math.max(0, columns.indexOf(columns.includes('name') ? 'name' : 'category')),
  };
}

/** A pet that was looked up, who told of it, and when that was. */
export type FoundPet = { readonly pet: Pet; readonly source: 'service' | 'cache'; readonly fetchedAt: string };

/** The `--json` of a pet. */
export function toWireFoundPet({ pet, source, fetchedAt }: FoundPet): object {
  return { pet: toWirePet(pet), source, fetchedAt };
}

/** Every field of an animal for a person. */
export function petFacts(pet: NewPet, labels: CategoryLabels): readonly Fact[] {
  return petTexts(pet, labels).map(({ label, text = 'not set' }) => [label, text]);
}

/** One pet in every format. */
export function toPetAnswer(found: FoundPet, labels: CategoryLabels): Answer {
  const { pet } = found;
  return {
    json: toWireFoundPet(found),
    items: [toWirePet(pet)],
    screen: { lines: toFactLines([['ID', pet.id], ...petFacts(pet, labels)]) },
    csv: toAnimalRows([pet], labels),
  };
}

/** Says how old a pet of the saved copy is, and why it is told from there. */
export function sayPetAge({ pet, source, fetchedAt }: FoundPet, why: string, { output, clock }: Context): void {
  if (source === 'cache') {
    output.warn(`#${pet.id}: ${savedCopyText(fetchedAt, clock.now())}.${why}`);
  }
}

/** A queued animal as `--json` shows it: public interface. `wait`: why it waits, if it does. */
export function toWireEntry(entry: Entry, wait?: Wait): object {
  const { localId, state, createdAt, attempts, petId, ifAbsent, instead, body, review } = entry;
  // JSON leaves an undefined member out.
  return {
    localId,
    ...toWireNewPet(entry),
    ...{ state, createdAt, attempts, nextTryAt: nextTryOf(entry, wait) },
    lastError: state === 'created' ? undefined : entry.lastError,
    review:
      review && state === 'review'
        ? { reason: review.reason, candidates: review.candidates.map(toWirePet) }
        : undefined,
    waitsFor: wait?.type === 'blocked' ? wait.by.localId : undefined,
    ifAbsent,
    instead: instead && instead.body !== body ? toWireNewPet(instead) : undefined,
    petId: petId && rawInteger(petId),
    elsewhere: entry.elsewhere,
    gone: entry.gone,
  };
}

/** When it is tried next. The store's wish to wait holds for all that waits, not only for the animal it was for. */
export function nextTryOf({ nextTryAt }: Entry, wait: Wait | undefined): string | undefined {
  return wait?.type === 'deferred' || wait?.type === 'rest' ? wait.until : nextTryAt;
}
