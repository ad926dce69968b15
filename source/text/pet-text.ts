import { truncateCells } from '../platform/text/terminal-text.js';

/** `1 animal`, `3 animals`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A name within a sentence: a name may have 5 000 characters, and the sentence has an end too. */
export function shortName(name: string): string {
  return truncateCells(name, 24);
}
