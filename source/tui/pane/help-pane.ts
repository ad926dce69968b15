import { petStatuses } from '../../domain/pet.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { type PaneLine, titleLines } from '../../text/pane-lines.js';
import type { PaneContext } from '../../text/animal/animal-pane.js';
import { areAscii, cursorSign } from '../../text/glyphs.js';
import type { ToneText } from '../../text/tone.js';
import { wrapCells } from '../../text/wrap-cells.js';
import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { helpCommands } from '../view/help-text.js';

/** Cells of a command with what is typed behind it, and of a sign. */
const commandCells = 15;
const signCells = 4;

/** Beside the keys: the commands, and what the signs of the screens mean. */
export function helpPane(app: App, { width, glyphs }: PaneContext): readonly PaneLine[] {
  const commands = helpCommands(app);
  const isSearched = lineText(app.model.get().fields.search).trim() !== '';
  const signs: readonly (readonly [sign: ToneText, means: string])[] = [
    [{ text: '!', tone: 'needs-you' }, 'it needs you: it was refused, or only you can decide'],
    [{ text: '~', tone: 'waits' }, 'it waits to be sent'],
    [{ text: '=', tone: 'quiet' }, 'you hold it back'],
    ...petStatuses.map((status) => [{ text: glyphs[status], tone: status }, status] as const),
    [{ text: areAscii(glyphs) ? '>' : cursorSign, tone: 'accent' }, 'the cursor: keys are about this row'],
    [{ text: '*' }, 'marked: keys are about all that is'],
    [{ text: `${glyphs.ascending}${glyphs.descending}` }, 'the column by which the list is sorted'],
  ];
  const row = (first: ToneText, cells: number, text: string): readonly PaneLine[] =>
    wrapCells(text, Math.max(12, width - cells)).map((line, index) =>
      index === 0
        ? [first, { text: `${' '.repeat(Math.max(1, cells - first.text.length))}${line}` }]
        : [{ text: fitCells('', cells) + line }],
    );
  return [
    ...(commands.length === 0
      ? []
      : [
          ...titleLines('Commands', '', width),
          ...commands.flatMap(({ keys, does }) => row({ text: keys, tone: 'strong' }, commandCells, does)),
          [],
        ]),
    ...(isSearched
      ? []
      : [...titleLines('Signs', '', width), ...signs.flatMap(([sign, means]) => row(sign, signCells, means))]),
  ];
}
