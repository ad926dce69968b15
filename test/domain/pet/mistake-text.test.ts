import test from 'ava';
import type { PetField, Mistake } from '../../../source/domain/pet.ts';
import { mistakeText, serviceMistakeText } from '../../../source/domain/pet/check-pet.ts';

const said: readonly (readonly [PetField, Mistake, toPerson: string | undefined, byService: string])[] = [
  ['name', 'missing', 'it is missing', 'name must be text of at least 1 character'],
  ['name', 'not-text', 'it must be a text', 'name must be text of at least 1 character'],
  ['name', 'empty', 'it is empty; a name needs at least one character', 'name must be text of at least 1 character'],
  ['name', 'nul', 'it holds a NUL character', 'name must not hold NUL or half a surrogate pair'],
  [
    'name',
    'half-character',
    'it holds half of a character (a lone surrogate)',
    'name must not hold NUL or half a surrogate pair',
  ],
  ['name', 'not-utf8', 'it is not UTF-8 text', 'name must not hold NUL or half a surrogate pair'],
  ['name', 'too-long', undefined, 'name must be at most 1000 characters'],
  ['categoryId', 'not-integer', 'it must be a 64-bit whole number', 'categoryId must be a 64-bit integer'],
  [
    'status',
    'not-choice',
    'it must be available, pending, sold or empty',
    'status must be one of available, pending, sold, or left out',
  ],
];

for (const [field, mistake, toPerson, byService] of said) {
  test(`${field} ${mistake} is told in a person's words, and in those that the service has always had`, (t) => {
    // A person may enter a name of any length; a service that takes no such name says so itself.
    t.is(toPerson === undefined ? undefined : mistakeText({ field, mistake }), toPerson);
    t.is(serviceMistakeText({ field, mistake }), byService);
  });
}
