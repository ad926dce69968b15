import type { CategoryLabels } from '../../../domain/category-labels.js';
import {
  type AnyPetField,
  type NewPet,
  type PetField,
  petFieldList,
  pickPet,
  type PetWord,
  orText,
} from '../../../domain/pet.js';
import { checkField, mistakeText } from '../../../domain/pet/check-pet.js';
import type { Input } from '../../parse/command.js';
import { wrongUse } from '../../run/failure.js';
import { readCategoryText } from '../../../text/animal/read-category-text.js';

/** The given value of each field, by flags or otherwise. */
export type GivenFields = { readonly [W in PetWord]?: string | undefined };

/** The animal that was given. Throws a `Failure` for wrong use if it is invalid. */
export function readGivenPet(given: GivenFields, labels: CategoryLabels): NewPet {
  return pickPet(readAll(petFieldList, given, labels) as NewPet);
}

/** Throws a `Failure` for the first field that was given and cannot be used; the others may still be asked for. */
export function checkGiven(given: GivenFields, labels: CategoryLabels): void {
  const typed = petFieldList.filter(({ word }) => given[word] !== undefined);
  readAll(typed, given, labels);
}

type Values = Partial<Record<PetField, string | undefined>>;

function readAll(
  fields: readonly AnyPetField[],
  given: GivenFields,
  labels: CategoryLabels,
  otherwise = 'Nothing was saved.',
): Values {
  const values: Values = {};
  for (const declared of fields) {
    const read = readGivenField(declared, given[declared.word], labels);
    if ('problem' in read) {
      throw wrongUse(`${read.problem} ${otherwise}`);
    }

    values[declared.field] = read.value;
  }

  return values;
}

/** One field as a person gave it (undefined: not set), or the problem with it, in sentences. */
export function readGivenField(
  declared: AnyPetField,
  typed: string | undefined,
  labels: CategoryLabels,
): { readonly value: string | undefined } | { readonly problem: string } {
  const { field, word } = declared;
  const isCategory = field === 'categoryId' && typed !== undefined;
  const read = isCategory ? readCategoryText(typed, labels) : { id: typed };
  if ('problem' in read) {
    return read;
  }

  const checked = checkField(declared, read.id, 'argument');
  return 'mistake' in checked
    ? { problem: `--${word} cannot be used: ${mistakeText({ field, mistake: checked.mistake })}.` }
    : checked;
}

/** How the flags change an animal. Throws a `Failure` if they change no field, or give an invalid value. */
export function readCorrection(input: Input<PetWord>, labels: CategoryLabels): (before: NewPet) => NewPet {
  const fields = petFieldList.filter(({ word }) => input.has(word));
  if (fields.length === 0) {
    const flags = petFieldList.map(({ word }) => `--${word}`);
    throw wrongUse(`Use ${orText(flags)} to say what changes. Nothing was changed.`);
  }

  const given: GivenFields = Object.fromEntries(
    fields.map(({ word, isOptional, kind }) => {
      const typed = input.text(word);
      return [word, isOptional && kind.type === 'choice' && typed === 'none' ? undefined : typed];
    }),
  );
  const change = readAll(fields, given, labels, 'Nothing was changed.');
  return (before) => pickPet({ ...before, ...change } as NewPet);
}
