import { foldText } from '../../domain/search/fold-text.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { type PaneLine, titleLines, type Labelled, labelledLines } from '../../text/pane-lines.js';
import { areAscii, cursorSign, spellKeys } from '../../text/glyphs.js';
import { type App, type Binding, bindingsOf, glyphsIn, type KeyHelp, keyRows } from '../app-context.js';
import { lineText } from '../input/line.js';
import { layOutBody } from '../layout.js';
import { commands } from '../palette/commands.js';
import { currentScreen, type Mode, type UiState } from '../state/ui-state.js';
import { doesNow } from '../actions/hints.js';
import { askForText, setText } from '../actions/say.js';
import { petStatuses } from '../../domain/pet.js';
import type { PaneContext } from '../../text/animal/animal-pane.js';
import type { ToneText } from '../../text/tone.js';
import { wrapCells } from '../../text/wrap-cells.js';

/**
 * The keys of the screen that the help was opened from, from the table that drives them; where there is no pane beside
 * them, the commands too.
 */
export function helpLines(app: App, of: Mode): readonly PaneLine[] {
  const state = app.model.get();
  const { main, pane } = layOutBody(state);
  // What is off is so on the screen beneath.
  const get = (): UiState => ({ ...state, screens: state.screens.slice(0, -1) });
  const beneath: App = { ...app, model: { ...app.model, get } };
  const keys = bindingsOf(app).filter(({ modes }) => modes.includes(of));
  const told = keys.map(({ off, ...row }) => ({ ...row, does: doesNow({ ...row, off: off?.(beneath) }) }));
  const rows = [...foundRows(app, keyRows(told)), ...(pane ? [] : helpCommands(app))];
  const texts =
    rows.length === 0
      ? [{ label: '', text: 'No key here does that.' }]
      : rows.map(({ keys, does }) => ({ label: spellKeys(keys, glyphsIn(app.model.get())), text: does }));
  return pane
    ? inColumns(texts, main.columns, { least: 38, label: 13 })
    : inColumns(texts, main.columns, { least: 58, label: 20 });
}

/**
 * What can be typed after `:`, as far as it was searched for; nothing where that key does nothing, as on the welcome
 * screen.
 */
function helpCommands(app: App): readonly KeyHelp[] {
  const screen = currentScreen(app.model.get());
  const isTyped = ({ action, keys, modes }: Binding): boolean =>
    screen.name === 'help' && action === 'palette' && keys.length > 0 && modes.includes(screen.of);
  if (!bindingsOf(app).some(isTyped)) {
    return [];
  }

  const typed = commands.map(({ name, argument, does }) => ({
    keys: `:${name}${argument === undefined ? '' : ` ${argument}`}`,
    does,
  }));
  return foundRows(app, [...typed, { keys: ':42  :Q-3', does: 'show that animal' }]);
}

/** Those that have all the words of the search. */
function foundRows(app: App, rows: readonly KeyHelp[]): readonly KeyHelp[] {
  const words = foldText(lineText(app.model.get().fields.search)).split(/\s+/u);
  return rows.filter(({ keys, does }) => words.every((word) => foldText(`${keys} ${does}`).includes(word)));
}

/** Side by side where there is room, each read downwards, so that a wide window shows most of them at once. */
function inColumns(
  texts: readonly Labelled[],
  width: number,
  { least, label }: { readonly least: number; readonly label: number },
): readonly PaneLine[] {
  const count = Math.max(1, Math.floor(width / least));
  if (count === 1) {
    return labelledLines(texts, width, width < 60 ? 16 : 24);
  }

  const cells = Math.floor(width / count);
  const lines = labelledLines(texts, cells - 2, label);
  const rows = Math.ceil(lines.length / count);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: count }, (_each, column): PaneLine => {
      const [keys, text] = lines[column * rows + row] ?? [];
      return [keys ?? { text: ' '.repeat(label) }, { text: fitCells(text?.text ?? '', cells - label) }];
    }).flat(),
  );
}

/** `/` in the help: asks for words, and shows the keys whose row has all of them. */
export function openSearch(app: App): void {
  const screen = currentScreen(app.model.get());
  if (screen.name === 'help') {
    app.model.update({ ...screen, scroll: 0 });
    askForText(app, { kind: 'search' });
  }
}

/** Esc: all keys again. */
export function clearSearch(app: App): void {
  setText(app, 'search', '');
  app.model.answer();
}

/** Cells of a command with what is typed behind it, and of a sign. */
const commandCells = 15;
const signCells = 4;

/** Beside the keys: the commands, and what the signs of the screens mean. */
export function helpPane(app: App, { width, glyphs }: PaneContext): readonly PaneLine[] {
  const commands = helpCommands(app);
  const isSearched = lineText(app.model.get().fields.search).trim() !== '';
  const signs: readonly (readonly [sign: ToneText, means: string])[] = [
    [{ text: '!', tone: 'needs-you' }, 'it needs you: the store rejected it, or only you can decide'],
    [{ text: '~', tone: 'waits' }, 'it waits to be sent'],
    [{ text: '=', tone: 'quiet' }, 'you hold it back'],
    ...petStatuses.map((status) => [{ text: glyphs[status], tone: status }, status] as const),
    [{ text: areAscii(glyphs) ? '>' : cursorSign, tone: 'accent' }, 'the cursor: keys are about this row'],
    [{ text: '*' }, 'marked: keys are about all that is'],
    [{ text: `${glyphs.ascending}${glyphs.descending}` }, 'the column by which the list is sorted'],
  ];
  const row = (first: ToneText, cells: number, text: string): readonly PaneLine[] =>
    wrapCells(text, Math.max(12, width - Math.max(cells, first.text.length + 1))).map((line, index) =>
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
