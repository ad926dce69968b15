import { type CategoryLabels, categoryText, createCategoryReader } from '../../domain/category-labels.ts';
import { compareInt64, type Int64 } from '../../domain/int64.ts';
import type { Pet } from '../../domain/pet.ts';
import { foldText } from '../../domain/search/fold-text.ts';
import { remember } from './remember.ts';

/** A category that some animal has or a person named. */
export type KnownCategory = { readonly id: Int64; readonly text: string; readonly animals: number };
/** Every category a pet has or a person named, the most used first; kept until the pets or labels change. */
export const categoriesOf = remember((pets: readonly Pet[], labels: CategoryLabels): readonly KnownCategory[] => {
  const counts = new Map<Int64, number>((Object.keys(labels) as Int64[]).map((id) => [id, 0]));
  for (const { categoryId } of pets) {
    counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
  }

  return Array.from(counts, ([id, animals]) => ({ id, animals, text: categoryText(id, labels) })).sort(
    (a, b) => b.animals - a.animals || compareInt64(a.id, b.id),
  );
});

/** The categories that a typed text may mean: by the start of the number, or any part of the name, folded. */
export function suggestCategories(known: readonly KnownCategory[], typed: string): readonly KnownCategory[] {
  const text = foldText(typed.trim());
  return known.filter((category) => category.id.startsWith(text) || foldText(category.text).includes(text));
}

/** The category a person typed: its number, its name, or what only one name begins with, or else contains. */
export function readCategory(known: readonly KnownCategory[], labels: CategoryLabels, typed: string) {
  if (typed.trim() === '') {
    return undefined;
  }

  const [named, ...others] = createCategoryReader(labels)(typed);
  const suggested = named === undefined ? suggestCategories(known, typed) : [];
  const text = foldText(typed.trim());
  const begun = suggested.filter((category) => foldText(category.text).startsWith(text));
  const meant = [begun, suggested].find(({ length }) => length === 1)?.[0];
  return others.length > 0 ? undefined : (named ?? meant?.id);
}
