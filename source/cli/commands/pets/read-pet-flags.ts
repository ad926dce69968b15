import { declaredField, type NewPet, type PetField, petFieldList, petFieldNames, pickPet, type PetWord } from '../../../domain/pet.js';
import { checkField, checkPet } from '../../../domain/pet/check-pet.js';
import { mistakeText } from '../../../domain/pet/mistake-text.js';
import type { Input } from '../../parse/input.js';
import { wrongUse } from '../../run/failure.js';

/** The animal that the flags give. Throws a `Failure` for wrong use where they give none. */
export function readPetFlags(input: Input<PetWord>): NewPet {
  const checked = checkPet(Object.fromEntries(petFieldList.map(({ field, word }) => [field, input.text(word)])), 'argument');
  if ('pet' in checked) {
    return checked.pet;
  }

  const [first] = checked.mistakes;
  throw wrongUse(`--${declaredField(first.field).word} cannot be used: ${mistakeText(first)}. Nothing was saved.`);
}

/** How the flags change an animal: what is not given stays as it was. Throws a `Failure` where they say nothing, or nothing that can be used. */
export function readCorrection(input: Input<PetWord>): (before: NewPet) => NewPet {
  const change: Partial<Record<PetField, string | undefined>> = {};
  for (const declared of petFieldList.filter(({ word }) => input.has(word))) {
    const { field, word, isOptional, kind } = declared;
    const typed = input.text(word);
    const checked = checkField(declared, isOptional && kind.type === 'choice' && typed === 'none' ? undefined : typed, 'argument');
    if ('mistake' in checked) {
      throw wrongUse(`--${word} cannot be used: ${mistakeText({ field, mistake: checked.mistake })}. Nothing was changed.`);
    }

    change[field] = checked.value;
  }

  if (Object.keys(change).length === 0) {
    const flags = petFieldNames.map((field) => `--${declaredField(field).word}`);
    throw wrongUse(`Use ${flags.slice(0, -1).join(', ')} or ${flags.at(-1) ?? ''} to say what changes. Nothing was changed.`);
  }

  return (before) => pickPet({ ...before, ...change } as NewPet);
}
