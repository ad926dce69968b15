import { animalAtCursor, findEntry } from '../actions/cursor.js';
import { glyphsIn, snapshotOf, waitContext, type App, type BodyText } from '../app-context.js';
import { foldText } from '../../domain/search/fold-text.js';
import { lineText } from '../input/line.js';
import { helpRows } from '../keys/key-lookup.js';
import { bodyHeight, layOutBody, reviewRows, reviewSize } from '../layout.js';
import { commands } from '../palette.js';
import { currentScreen, type Mode, type Screen } from '../state/ui-state.js';
import { detailLines, entryDetails, foundDetails, petDetails, type Detail } from '../../text/animal/details.js';
import { compareCandidates, reviewChoices, reviewDetails } from '../../text/queue/review-text.js';
import { fitCells } from '../../platform/text/terminal-text.js';
import { spellKeys } from '../../text/glyphs.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** The text a screen shows in lines of the window's width, as far as it has been scrolled; undefined for screens that show none. */
export function bodyText(app: App): BodyText | undefined {
  const state = app.model.get();
  const screen = currentScreen(state);
  const { columns } = state.size;
  if (screen.name === 'view') {
    return scrolled(detailLines(animalText(app), columns), bodyHeight(state), screen.scroll);
  }

  if (screen.name === 'found') {
    const context = { labels: state.settings.categoryLabels, now: app.now() };
    return scrolled(detailLines(foundDetails(screen.pet, screen.source, screen.fetchedAt, context), columns), bodyHeight(state), screen.scroll);
  }

  if (screen.name === 'help') {
    return scrolled(inColumns(helpText(app, screen.of), columns), bodyHeight(state), screen.scroll);
  }

  if (screen.name === 'mistakes') {
    const lines = screen.lines.flatMap((line) => wrapCells(line, columns)).map((text) => ({ label: '', text }));
    return scrolled(lines, bodyHeight(state), screen.scroll);
  }

  return screen.name === 'review' ? reviewText(app, screen) : undefined;
}

function scrolled(lines: readonly Detail[], height: number, scroll: number): BodyText {
  const top = Math.max(0, Math.min(scroll, lines.length - height));
  return { lines: lines.slice(top, top + height), top, below: Math.max(0, lines.length - height - top) };
}

function animalText(app: App): readonly Detail[] {
  const row = animalAtCursor(app);
  const context = { labels: app.model.get().settings.categoryLabels, snapshot: snapshotOf(app), waiting: waitContext(app), now: app.now() };
  return row ? ('pet' in row ? petDetails(row.pet, context) : entryDetails(row.entry, context)) : [];
}

/** The keys of the screen it was opened from, from the table that drives them, and the commands. */
function helpText(app: App, of: Mode): readonly Detail[] {
  const typed = commands.map(({ name, argument, does }) => ({ keys: `:${name}${argument === undefined ? '' : ` ${argument}`}`, does }));
  const rows = [...helpRows(of, app.workspace.ownKeys), ...typed, { keys: ':42  :Q-3', does: 'show that animal' }];
  const words = foldText(lineText(app.model.get().fields.search)).split(/\s+/u);
  const found = rows.filter(({ keys, does }) => words.every((word) => foldText(`${keys} ${does}`).includes(word)));
  return found.length === 0 ? [{ label: '', text: 'No key here does that.' }] : found.map(({ keys, does }) => ({ label: spellKeys(keys, glyphsIn(app.model.get())), text: does }));
}

/** The narrowest that a column of keys and what they do is worth reading, in cells. */
const columnCells = 58;

/** Side by side where there is room, each read downwards, so that a wide window shows most of them at once. */
function inColumns(details: readonly Detail[], width: number): readonly Detail[] {
  const count = Math.max(1, Math.floor(width / columnCells));
  if (count === 1) {
    return detailLines(details, width, width < 60 ? 16 : 24);
  }

  const cells = Math.floor(width / count);
  const lines = detailLines(details, cells - 2, 20);
  const rows = Math.ceil(lines.length / count);
  return Array.from({ length: rows }, (_, row) => {
    const [first, ...beside] = Array.from({ length: count }, (_each, column) => lines[column * rows + row] ?? { label: '', text: '' });
    const text = [first?.text ?? '', ...beside.map(({ label, text: does }) => label + does)].map((each, column) => fitCells(each, cells - (column === 0 ? 20 : 0))).join('');
    return { label: first?.label ?? '', text: text.trimEnd() };
  });
}

function reviewText(app: App, { localId, scroll }: Extract<Screen, { name: 'review' }>): BodyText | undefined {
  const entry = findEntry(app, localId);
  const state = app.model.get();
  if (entry?.state !== 'review') {
    return undefined;
  }

  const { categoryLabels } = state.settings;
  const { columns, rows } = reviewSize(state);
  const choices = reviewChoices(entry, categoryLabels).flatMap(({ label }) => wrapCells(label, columns - 2));
  const { text, gap } = reviewRows(rows);
  const height = Math.max(text, rows - gap - choices.length);
  const [question, sent, answer] = detailLinesOf(reviewDetails(entry, categoryLabels, app.now()), columns);
  const compared = layOutBody(state).pane ? compareCandidates(entry, categoryLabels, { width: columns, now: app.now() }) : undefined;
  const blank = { label: '', text: '' };
  return scrolled(compared ? [...(question ?? []), ...(answer ?? []), blank, ...compared] : [...(question ?? []), ...(sent ?? []), ...(answer ?? [])], height, scroll);
}

/** Each of some details in its lines. */
function detailLinesOf(details: readonly Detail[], width: number): readonly (readonly Detail[])[] {
  return details.map((detail) => detailLines([detail], width));
}
