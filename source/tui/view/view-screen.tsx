import { type Labelled, labelledLines, type PaneLine, titleLines, wrapPane } from '../../text/pane-lines.js';
import { areAscii, cursorSign, spellKeys } from '../../text/glyphs.js';
import { type App, bindingsIn, glyphsIn, type KeyHelp, keyRows, screenOf, useDrawing } from '../app-context.js';
import { inset, layOutBody, bodyHeight, type BodyText, scrolledText } from '../layout.js';
import { commands } from '../palette/commands.js';
import { type Mode, type UiState, currentScreen, type Screen } from '../state/ui-state.js';
import { doesNow } from '../actions/hints.js';
import { petStatuses } from '../../domain/pet.js';
import type { PaneContext } from '../../text/animal/animal-pane.js';
import { Box } from 'ink';
import { animalCard, foundCard } from '../actions/animal-card.js';
import { ToneLines } from '../components/line.js';
import { importText } from '../files/import-lines.js';
import { scrollTo } from '../models/position.js';
import { reviewParts } from '../review/review.js';

/** The keys of the screen beneath, from the table that drives them; without a pane beside them, the commands too. */
function helpLines(app: App, of: Mode): readonly PaneLine[] {
  const state = app.model.get();
  const { main, pane } = layOutBody(state);
  const columns = main.columns - inset;
  // What is off is so on the screen beneath.
  const get = (): UiState => ({ ...state, screens: state.screens.slice(0, -1) });
  const beneath: App = { ...app, model: { ...app.model, get } };
  const keys = bindingsIn(app, of);
  // Two verbs of one key are one row: it does what the animal allows.
  const told = Array.from(
    Map.groupBy(keys, (row) => `${row.action ?? row.does} ${row.keys.join(' ')}`).values(),
    (same) => {
      const offs = same.map(({ off }) => off?.(beneath));
      const does = same.map((row) => row.does).join(', or ');
      const off = offs.includes(undefined) ? undefined : offs[0];
      const { action = '', keys: typed = [] } = same[0] ?? {};
      return { action, keys: typed, modes: [of], does: doesNow({ does, off }) };
    },
  );
  const groupOf = new Map<string, string>();
  for (const { action, does } of told) {
    groupOf.set(does, groups[action] ?? [...groupOf.values()].at(-1) ?? '');
  }

  const rows = [...keyRows(told), ...(pane ? [] : helpCommands(app))];
  const label = columns < 60 ? 16 : 20;
  const groupAt = (place: number): string => groupOf.get(rows[place]?.does ?? '') ?? (rows[place] ? 'Commands' : '');
  const lines = rows.flatMap(({ keys: typed, does }, place): readonly PaneLine[] => [
    ...(groupAt(place) === groupAt(place - 1) ? [] : [[], [{ text: groupAt(place), tone: 'strong' } as const]]),
    ...labelledLines([{ label: spellKeys(typed, glyphsIn(state)), text: does }], columns, label),
  ]);
  return lines[0]?.length === 0 ? lines.slice(1) : lines;
}

const groups: Readonly<Record<string, string>> = {
  open: 'The animal',
  mark: 'Marks',
  'next-tab': 'Which animals',
  down: 'To and fro',
  'pane-down': 'The pane',
  'copy-id': 'Copies',
  'show-all': 'Screens',
  help: 'The app',
};

/** The commands; nothing where `:` has no action, as on the welcome screen. */
function helpCommands(app: App): readonly KeyHelp[] {
  const screen = screenOf(app, 'help');
  if (!screen || !bindingsIn(app, screen.of).some(({ action, keys }) => action === 'palette' && keys.length > 0)) {
    return [];
  }

  const typed = commands.map(({ name, argument, does }) => ({
    keys: `:${name}${argument === undefined ? '' : ` ${argument}`}`,
    does,
  }));
  return [...typed, { keys: ':42  :Q-3', does: 'show that animal' }];
}

/** Cells of a command with what is typed behind it, and of a sign. */
const commandCells = 18;
const signCells = 4;

/** Beside the keys: the commands, and what the signs of the screens mean. */
export function helpPane(app: App, { width, glyphs }: PaneContext): readonly PaneLine[] {
  const commands = helpCommands(app);
  const signs: readonly Labelled[] = [
    { label: '!', tone: 'needs-you', text: 'it needs you: rejected by the store, or in review' },
    { label: '~', tone: 'waits', text: 'it is queued, or being checked' },
    { label: '=', tone: 'quiet', text: 'you hold it back' },
    ...petStatuses.map((status) => ({ label: glyphs[status], tone: status, text: status })),
    { label: areAscii(glyphs) ? '>' : cursorSign, text: 'the cursor: keys are about this row' },
    { label: '*', tone: 'strong', text: 'marked: keys are about all that is' },
    { label: glyphs.ascending + glyphs.descending, tone: 'strong', text: 'the column by which the list is sorted' },
  ];
  const typed = commands.map(({ keys, does }) => ({ label: keys, text: does }));
  return [
    ...(typed.length === 0
      ? []
      : [...titleLines('Commands', '', width), ...labelledLines(typed, width, commandCells), []]),
    ...titleLines('Signs', '', width),
    ...labelledLines(signs, width, signCells),
  ];
}

/** A text in lines: an animal's fields, the mistakes in a file, the keys of a screen. */
export function ViewScreen() {
  const { app } = useDrawing();
  const lines = app.bodyText(app)?.lines ?? [];
  const told = lines.length > 0 ? lines : [[{ text: 'There is no animal here any more. Esc goes back.' }]];
  return (
    <Box paddingLeft={inset}>
      <ToneLines lines={told} />
    </Box>
  );
}

/** The text a screen shows in lines of the window's width, as far as it was scrolled; undefined: it shows none. */
export function bodyText(app: App): BodyText | undefined {
  const state = app.model.get();
  const screen = currentScreen(state);
  if (screen.name === 'review') {
    return reviewParts(app)?.text;
  }

  if (screen.name === 'import') {
    const { lines, at } = importText(app, screen, state.size.columns - inset);
    const height = bodyHeight(state);
    const scroll = at === undefined ? screen.scroll : scrollTo(screen.scroll, at, height, lines.length);
    return scrolledText(lines, height, scroll);
  }

  return 'scroll' in screen
    ? scrolledText(linesOf(app, screen, state.size.columns - inset), bodyHeight(state), screen.scroll)
    : undefined;
}

type Text = Exclude<Extract<Screen, { readonly scroll: number }>, { readonly name: 'review' | 'import' }>;

function linesOf(app: App, screen: Text, columns: number): readonly PaneLine[] {
  switch (screen.name) {
    case 'view':
      return screen.found ? foundCard(app, screen.found, columns) : animalCard(app, columns, true);
    case 'help':
      return helpLines(app, screen.of);
    case 'report':
      return screen.lines.flatMap((line) =>
        typeof line === 'string' ? wrapPane(line, columns) : labelledLines([line], columns, columns < 60 ? 12 : 28),
      );
  }
}
