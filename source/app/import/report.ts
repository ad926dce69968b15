/** What is told of a file before any of it is queued: the one report of shell and screens. */
import { type ColumnChoice, foldTitle } from './read-titles.js';
import { ignoredText, mistakeLines } from './check-row.js';
import type { ImportFile } from './files.js';
import { beforeText, correctionTexts, type ReadyPlan } from './plan-import.js';
import { shortName } from '../../text/hints.js';
import { countText } from '../../text/count-text.js';

/** The parts of the report, in the order in which they are shown; one without lines has nothing to tell. */
export type ImportReport = {
  /** How the file was read: its encoding, its columns, what of it was not used. */
  readonly reading: readonly string[];
  /** What is like an animal that is there, or twice in the file. */
  readonly alike: readonly string[];
  /** What was imported before, and is left out. */
  readonly before: readonly string[];
  /** What corrects a row that was imported before. */
  readonly corrections: readonly string[];
  /** What cannot be read, and why. */
  readonly unreadable: readonly string[];
  /** What will be queued. */
  readonly summary: string;
};

/** Of a file that can be queued. */
export function reportImport(file: ImportFile, plan: ReadyPlan): ImportReport {
  const unreadable = mistakeLines(file.mistakes);
  const rows = countRows(file);
  const cannot = rows > 0 ? `, and ${countText(rows, 'row')} cannot` : '';
  return {
    reading: readingTexts(file),
    alike: [...plan.whyLeftOut, ...plan.doubles],
    before: [beforeText(plan.file, plan.comparison) ?? []].flat(),
    corrections: correctionTexts(plan.file, plan.comparison),
    unreadable,
    summary: `${countText(plan.fresh.length, 'animal')} can be imported${cannot}${leftOutText(plan)}.`,
  };
}

/** `, and 2 rows are left out` */
export function leftOutText({ leftOut }: { readonly leftOut: number }): string {
  return leftOut === 0 ? '' : `, and ${countText(leftOut, 'row is', 'rows are')} left out`;
}

/** How many rows cannot be read: one may have several mistakes. */
export function countRows({ mistakes }: Pick<ImportFile, 'mistakes'>): number {
  return new Set(mistakes.map(({ line, item }) => `${line} ${item ?? ''}`)).size;
}

/** How a file was read, as far as that is not a matter of course. */
export function readingTexts({ encoding, columns, recalled, ignored, notes, pets }: ImportFile): readonly string[] {
  const words = ignoredText(ignored);
  return [
    ...(encoding === 'utf-8' ? [] : [encodingText(encoding, pets)]),
    ...(columns && (recalled || isTold(columns)) ? [columnsText(columns, recalled)] : []),
    ...notes,
    ...(words === undefined ? [] : [words]),
  ];
}

/** A name that would look odd in another encoding shows whether this is the right one. */
function encodingText(encoding: string, pets: ImportFile['pets']): string {
  const sample = pets.find(({ name }) => /[^ -~]/.test(name))?.name;
  return `Read as ${encoding}${sample === undefined ? '' : `, so that a name is "${shortName(sample)}"`}.`;
}

const ownTitles: readonly string[] = ['categoryid', 'id', 'localid'];

/** Whether a column has another title than its field's name. */
function isTold(columns: ColumnChoice): boolean {
  return Object.entries(columns).some(
    ([field, title]) => field !== 'id' && foldTitle(title) !== field && !ownTitles.includes(foldTitle(title)),
  );
}

function columnsText(columns: ColumnChoice, recalled: boolean): string {
  const named = Object.entries(columns)
    .filter(([field]) => field !== 'id')
    .map(([field, title]) => `${field} is "${shortName(title)}"`);
  return `Columns${recalled ? ', as said for this header before' : ''}: ${named.join(', ')}.`;
}
