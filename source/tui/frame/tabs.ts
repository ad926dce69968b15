import { cellWidth } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';
import type { Clickable } from '../app-context.js';
import type { UiState } from '../state/ui-state.js';

/** A place to go to; one of them is shown. */
export type FrameTab = {
  readonly pieces: readonly ToneText[];
  readonly isCurrent: boolean;
  readonly click?: Clickable['click'];
};

/**
 * Tabs beside each other, a cell around each. The current one is told by its looks on the terminal's own colours, else
 * by brackets in these cells. `isTight`: the others have a cell before them alone.
 */
export function tabPieces(tabs: readonly FrameTab[], state: UiState, isTight = false): readonly Clickable[] {
  const [left, right] = isToldByLooks(state) ? [' ', ' '] : ['[', ']'];
  return tabs.flatMap(({ pieces, isCurrent, click }) => {
    const around = isCurrent ? [left, right] : [' ', isTight ? '' : ' '];
    const drawn = isCurrent ? pieces.map(({ text, tone = 'current' as const }) => ({ text, tone })) : pieces;
    return [{ text: around[0] ?? '' }, ...drawn, { text: around[1] ?? '' }].map((piece) => ({ ...piece, click }));
  });
}

/** Whether the current tab needs no brackets: the terminal's own colours are known, and no screen reader listens. */
export const isToldByLooks = ({ colours, spoken }: UiState): boolean => colours !== undefined && !spoken;

/** The cells of a line of pieces. */
export function widthOf(pieces: readonly ToneText[]): number {
  return cellWidth(pieces.map(({ text }) => text).join(''));
}
