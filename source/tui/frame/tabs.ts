import { cellWidth } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';
import type { UiState } from '../state/ui-state.js';

/** A place to go to; one of them is shown. */
export type FrameTab = { readonly pieces: readonly ToneText[]; readonly isCurrent: boolean };

/**
 * Tabs beside each other, a cell around each. The current one is told by its looks on the terminal's own colours, else
 * by brackets in these cells. `isTight`: the others have a cell before them alone.
 */
export function tabPieces(
  tabs: readonly FrameTab[],
  { colours, spoken }: UiState,
  isTight = false,
): readonly ToneText[] {
  const [left, right] = colours === undefined || spoken ? ['[', ']'] : [' ', ' '];
  return tabs.flatMap(({ pieces, isCurrent }): readonly ToneText[] =>
    isCurrent
      ? [
          { text: left },
          ...pieces.map(({ text, tone }) => ({ text, tone: tone ?? ('current' as const) })),
          { text: right },
        ]
      : [{ text: ' ' }, ...pieces, ...(isTight ? [] : [{ text: ' ' }])],
  );
}

/** The cells of a line of pieces. */
export function widthOf(pieces: readonly ToneText[]): number {
  return cellWidth(pieces.map(({ text }) => text).join(''));
}
