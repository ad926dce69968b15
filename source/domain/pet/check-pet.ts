/** The one check of animals that a person or a client gives: of service, shell, form and import. */
import {
  type AnyPetField,
  type NewPet,
  type PetField,
  petFieldList,
  pickPet,
  declaredField,
  type Mistake,
  orText,
} from '../pet.ts';

/**
 * Where values come from:
 *
 * - `body`: JSON that the service was sent; an optional field can only be left out
 * - `item`: JSON that a person imports, where null and an empty text are not set either
 * - `text`: cells of a file and fields of a form; an optional field that is blank is not set
 * - `argument`: the command line
 *
 * Whatever a person gives, U+FFFD stands for bytes that were no UTF-8 somewhere: the original is lost already.
 */
export type PetSource = 'body' | 'item' | 'text' | 'argument';

/** The mistake in a field. */
export type PetMistake = { readonly field: PetField; readonly mistake: Mistake };

type CheckedPet = { readonly pet: NewPet } | { readonly mistakes: readonly [PetMistake, ...PetMistake[]] };

/** Values by the names of fields; what else is there is left alone. */
export function checkPet(values: Readonly<Partial<Record<PetField, unknown>>>, source: PetSource): CheckedPet {
  const read: Partial<Record<PetField, string | undefined>> = {};
  const mistakes: PetMistake[] = [];
  for (const declared of petFieldList) {
    const checked = checkField(declared, values[declared.field], source);
    if ('mistake' in checked) {
      mistakes.push({ field: declared.field, mistake: checked.mistake });
    } else {
      read[declared.field] = checked.value;
    }
  }

  const [first, ...more] = mistakes;
  return first ? { mistakes: [first, ...more] } : { pet: pickPet(read as NewPet) };
}

/** One field's value (undefined: not set), or its mistake. */
export function checkField(
  { isOptional, kind }: AnyPetField,
  given: unknown,
  source: PetSource,
): { readonly value: string | undefined } | { readonly mistake: Mistake } {
  if (isOptional && isUnset(given, source)) {
    return { value: undefined };
  }

  if (kind.type === 'text' ? given === undefined : source !== 'body' && isUnset(given, 'item')) {
    return { mistake: 'missing' };
  }

  const value =
    source === 'body' || source === 'item'
      ? kind.fromJson(given)
      : kind.fromText(typeof given === 'string' ? given : '');
  if (value === undefined) {
    return { mistake: kind.otherwise };
  }

  const mistake =
    kind.findMistake(value, source === 'body' ? 'service' : 'person') ??
    (source !== 'body' && value.includes('\uFFFD') ? 'not-utf8' : undefined);
  return mistake === undefined ? { value } : { mistake };
}

function isUnset(given: unknown, source: PetSource): boolean {
  switch (source) {
    case 'body':
      return given === undefined;
    case 'item':
      return given === undefined || given === null || given === '';
    case 'text':
    case 'argument':
      return typeof given !== 'string' || given.trim() === '';
  }
}

/** For a person, to stand after the field's name: `it is empty; a name needs at least one character`. */
export function mistakeText({ field, mistake }: PetMistake): string {
  const { word, isOptional, kind } = declaredField(field);
  const texts: Readonly<Record<Mistake, string>> = {
    missing: 'it is missing',
    'not-text': 'it must be a text',
    'not-integer': 'it must be a 64-bit whole number',
    'not-choice': `it must be ${orText(isOptional ? [...(kind.choices ?? []), 'empty'] : (kind.choices ?? []))}`,
    empty: `it is empty; a ${word} needs at least one character`,
    nul: 'it holds a NUL character',
    'half-character': 'it holds half of a character (a lone surrogate)',
    'not-utf8': 'it is not UTF-8 text',
    'too-long': `it is longer than ${kind.most?.person ?? ''} characters`,
  };
  return texts[mistake];
}

/** As the service says it since the first version, with the field; both texts are public. */
export function serviceMistakeText({ field, mistake }: PetMistake): string {
  const { isOptional, kind } = declaredField(field);
  const orLeftOut = isOptional ? ', or left out' : '';
  const noText = `${field} must be text of at least 1 character${orLeftOut}`;
  const unkeepable = `${field} must not hold NUL or half a surrogate pair`;
  const texts: Readonly<Record<Mistake, string>> = {
    missing: noText,
    'not-text': noText,
    empty: noText,
    'not-integer': `${field} must be a 64-bit integer${orLeftOut}`,
    'not-choice': `${field} must be one of ${(kind.choices ?? []).join(', ')}${orLeftOut}`,
    nul: unkeepable,
    'half-character': unkeepable,
    'not-utf8': unkeepable,
    'too-long': `${field} must be at most ${kind.most?.service ?? ''} characters`,
  };
  return texts[mistake];
}
