import { cellWidth } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';

/** The longest form of a text that fits, of forms that become shorter; else the shortest. */
export function firstThatFits(texts: readonly string[], width: number): string {
  return texts.find((text) => cellWidth(text) <= width) ?? texts.at(-1) ?? '';
}

/**
 * A row of tabs as pieces. The current one stands in brackets, so that it can be told without looks too; `byLooks`: its
 * looks alone tell it.
 */
export function splitCurrent(tabs: string, byLooks: boolean): readonly ToneText[] {
  const [whole] = /\[[^\]]*\]/u.exec(tabs) ?? [];
  if (whole === undefined) {
    return [{ text: tabs }];
  }

  const at = tabs.indexOf(whole);
  const [before, after] = [tabs.slice(0, at), tabs.slice(at + whole.length)];
  return byLooks
    ? [{ text: ` ${before}` }, { text: whole.slice(1, -1), tone: 'current' }, { text: `${after} ` }]
    : [{ text: before }, { text: whole, tone: 'current' }, { text: after }];
}
