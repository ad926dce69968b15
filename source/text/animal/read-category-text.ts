import { type CategoryLabels, createCategoryReader } from '../../domain/category-labels.js';
import type { Int64 } from '../../domain/int64.js';
import { unnamedCategories } from '../../domain/search/match-query.js';
import { orText, petFieldList } from '../../domain/pet.js';
import { type Query, qualityWords } from '../../domain/search/query.js';
import { shortName, shellWord, suggest } from '../hints.js';

/** More names than these only fill the line. */
const mostNames = 8;

const fields = 'The fields of a filter are cat:, id: and is:, as in "cat:dogs is:sold".';
/** The sentences on a filter's fields, by the words that people write before a colon. */
const fieldTexts: ReadonlyMap<string | undefined, string> = new Map([
  ...[...petFieldList.map(({ word }) => word), 'state'].map((word) => [word, fields] as const),
  ['is', `After is: petstore knows ${orText(qualityWords)}.`],
  ['id', 'After id: petstore takes a number, or a range such as 500..600.'],
]);

/** Why a filter finds nothing, if it asks for a field, state or category that does not exist; empty: it does not. */
export function nothingFoundText(query: Query, labels: CategoryLabels): string {
  const words = query.terms.flatMap((term) => (term.field === 'word' && !term.exact ? [term.text] : []));
  const [told] = words.flatMap((word) => fieldTexts.get(/^(\w+):/u.exec(word)?.[1]) ?? []);
  if (told !== undefined) {
    return told;
  }

  const [text] = unnamedCategories(query, labels);
  const read = text === undefined ? undefined : readCategoryText(text, labels);
  return read && 'problem' in read ? read.problem : '';
}

/** A category as a person wrote it, or its mistake in sentences. */
export function readCategoryText(
  typed: string,
  labels: CategoryLabels,
): { readonly id: Int64 } | { readonly problem: string } {
  const [id, ...others] = createCategoryReader(labels)(typed);
  if (id !== undefined && others.length === 0) {
    return { id };
  }

  const text = shortName(typed.trim());
  if (id !== undefined) {
    return { problem: `"${text}" is the name of the categories ${[id, ...others].join(' and ')}; use the number.` };
  }

  const names = Object.values(labels);
  const near = suggest(
    typed.trim().toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  const meant = names.find((name) => name.toLowerCase() === near);
  const known =
    names.length === 0
      ? 'No category has a name yet'
      : `${names.length === 1 ? 'There is' : 'There are'} ` +
        `${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ' and others' : ''}`;
  return {
    problem:
      `There is no category "${text}". ` +
      (meant === undefined
        ? `${known}. To name one: \`petstore config category NUMBER ${shellWord(text)}\`.`
        : `Did you mean "${meant}"?`),
  };
}
