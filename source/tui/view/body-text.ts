import { animalAtCursor, findEntry } from '../actions/cursor.js';
import { snapshotOf, waitContext, type App, type BodyText } from '../app-context.js';
import { bodyHeight, layOutBody, reviewRows, reviewSize } from '../layout.js';
import { currentScreen, type Screen } from '../state/ui-state.js';
import { detailLines, entryDetails, foundDetails, petDetails, type Detail } from '../../text/animal/details.js';
import { settledText } from '../../text/found-text.js';
import { compareCandidates, reviewChoices, reviewDetails } from '../../text/queue/review-text.js';
import { wrapCells } from '../../text/wrap-cells.js';
import { helpLines } from './help-text.js';

/**
 * The text a screen shows in lines of the window's width, as far as it has been scrolled; undefined for screens that
 * show none.
 */
export function bodyText(app: App): BodyText | undefined {
  const state = app.model.get();
  const screen = currentScreen(state);
  const { columns } = state.size;
  if (screen.name === 'view') {
    return scrolled(detailLines(animalText(app), columns), bodyHeight(state), screen.scroll);
  }

  if (screen.name === 'found') {
    const { found } = screen;
    const details =
      found.type === 'pet'
        ? foundDetails(found, { labels: state.settings.categoryLabels, now: app.now() }, columns)
        : entryDetails(found.entry, detailContext(app), found.type === 'queued' ? undefined : settledText(found));
    return scrolled(detailLines(details, columns), bodyHeight(state), screen.scroll);
  }

  if (screen.name === 'help') {
    return scrolled(helpLines(app, screen.of), bodyHeight(state), screen.scroll);
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
  const context = detailContext(app);
  if (row) {
    return 'pet' in row ? petDetails(row.pet, context, app.model.get().size.columns) : entryDetails(row.entry, context);
  }

  return [];
}

function detailContext(app: App): Parameters<typeof entryDetails>[1] {
  return {
    labels: app.model.get().settings.categoryLabels,
    snapshot: snapshotOf(app),
    waiting: waitContext(app),
    now: app.now(),
  };
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
  const compared = layOutBody(state).pane
    ? compareCandidates(entry, categoryLabels, { width: columns, now: app.now() })
    : undefined;
  const blank = { label: '', text: '' };
  return scrolled(
    compared
      ? [...(question ?? []), ...(answer ?? []), blank, ...compared]
      : [...(question ?? []), ...(sent ?? []), ...(answer ?? [])],
    height,
    scroll,
  );
}

/** Each of some details in its lines. */
function detailLinesOf(details: readonly Detail[], width: number): readonly (readonly Detail[])[] {
  return details.map((detail) => detailLines([detail], width));
}
