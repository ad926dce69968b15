import { asTyped } from '../hints.js';
import { truncateCells } from '../../platform/text/terminal-text.js';

/** A name within a sentence: a name may have a thousand characters, and the sentence has an end too. */
export function shortName(name: string): string {
  return asTyped(truncateCells(name, 24));
}
