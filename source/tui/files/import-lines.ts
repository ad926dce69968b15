/** The text of an import: the question which column is what, or what of the file would be queued. */
import { basename } from 'node:path';
import { mistakeLines } from '../../app/import/check-row.ts';
import { choicesOf, type ColumnsStep } from '../../app/import/columns.ts';
import { type ImportPlan, isFresh, type PlannedAnimal, withFate } from '../../app/import/fate.ts';
import { readingTexts, reasonTexts, summaryText } from '../../app/import/report.ts';
import { placeText } from '../../app/import/rows.ts';
import type { CategoryLabels } from '../../domain/category-labels.ts';
import { describePet } from '../../text/animal/pet-texts.ts';
import { countText } from '../../text/count-text.ts';
import { cursorSign } from '../../text/glyphs.ts';
import { shortName } from '../../text/hints.ts';
import { type Labelled, labelledLines, type PaneLine, titleLines, wrapPane } from '../../text/pane-lines.ts';
import { fitCells, safeText } from '../../platform/text/terminal-text.ts';
import type { App } from '../app-context.ts';
import { narrowBelow } from '../layout.ts';
import { remember } from '../models/remember.ts';
import type { ScreenOf } from '../state/ui-state.ts';

/** `at`: the line that is to be in sight, if any. */
type ImportText = { readonly lines: readonly PaneLine[]; readonly at?: number };

/** `Import 12 animals from animals.csv`. */
export function importTitle(_: App, { path, step }: ScreenOf<'import'>): string {
  const file = safeText(basename(path));
  return step.type === 'columns'
    ? `Import ${file}`
    : `Import ${countText(step.plan.animals.filter(isFresh).length, 'animal')} from ${file}`;
}

/** The text in lines of so many columns. */
export function importText(app: App, { file, step }: ScreenOf<'import'>, columns: number): ImportText {
  const { settings, spoken } = app.model.get();
  return step.type === 'columns'
    ? columnLines(step, columns, spoken ? '>' : cursorSign)
    : { lines: previewLines(file, step.plan, settings.categoryLabels, columns) };
}

function columnLines(step: ColumnsStep, columns: number, sign: string): ImportText {
  const { header, named, left, choice } = step;
  const choices = choicesOf(step);
  const word = left[0]?.word ?? '';
  const above = [
    ...wrapPane(
      `The titles of line ${header.line} do not say which column is ${header.missing.join(' and ')}.`,
      columns,
    ),
    ...Object.entries(named).map(([field, title]): PaneLine => [
      { text: `${field} <- ${shortName(title)}`, tone: 'quiet' },
    ]),
    [],
    ...titleLines(`Which column is the ${word}?`, '', columns),
  ];
  const titles = choices.map((each) => (each ? shortName(each.title) : 'none of them'));
  const width = Math.min(Math.floor(columns / 2), Math.max(...titles.map(({ length }) => length)) + 2);
  const offers = choices.map((each, at): PaneLine => {
    const samples = each?.samples.map(shortName).join(', ') ?? '';
    return [
      { text: at === choice ? `${sign} ` : '  ', tone: 'accent' },
      { text: fitCells(titles[at] ?? '', width), ...(at === choice ? { tone: 'strong' } : {}) },
      { text: fitCells(samples, Math.max(0, columns - width - 2)).trimEnd(), tone: 'quiet' },
    ];
  });
  return { lines: [...above, ...offers], at: above.length + choice };
}

/** More of one kind only fill the screen, and take time to draw. */
const mostShown = 200;

/** A file may have thousands of rows, and is drawn with each key. */
const previewLines = remember(
  (
    file: ScreenOf<'import'>['file'],
    plan: ImportPlan,
    labels: CategoryLabels,
    columns: number,
  ): readonly PaneLine[] => {
    const toLine = ({ fate, pet, place }: PlannedAnimal): Labelled => ({
      label: placeText(place),
      text: describePet(pet, labels) + (fate.type === 'alike' ? `; like ${fate.to}` : ''),
      tone: fate.type === 'alike' ? 'needs-you' : 'quiet',
    });
    const alike = withFate(plan, 'alike');
    const parts: readonly (readonly [title: string, lines: readonly (string | Labelled)[]])[] = [
      ['Cannot be read', mistakeLines(file.mistakes)],
      ['Left out', reasonTexts(plan)],
      ['Like an animal that is there, or a row above', alike.map(toLine)],
      [alike.length > 0 ? 'Like no other' : 'What would be queued', withFate(plan, 'queue').map(toLine)],
    ];
    return [
      ...[summaryText(file, plan), ...readingTexts(file)].flatMap((text) => wrapPane(text, columns)),
      ...parts.flatMap(([title, lines]) => (lines.length === 0 ? [] : partLines(title, lines, columns))),
    ];
  },
);

function partLines(title: string, all: readonly (string | Labelled)[], columns: number): readonly PaneLine[] {
  const label = columns < narrowBelow ? 10 : 14;
  const more = all.length - mostShown;
  const lines = more > 0 ? [...all.slice(0, mostShown), `and ${countText(more, 'more row')}`] : all;
  return [[], ...titleLines(title, '', columns), ...labelledLines(lines, columns, label)];
}
