import { fitCells } from '../platform/text/terminal-text.js';
import type { PaneLine } from './pane-lines.js';
import { wrapCells } from './wrap-cells.js';

/** A text with its label before it. */
export type Labelled = { readonly label: string; readonly text: string };

/** Texts in lines of the width there is: labels in a column, long texts wrapped beside them. */
export function labelledLines(texts: readonly Labelled[], width: number, labelWidth: number): readonly PaneLine[] {
  return texts.flatMap(({ label, text }) => {
    const labels = wrapCells(label, labelWidth - 1);
    const lines = wrapCells(text, Math.max(8, width - labelWidth));
    return Array.from({ length: Math.max(labels.length, lines.length) }, (_, row): PaneLine => [
      { text: fitCells(labels[row] ?? '', labelWidth), tone: 'strong' },
      { text: lines[row] ?? '' },
    ]);
  });
}
