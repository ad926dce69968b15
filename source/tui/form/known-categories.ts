import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import { compareInt64, parseInt64, type Int64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import { countText } from '../../text/count-text.js';
import { remember } from '../list/remember.js';

/** A category that some animal has or a person named. */
export type KnownCategory = { readonly id: Int64; readonly text: string; readonly animals: number };
/** Works out the known categories, and keeps them until the pets or labels change. */
export type CategoryModel = (pets: readonly Pet[], labels: CategoryLabels) => readonly KnownCategory[];

/** Every category a pet has or a person named, the most used first. */
export function createCategoryModel(): CategoryModel {
  return remember((pets: readonly Pet[], labels: CategoryLabels): readonly KnownCategory[] => {
    const counts = new Map<Int64, number>((Object.keys(labels) as Int64[]).map((id) => [id, 0]));
    for (const { categoryId } of pets) {
      counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
    }

    return Array.from(counts, ([id, animals]) => ({ id, animals, text: categoryText(id, labels) })).sort((a, b) => b.animals - a.animals || compareInt64(a.id, b.id));
  });
}

/** The categories that what was typed may mean: by the start of the number, or any part of the label. */
export function suggestCategories(known: readonly KnownCategory[], typed: string): readonly KnownCategory[] {
  const text = typed.trim().toLowerCase();
  return known.filter((category) => category.id.startsWith(text) || category.text.toLowerCase().includes(text));
}

/** The category a person typed: its number, its label, or what only one label contains. */
export function readCategory(known: readonly KnownCategory[], labels: CategoryLabels, typed: string): Int64 | undefined {
  const text = typed.trim().toLowerCase();
  const number = parseInt64(text);
  if (number !== undefined || text === '') {
    return number;
  }

  const named = (Object.entries(labels) as [Int64, string][]).find(([, label]) => label.toLowerCase() === text);
  const suggested = suggestCategories(known, text);
  return named?.[0] ?? (suggested.length === 1 ? suggested[0]?.id : undefined);
}

/** As the form suggests it: `Dogs (3), 12 animals`. */
export function suggestionText({ text, animals }: KnownCategory): string {
  return animals === 0 ? text : `${text}, ${countText(animals, 'animal')}`;
}
