import { categoryText } from '../../domain/category-labels.js';
import { cellWidth } from '../../platform/text/terminal-text.js';
import { barLines, type PaneLine, ruledTitle, titleLines, wrapPane } from '../../text/pane-lines.js';
import { entryFoot, type PaneContext } from '../../text/animal/animal-pane.js';
import { statusText } from '../../text/glyphs.js';
import { hueOf } from '../../text/tone.js';
import { animalAtCursor, cursorIndex, listRows } from '../actions/cursor.js';
import { type App, keyOf, type PaneText } from '../app-context.js';
import { lineText } from '../input/line.js';
import { layOutBody } from '../layout.js';
import { formOf } from '../form/form-state.js';
import { asItWillBe } from '../form/as-it-will-be.js';
import { knownCategories } from '../form/read-form.js';
import { hasMarks } from '../marks/marks.js';
import { animalCard, cardContext } from '../actions/animal-card.js';
import { helpPane } from './help-pane.js';
import { activityPane, logPane } from './activity-pane.js';
import { marksPane } from './marks-pane.js';
import { settingAbout } from '../settings/settings.js';
import { settingsRows } from '../actions/settings-rows.js';
import { currentScreen } from '../state/ui-state.js';

/** What stands in the pane, as far as it has been scrolled; undefined where there is none. */
export function paneText(app: App): PaneText | undefined {
  const state = app.model.get();
  const { pane } = layOutBody(state);
  if (!pane || currentScreen(state).name === 'review') {
    return undefined;
  }

  const context = cardContext(app, pane.columns);
  const { rows } = pane;
  const { subject, lines } = linesOf(app, context, rows);
  if (lines.length <= rows) {
    return { subject, lines, top: 0, below: 0 };
  }

  // The last row says how much is out of sight.
  const page = rows - 1;
  const top = state.paneScroll?.subject === subject ? Math.min(state.paneScroll.by, lines.length - page) : 0;
  const below = lines.length - page - top;
  const sign = [...(below > 0 ? [`J ${below} more`] : []), ...(top > 0 ? [`K ${top} above`] : [])].join('  ');
  return {
    subject,
    lines: [
      ...lines.slice(top, top + page),
      [{ text: `${' '.repeat(Math.max(0, pane.columns - cellWidth(sign)))}${sign}` }],
    ],
    top,
    below,
  };
}

type Subject = { readonly subject: string; readonly lines: readonly PaneLine[] };

function linesOf(app: App, context: PaneContext, rows: number): Subject {
  const { name } = currentScreen(app.model.get());
  if (name === 'form') {
    return { subject: name, lines: formPane(app, context) };
  }

  if (name === 'help') {
    return { subject: name, lines: helpPane(app, context) };
  }

  if (name === 'activity') {
    return { subject: `activity ${cursorIndex(app, 'activity')}`, lines: activityPane(app, context) };
  }

  return name === 'settings' ? settingPane(app, context) : animalsPane(app, context, rows);
}

/**
 * The card of the animal under the cursor, or what is marked. Below it, where nothing else is to tell, what is shown
 * altogether and what happened lately.
 */
function animalsPane(app: App, context: PaneContext, rows: number): Subject {
  const row = animalAtCursor(app);
  const subject = row?.key ?? '';
  if (hasMarks(app)) {
    return { subject, lines: [...marksPane(app, context), ...animalCard(app, context.width)] };
  }

  if (row && 'entry' in row) {
    const isFoot = layOutBody(app.model.get()).pane?.side === 'foot';
    return { subject, lines: isFoot ? entryFoot(row.entry, context) : animalCard(app, context.width) };
  }

  const card = animalCard(app, context.width);
  const bars = barsPane(app, context);
  const told = card.length + bars.length <= rows ? [...card, ...bars] : card;
  const left = rows - told.length - 1;
  return { subject, lines: left < leastLog ? told : [...told, [], ...logPane(app, context, left)] };
}

/** The fewest rows that are worth a heading for what happened lately. */
const leastLog = 4;

/** The bars are no taller than this; a store may have hundreds of categories. */
const mostBars = 12;

function barsPane(app: App, context: PaneContext): readonly PaneLine[] {
  const { bars } = app.model.get();
  // The sections count what is in the queue.
  if (bars === 'off' || currentScreen(app.model.get()).name === 'queue') {
    return [];
  }

  const rows = listRows(app);
  const counts = rows.count === 0 ? [] : app.tally(rows, bars, context.labels);
  const more = counts.length - mostBars;
  return counts.length < 2
    ? []
    : [
        [],
        ruledTitle(`Shown, by ${bars}`, `${keyOf(app, 'bars')}: ${bars === 'category' ? 'status' : 'off'}`, context),
        ...barLines(counts.slice(0, mostBars), context),
        ...(more > 0 ? wrapPane(`and ${more} more`, context.width) : []),
      ];
}

const mostNamesakes = 8;

/**
 * Beside a form: the row as it will be, animals of the same name, and the categories with how many animals each has.
 */
function formPane(app: App, context: PaneContext): readonly PaneLine[] {
  const { fields } = app.model.get();
  const { width, labels, glyphs, snapshot } = context;
  const form = formOf(app);
  const name = lineText(fields.name).trim();
  const lower = name.toLowerCase();
  const isNamesake = (other: { readonly name: string }): boolean =>
    other.name.length === name.length && other.name.toLowerCase() === lower;
  const same =
    name === ''
      ? []
      : [
          ...snapshot.entries
            .filter(
              (entry) =>
                entry.petId === undefined &&
                entry.state !== 'discarded' &&
                entry.localId !== form?.editing &&
                isNamesake(entry),
            )
            .map((entry) => ({ id: entry.localId, pet: entry })),
          ...snapshot.pets.filter(isNamesake).map((pet) => ({ id: `#${pet.id}`, pet })),
        ];
  const categories = knownCategories(app).map(({ id, text, animals }) => [text, animals, hueOf(id)] as const);
  return [
    ...titleLines(form?.editing === undefined ? 'The new animal' : `${form.editing}, as it will be`, '', width),
    asItWillBe(app, width).slice(1),
    [],
    ...(name === ''
      ? []
      : [
          ...titleLines('Of the same name', String(same.length), width),
          ...same
            .slice(0, mostNamesakes)
            .flatMap(({ id, pet }) =>
              wrapPane(`${id}  ${categoryText(pet.categoryId, labels)}  ${statusText(pet.status, glyphs)}`, width),
            ),
          ...(same.length > mostNamesakes ? wrapPane(`and ${same.length - mostNamesakes} more`, width) : []),
          [],
        ]),
    ...(categories.length === 0
      ? []
      : [
          ...titleLines('Categories', '', width),
          ...barLines(categories.slice(0, mostBars), context),
          ...(categories.length > mostBars ? wrapPane(`and ${categories.length - mostBars} more`, width) : []),
        ]),
  ];
}

/** Beside the settings: the whole of the value under the cursor, and what it means. */
function settingPane(app: App, { width }: PaneContext): Subject {
  const row = settingsRows(app).at(cursorIndex(app, 'settings'));
  const lines = row
    ? [
        ...titleLines(row.label, '', width),
        ...wrapPane(row.value, width),
        [],
        ...settingAbout(row).flatMap((text) => wrapPane(text, width)),
      ]
    : [];
  return { subject: `settings ${row?.key ?? ''}`, lines };
}
