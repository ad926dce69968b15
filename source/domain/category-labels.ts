import { type Int64, parseInt64 } from './int64.ts';
import { foldText } from './search/fold-text.ts';

/** A person's names of categories; the store knows them by number only. */
export type CategoryLabels = Readonly<Record<Int64, string>>;

/** A category as it is shown: `Dogs (3)` if a person named it, else `7`. */
export function categoryText(categoryId: Int64, labels: CategoryLabels): string {
  const label = labels[categoryId];
  return label === undefined ? categoryId : `${label} (${categoryId})`;
}

/** The same within a sentence, where a number alone says nothing: `Dogs`, or `category 7`. */
export function categoryWords(categoryId: Int64, labels: CategoryLabels): string {
  return labels[categoryId] ?? `category ${categoryId}`;
}

/** The same for reading only: its name, or otherwise its number. */
export function categoryName(categoryId: Int64, labels: CategoryLabels): string {
  return labels[categoryId] ?? categoryId;
}

/** The categories that a text means: several if a configuration edited by hand gives them one name. */
export type CategoryReader = (typed: string) => readonly Int64[];

/** By number, by name, or as `Dogs (3)`. Accents and capitals do not matter; a number is that category. */
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

const longestLabel = 60;

/** The mistake in a category's name: it is typed in the place of a number, so it must not look like one. */
export function findLabelMistake(category: Int64, label: string, labels: CategoryLabels): string | undefined {
  const text = label.trim();
  const mistakes: readonly (readonly [isMade: boolean, sentence: string])[] = [
    [!/[^\p{Cc}\p{Cf}\p{M}\s]/u.test(text), 'The name is empty; it needs at least one character that can be seen.'],
    [!text.isWellFormed() || text.includes('\uFFFD'), 'The name is not UTF-8 text.'],
    [/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'The name holds a control character, such as a line break.'],
    // Letters that are written from right to left are as good as any; these turn round their neighbours.
    [
      /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(text),
      'The name holds an invisible character that turns the direction of writing.',
    ],
    [Array.from(text).length > longestLabel, `The name is longer than ${longestLabel} characters.`],
    [
      /^[\p{N}\p{P}\p{Sm}\s]+$/u.test(text),
      `A name needs a letter; "${text}" has none, and a number always means the category of that number.`,
    ],
    [
      /\(\s*-?\d+\s*\)$/.test(text) || text.includes('"'),
      'The name must not end in a number in brackets or hold a quotation ' +
        'mark, which have a meaning in lists and filters.',
    ],
  ];
  const mistake = mistakes.find(([isMade]) => isMade)?.[1];
  const taken = createCategoryReader(labels)(text).find((id) => id !== category);
  return mistake !== undefined || taken === undefined
    ? mistake
    : `Category ${taken} is called ${labels[taken] ?? text} already, and two of the same name could not be told apart.`;
}
