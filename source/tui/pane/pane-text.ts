import { categoryText } from '../../domain/category-labels.js';
import { cellWidth } from '../../platform/text/terminal-text.js';
import {
  barLines,
  categoryPieces,
  entryPane,
  type PaneContext,
  type PaneLine,
  petPane,
  statusPieces,
  titleLines,
  wrapPane,
} from '../../text/animal/animal-pane.js';
import { statusText } from '../../text/glyphs.js';
import { hueOf } from '../../text/tone.js';
import { animalAtCursor, cursorIndex, listRows, queueRows } from '../actions/cursor.js';
import { type App, glyphsIn, type PaneText, snapshotOf, waitContext } from '../app-context.js';
import { lineText } from '../input/line.js';
import { stateHints } from '../actions/hints.js';
import { layOutBody } from '../layout.js';
import { formOf } from '../form/form-state.js';
import { knownCategories, readForm } from '../form/read-form.js';
import { hasMarks } from '../marks/marks.js';
import { helpPane } from './help-pane.js';
import { marksPane } from './marks-pane.js';
import { settingAbout } from '../settings/setting-about.js';
import { settingsRows } from '../actions/settings-rows.js';
import { currentScreen } from '../state/ui-state.js';

/** What stands in the pane, as far as it has been scrolled; undefined where there is none. */
export function paneText(app: App): PaneText | undefined {
  const state = app.model.get();
  const { pane } = layOutBody(state);
  if (!pane || currentScreen(state).name === 'review') {
    return undefined;
  }

  const context: PaneContext = {
    width: pane.columns,
    labels: state.settings.categoryLabels,
    glyphs: glyphsIn(state),
    now: app.now(),
    snapshot: snapshotOf(app),
    waiting: waitContext(app),
  };
  const { subject, lines } = linesOf(app, context);
  const { rows } = pane;
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

function linesOf(app: App, context: PaneContext): Subject {
  const { name } = currentScreen(app.model.get());
  if (name === 'form') {
    return { subject: name, lines: formPane(app, context) };
  }

  if (name === 'help') {
    return { subject: name, lines: helpPane(app, context) };
  }

  return name === 'settings' ? settingPane(app, context) : animalsPane(app, context);
}

/** The animal under the cursor, and what is shown altogether. */
function animalsPane(app: App, context: PaneContext): Subject {
  const row = animalAtCursor(app);
  const keys = stateHints(app);
  const hints: readonly PaneLine[] = keys.length === 0 ? [] : [[], ...wrapHints(keys, context.width)];
  const paneOf = (each: NonNullable<typeof row>): readonly PaneLine[] =>
    'pet' in each ? petPane(each.pet, context) : entryPane(each.entry, hints, context);
  const animal = row ? paneOf(row) : [];
  const marks = hasMarks(app) ? marksPane(app, context) : [];
  return { subject: row?.key ?? '', lines: [...marks, ...animal, ...barsPane(app, context)] };
}

function wrapHints(
  keys: readonly { readonly key: string; readonly hint: string }[],
  width: number,
): readonly PaneLine[] {
  const lines: PaneLine[] = [];
  let used = 0;
  for (const { key, hint } of keys) {
    const cells = cellWidth(`${key} ${hint}`);
    const begun = lines.at(-1);
    const piece: PaneLine = [{ text: key, tone: 'strong' }, { text: ` ${hint}` }];
    if (begun && used + 2 + cells <= width) {
      lines[lines.length - 1] = [...begun, { text: '  ' }, ...piece];
      used += 2 + cells;
    } else {
      lines.push(piece);
      used = cells;
    }
  }

  return lines;
}

/** The bars are no taller than this; a store may have hundreds of categories. */
const mostBars = 12;

function barsPane(app: App, context: PaneContext): readonly PaneLine[] {
  const { bars } = app.model.get();
  const isQueue = currentScreen(app.model.get()).name === 'queue';
  if (bars === 'off') {
    return [];
  }

  const rows = isQueue ? queueRows(app) : listRows(app);
  const counts = rows.count === 0 ? [] : app.tally(rows, bars, context.labels);
  const next = bars === 'category' ? 'b: status' : 'b: off';
  const more = counts.length - mostBars;
  return counts.length === 0
    ? []
    : [
        [{ text: context.glyphs.rule.repeat(context.width), tone: 'quiet' }],
        ...titleLines(`What is shown, by ${bars}`, next, context.width),
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
  const read = readForm(app);
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
  const asRow: readonly PaneLine[] =
    'pet' in read
      ? [
          ...wrapPane(read.pet.name, width),
          [
            ...categoryPieces(read.pet.categoryId, labels, glyphs),
            { text: '  ' },
            ...statusPieces(read.pet.status, glyphs),
          ],
        ]
      : wrapPane(name === '' ? 'It has no name yet.' : 'It has no category yet.', width);
  return [
    ...titleLines(form?.editing === undefined ? 'The new animal' : `${form.editing}, as it will be`, '', width),
    ...asRow,
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
