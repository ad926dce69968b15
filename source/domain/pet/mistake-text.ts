/**
 * The mistakes of an animal, in words. The service's phrases and those of the program differ because both are public.
 * The first stand in error answers since the first version, the others after a field's name in the shell and in the
 * mistakes of a file.
 */
import { orText } from '../or-text.js';
import { declaredField } from '../pet.js';
import type { PetMistake } from './check-pet.js';

/** For a person, to stand after the field's name: `it is empty; a name needs at least one character`. */
export function mistakeText({ field, mistake }: PetMistake): string {
  const { word, isOptional, kind } = declaredField(field);
  switch (mistake) {
    case 'missing':
      return 'it is missing';
    case 'not-text':
      return 'it must be a text';
    case 'not-integer':
      return 'it must be a 64-bit whole number';
    case 'not-choice':
      return `it must be ${orText(isOptional ? [...(kind.choices ?? []), 'empty'] : (kind.choices ?? []))}`;
    case 'empty':
      return `it is empty; a ${word} needs at least one character`;
    case 'nul':
      return 'it holds a NUL character';
    case 'half-character':
      return 'it holds half of a character (a lone surrogate)';
    case 'not-utf8':
      return 'it is not UTF-8 text';
    case 'too-long':
      return `it is longer than ${kind.most?.person ?? ''} characters`;
  }
}

/** As the service says it, with the field: `name must be text of at least 1 character`. */
export function serviceMistakeText({ field, mistake }: PetMistake): string {
  const { isOptional, kind } = declaredField(field);
  const orLeftOut = isOptional ? ', or left out' : '';
  switch (mistake) {
    case 'missing':
    case 'not-text':
    case 'empty':
      return `${field} must be text of at least 1 character${orLeftOut}`;
    case 'not-integer':
      return `${field} must be a 64-bit integer${orLeftOut}`;
    case 'not-choice':
      return `${field} must be one of ${(kind.choices ?? []).join(', ')}${orLeftOut}`;
    case 'nul':
    case 'half-character':
    case 'not-utf8':
      return `${field} must not hold NUL or half a surrogate pair`;
    case 'too-long':
      return `${field} must be at most ${kind.most?.service ?? ''} characters`;
  }
}
