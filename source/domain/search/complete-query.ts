import { type CategoryLabels } from '../category-labels.js';
import type { Int64 } from '../int64.js';
import { foldText } from './fold-text.js';
import { qualities } from './query.js';

// The field that the cursor stands right behind, and what there is of its value.
const unfinished = /(?:^|\s)-?(?<field>cat|is):(?<value>"[^"]*|[^\s"]*)$/iu;

/**
 * The completions of a filter whose last word is a field with a part of its value: each a whole filter, the likeliest
 * first. Empty if it ends with anything else.
 *
 * @param categories The categories to offer, the most used first.
 */
export function completeQuery(text: string, categories: readonly Int64[], labels: CategoryLabels): readonly string[] {
  const { field, value = '' } = unfinished.exec(text)?.groups ?? {};
  if (field === undefined) {
    return [];
  }

  const wanted = foldText(value.replace(/^"/u, ''));
  const start = text.slice(0, text.length - value.length);
  if (field.toLowerCase() === 'is') {
    return qualities.filter((quality) => quality.startsWith(wanted)).map((quality) => `${start}${quality} `);
  }

  const names = categories.map((id) => labels[id] ?? id);
  const begin = names.filter((name) => foldText(name).startsWith(wanted));
  const contain = names.filter((name) => !begin.includes(name) && foldText(name).includes(wanted));
  return [...new Set([...begin, ...contain])].map(
    (name) => `${start}${/[\s"]/u.test(name) ? `"${name.replaceAll('"', '')}"` : name} `,
  );
}
