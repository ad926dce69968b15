/** The longest id, name and category of the whole list: its columns are as wide, and stay so as it scrolls. */
import { categoryName, type CategoryLabels } from '../../domain/category-labels.ts';
import type { Entry } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import { cellWidth, safeText } from '../../platform/text/terminal-text.ts';
import type { Snapshot } from '../../sync/api.ts';
import { nameText } from '../../text/animal/pet-texts.ts';
import { categoriesOf } from '../models/known-categories.ts';
import { remember } from '../models/remember.ts';
import type { Longest } from './list-columns.ts';

/** A list may have 100 000 animals, and is walked once for each that was read. */
const longestName = remember((pets: readonly Pet[]) => longest(pets.map(({ name }) => name)));
const longestEntry = remember((entries: readonly Entry[]) => longest(entries.map(nameText)));
const longestCategory = remember((pets: readonly Pet[], labels: CategoryLabels) =>
  longest(categoriesOf(pets, labels).map(({ id }) => categoryName(id, labels))),
);

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, cellWidth(safeText(text))), 0);
}

/** In cells; of a category with the sign before it. */
export function longestOf({ pets, entries }: Pick<Snapshot, 'pets' | 'entries'>, labels: CategoryLabels): Longest {
  return {
    // In the order of the ids; the first may have a sign.
    id: Math.max(...[pets[0]?.id, pets.at(-1)?.id, entries.at(-1)?.localId].map((id = '') => id.length)),
    name: longestName(pets),
    entry: entries.length === 0 ? undefined : longestEntry(entries),
    category: longestCategory(pets, labels) + 1,
  };
}
