import { type Int64, parseInt64 } from './int64.js';
import { foldText } from './search/fold-text.js';

/** A person's names of categories; the store knows them by number only. */
export type CategoryLabels = Readonly<Record<Int64, string>>;

/** A category as it is shown: `Dogs (3)` if a person named it, else `7`. */
export function categoryText(categoryId: Int64, labels: CategoryLabels): string {
  const label = labels[categoryId];
  return label === undefined ? categoryId : `${label} (${categoryId})`;
}

/** The same for reading only: its name, or otherwise its number. */
export function categoryName(categoryId: Int64, labels: CategoryLabels): string {
  return labels[categoryId] ?? categoryId;
}

/**
 * The categories that a text means: empty, one, or several if a configuration that was edited by hand gives them the
 * same name.
 */
export type CategoryReader = (typed: string) => readonly Int64[];

/**
 * Reads categories as people write them: by number, by name, or as `Dogs (3)` as they are shown. Accents and capitals
 * do not matter, and a number is always that category and no other.
 */
export function createCategoryReader(labels: CategoryLabels): CategoryReader {
  const named = new Map<string, readonly Int64[]>();
  for (const [id, label] of Object.entries(labels) as [Int64, string][]) {
    for (const text of [label, categoryText(id, labels)]) {
      const key = toKey(text);
      named.set(key, [...(named.get(key) ?? []), id]);
    }
  }

  return (typed) => {
    const number = parseInt64(typed.trim());
    return number === undefined ? (named.get(toKey(typed)) ?? []) : [number];
  };
}

/** Names with the same key cannot be told apart by whoever types them. */
function toKey(text: string): string {
  return foldText(text.normalize('NFC').trim().replace(/\s+/gu, ' '));
}
