/** Animals from a table or from JSON, told apart by how the text begins. All is checked before any is used. */
import type { CategoryLabels } from '../../domain/category-labels.js';
import type { NewPet } from '../../domain/pet.js';
import { createRowCheck, type ImportRow, type RowMistake, type RowPlace, type StatusChoice } from './check-row.js';
import { readArray, readValues } from './read-json.js';
import { readTable, type TableChoice } from './read-table.js';
import type { Read } from './read.js';

/** The content of a file: animals, or all its mistakes. */
export type Animals = Omit<Read, 'rows' | 'broken' | 'toFile'> & {
  readonly pets: readonly NewPet[];
  /** Where each of them stands. */
  readonly places: readonly RowPlace[];
  /** What the file has for an id of each of them: they may be on the store already, or one animal in several rows. */
  readonly ids: readonly (string | undefined)[];
  readonly mistakes: readonly RowMistake[];
  /** The bad rows as a file of their own. Undefined: every row is good, or the file as a whole is wrong. */
  readonly badRows: string | undefined;
};

/** What a person says of a file. */
export type ImportChoice = TableChoice & {
  /** By what stands in the file. */
  readonly statusOf: (header: readonly string[] | undefined) => StatusChoice;
};

const noChoice: ImportChoice = { columns: {}, recall: () => undefined, statusOf: () => new Map() };

/** `most`: a file with more gets a single mistake. `labels`: what categories may be called in it. */
export function readAnimals(
  text: string,
  {
    most,
    labels,
    choice = noChoice,
  }: { readonly most: number; readonly labels: CategoryLabels; readonly choice?: ImportChoice },
): Animals {
  const first = /\S/.exec(text)?.[0];
  const readJson = first === '[' ? readArray : readValues;
  const isJson = first === '[' || first === '{';
  const read = isJson ? readJson(text, most) : readTable(text, most, choice);
  const { rows, broken, ignored, notes, toFile, header, columns, unknown } = read;
  const told = { ignored, notes, ...(header && { header }), ...(columns && { columns }), ...(unknown && { unknown }) };
  // Broken ones count, or as many would be left at the end without a word.
  const all: readonly Pick<ImportRow, 'line' | 'item'>[] = [...rows, ...broken];
  const tooMany = all.toSorted((a, b) => a.line - b.line)[most];
  if (tooMany) {
    const { line, item } = tooMany;
    const message = `this is animal number ${most + 1}, and at most ${most} can be imported at once`;
    const mistake = { line, ...(item === undefined ? {} : { item }), field: undefined, message };
    return { pets: [], places: [], ids: [], mistakes: [mistake], ignored: [], notes: [], badRows: undefined };
  }

  const check = createRowCheck(labels, choice.statusOf(header));
  const checked = rows.map((row) => ({ ...check(row), row }));
  const good = checked.flatMap(({ pet, id, row: { line, item } }) =>
    pet ? [{ pet, id, place: { line, ...(item === undefined ? {} : { item }) } }] : [],
  );
  const bad = [...broken, ...checked.flatMap(({ pet, row }) => (pet ? [] : [row]))].sort((a, b) => a.line - b.line);
  return {
    ...told,
    pets: good.map(({ pet }) => pet),
    places: good.map(({ place }) => place),
    ids: good.map(({ id }) => id),
    mistakes: [
      ...broken.map(({ line, message }) => ({ line, field: undefined, message })),
      ...checked.flatMap((each) => each.mistakes),
    ].sort((a, b) => a.line - b.line),
    badRows: bad.length === 0 ? undefined : toFile?.(bad.map(({ source }) => source)),
  };
}
