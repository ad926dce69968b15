import { animalColumnNames, type AnimalColumn } from '../table/flags.ts';
import type { Entry } from '../../domain/entry.ts';
import { type NewPet, type Pet, petFieldList } from '../../domain/pet.ts';
import { type Answer, type Fact, type TextRows, toFactLines } from '../run/output.ts';
import type { CategoryLabels } from '../../domain/category-labels.ts';
import { rawInteger, toWireNewPet, toWirePet } from '../../platform/json/json.ts';
import { idOf, isQueued, type PetOrEntry, petTexts } from '../../text/animal/pet-texts.ts';
import { savedCopyText } from '../../text/connection-sentence.ts';
import type { Context } from '../run/context.ts';
import type { Wait } from '../../domain/waits.ts';

/** The state of a queued animal; empty for one on the store. */
export function shownState(animal: PetOrEntry): string {
  return isQueued(animal) ? animal.state : '';
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
  const named: RowColumn = { title: 'category', cell: ({ categoryId }) => labels[categoryId] ?? '' };
  const chosen = columns?.map(toRowColumn) ?? [...animalColumnNames.slice(0, -1).map(toRowColumn), named];
  return {
    titles: chosen.map(({ title }) => title),
    rows: animals.map((animal) => chosen.map(({ cell }) => cell(animal))),
  };
}

type RowColumn = { readonly title: string; readonly cell: (animal: PetOrEntry) => string };

function toRowColumn(name: AnimalColumn): RowColumn {
  const field = petFieldList.find(({ word }) => word === name)?.field;
  return field === undefined
    ? { title: name, cell: name === 'id' ? idOf : shownState }
    : { title: field, cell: (animal) => animal[field] ?? '' };
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
