import type { CategoryLabels } from '../../../domain/category-labels.js';
import {
  type AnyPetField,
  declaredField,
  type NewPet,
  type PetField,
  petFieldList,
  petFieldNames,
  pickPet,
  type PetWord,
} from '../../../domain/pet.js';
import { orText } from '../../../domain/or-text.js';
import { checkField, checkPet } from '../../../domain/pet/check-pet.js';
import { mistakeText } from '../../../domain/pet/mistake-text.js';
import type { Input } from '../../parse/input.js';
import { wrongUse } from '../../run/failures/failure.js';
import { readCategoryText } from '../../../text/animal/read-category-text.js';

/** What was given for each field, by flags or otherwise. */
export type GivenFields = { readonly [W in PetWord]?: string | undefined };

/** The animal that was given. Throws a `Failure` for wrong use if it is none. */
export function readGivenPet(given: GivenFields, labels: CategoryLabels): NewPet {
  const texts = petFieldList.map(
    ({ field, word }) =>
      [
        field,
        field === 'categoryId' ? readCategoryFlag(given[word], labels, 'Nothing was saved.') : given[word],
      ] as const,
  );
  const checked = checkPet(Object.fromEntries(texts), 'argument');
  if ('pet' in checked) {
    return checked.pet;
  }

  const [first] = checked.mistakes;
  throw wrongUse(`--${declaredField(first.field).word} cannot be used: ${mistakeText(first)}. Nothing was saved.`);
}

/**
 * Of the fields that were given, throws a `Failure` for the first that cannot be used; what was not given is left
 * alone.
 */
export function checkGiven(given: GivenFields, labels: CategoryLabels): void {
  for (const declared of petFieldList) {
    const typed = given[declared.word];
    if (typed !== undefined) {
      const problem = findProblem(declared, typed, labels);
      if (problem !== undefined) {
        throw wrongUse(`${problem} Nothing was saved.`);
      }
    }
  }
}

/** What is wrong with one field as a person gave it, in sentences; undefined if it can be used. */
export function findProblem(declared: AnyPetField, typed: string, labels: CategoryLabels): string | undefined {
  const { field, word } = declared;
  const read = field === 'categoryId' ? readCategoryText(typed, labels) : { id: typed };
  if ('problem' in read) {
    return read.problem;
  }

  const checked = checkField(declared, read.id, 'argument');
  return 'mistake' in checked
    ? `--${word} cannot be used: ${mistakeText({ field, mistake: checked.mistake })}.`
    : undefined;
}

/**
 * How the flags change an animal: what is not given stays as it was. Throws a `Failure` if they say nothing, or
 * nothing that can be used.
 */
export function readCorrection(input: Input<PetWord>, labels: CategoryLabels): (before: NewPet) => NewPet {
  const change: Partial<Record<PetField, string | undefined>> = {};
  for (const declared of petFieldList.filter(({ word }) => input.has(word))) {
    const { field, word, isOptional, kind } = declared;
    const typed =
      field === 'categoryId' ? readCategoryFlag(input.text(word), labels, 'Nothing was changed.') : input.text(word);
    const checked = checkField(
      declared,
      isOptional && kind.type === 'choice' && typed === 'none' ? undefined : typed,
      'argument',
    );
    if ('mistake' in checked) {
      throw wrongUse(
        `--${word} cannot be used: ${mistakeText({ field, mistake: checked.mistake })}. Nothing was changed.`,
      );
    }

    change[field] = checked.value;
  }

  if (Object.keys(change).length === 0) {
    const flags = petFieldNames.map((field) => `--${declaredField(field).word}`);
    throw wrongUse(`Use ${orText(flags)} to say what changes. Nothing was changed.`);
  }

  return (before) => pickPet({ ...before, ...change } as NewPet);
}

/**
 * The number of a category that was given by its name. `otherwise`: what became of it all if there is no such name.
 */
function readCategoryFlag(typed: string | undefined, labels: CategoryLabels, otherwise: string): string | undefined {
  if (typed === undefined) {
    return undefined;
  }

  const read = readCategoryText(typed, labels);
  if ('problem' in read) {
    throw wrongUse(`${read.problem} ${otherwise}`);
  }

  return read.id;
}
