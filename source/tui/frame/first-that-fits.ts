import { cellWidth } from '../../platform/text/terminal-text.js';

/** The longest form of a text that fits, of forms that become shorter; else the shortest. */
export function firstThatFits(texts: readonly string[], width: number): string {
  return texts.find((text) => cellWidth(text) <= width) ?? texts.at(-1) ?? '';
}
