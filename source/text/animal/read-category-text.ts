import { type CategoryLabels, createCategoryReader } from '../../domain/category-labels.ts';
import type { Int64 } from '../../domain/int64.ts';
import { unnamedCategories } from '../../domain/search/match-query.ts';
import { orText, petFieldList } from '../../domain/pet.ts';
import { type Query, qualityWords } from '../../domain/search/query.ts';
import { shortName, shellWord, suggest } from '../hints.ts';

/** More names than these only fill the line. */
const mostNames = 8;
const fields = 'The fields of a filter are name:, cat:, id:, is: and since:, as in "name:lu cat:dogs is:sold".';
/** The sentences on a filter's fields, by the words that people write before a colon. */
const fieldTexts: ReadonlyMap<string | undefined, string> = new Map([
  ...[...petFieldList.map(({ word }) => word), 'state'].map((word) => [word, fields] as const),
  ['is', `After is: petstore knows ${orText(qualityWords)}.`],
  ['id', 'After id: petstore takes a number, or a range such as 500..600.'],
  ['since', 'After since: petstore takes 2h or 7d, a day such as 2026-11-28, today or yesterday.'],
]);

/** Why a filter finds nothing, if it asks for a field, state or category that does not exist; empty: it does not. `naming` as below. */
export function nothingFoundText(query: Query, labels: CategoryLabels, naming = inShell): string {
  const [told] = fieldsAsWords(query).flatMap((field) => fieldTexts.get(field) ?? []);
  if (told !== undefined) {
    return told;
  }

  const [text] = unnamedCategories(query, labels);
  const read = text === undefined ? undefined : readCategoryText(text, labels, naming);
  return read && 'problem' in read ? read.problem : '';
}

/** The mistake of a filter that has a value after `is:`, `id:` or `since:` which petstore does not know. */
export function findValueMistake(query: Query): string | undefined {
  return fieldTexts.get(fieldsAsWords(query).find((field) => ['is', 'id', 'since'].includes(field)));
}

/** The name before the colon of each word that has one, though it is no field of a filter. */
function fieldsAsWords({ terms }: Query): readonly string[] {
  return terms.flatMap((term) =>
    term.field === 'word' && !term.quoted ? (/^(\w+):/u.exec(term.text)?.[1] ?? []) : [],
  );
}

/** What gives a category a name, as it is printed in a sentence. */
export type Naming = (name: string) => string;
const inShell: Naming = (name) => `\`petstore config category NUMBER ${shellWord(name)}\``;
export const inApp: Naming = (name) => `:name NUMBER ${name}`;

/** A category as a person wrote it, or its mistake in sentences. `naming`: what gives one a name here. */
export function readCategoryText(
  typed: string,
  labels: CategoryLabels,
  naming = inShell,
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
  const lower = names.map((name) => name.toLowerCase());
  const near = suggest(typed.trim().toLowerCase(), lower);
  const meant = near === undefined ? undefined : names[lower.indexOf(near)];
  const known =
    names.length === 0
      ? 'No category has a name yet'
      : `${names.length === 1 ? 'There is' : 'There are'} ` +
        `${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ' and others' : ''}`;
  return {
    problem:
      `There is no category "${text}". ` +
      (meant === undefined ? `${known}. To name one: ${naming(text)}.` : `Did you mean "${meant}"?`),
  };
}
