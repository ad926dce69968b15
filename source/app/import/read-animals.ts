/** Animals from a table or from JSON, told apart by how the text begins. All is checked before any is used. */
import type { CategoryLabels } from '../../domain/category-labels.ts';
import { type NewPet, petFieldNames } from '../../domain/pet.ts';
import { parseJson, rawInteger } from '../../platform/json/json.ts';
import type { Naming } from '../../text/animal/read-category-text.ts';
import { createRowCheck, type RowMistake } from './check-row.ts';
import { readTable } from './read-table.ts';
import { failed, type ImportRow, isObject, placeOf, type Read, type RowPlace, type Said } from './rows.ts';

/**
 * An animal of a file, and where it stands. `id`: what the file has for one: it may be on the store already, or be one
 * animal in several rows.
 */
export type FileAnimal = { readonly pet: NewPet; readonly place: RowPlace; readonly id: string | undefined };

/** The content of a file: animals, and all its mistakes. */
export type Animals = Omit<Read, 'rows' | 'toFile'> & {
  readonly animals: readonly FileAnimal[];
  readonly mistakes: readonly RowMistake[];
  /** The bad rows as a file of their own. Undefined: every row is good, or the file as a whole is wrong. */
  readonly badRows: string | undefined;
};

type Options = Said & { readonly most: number; readonly labels: CategoryLabels; readonly naming?: Naming };

/** `most`: a file with more gets a single mistake. `labels`: what categories may be called in it. */
export function readAnimals(text: string, { most, labels, naming, ...said }: Options): Animals {
  const { rows, toFile, ...told } = readRows(text, most, said);
  // Broken ones count, or as many would be left at the end without a word.
  const tooMany = rows[most];
  if (tooMany) {
    const message = `this is animal number ${most + 1}, and at most ${most} can be imported at once`;
    return { animals: [], mistakes: [{ ...placeOf(tooMany), message }], ignored: [], badRows: undefined };
  }

  const check = createRowCheck(labels, naming);
  const checked = rows.map((row) => ({ row, ...check(row) }));
  const bad = checked.flatMap((each) => ('pet' in each ? [] : [each.row.source]));
  return {
    ...told,
    animals: checked.flatMap((each) =>
      'pet' in each ? [{ pet: each.pet, place: placeOf(each.row), id: each.id }] : [],
    ),
    mistakes: checked.flatMap((each) => ('pet' in each ? [] : each.mistakes)),
    badRows: bad.length === 0 ? undefined : toFile?.(bad),
  };
}

function readRows(text: string, most: number, said: Said): Read {
  const first = /\S/u.exec(text)?.[0];
  if (first === '[') {
    return readArray(text, most);
  }

  return first === '{' ? readObjects(text, most) : readTable(text, most, said);
}

/** The items of a JSON array: at most `most` of them and one more. */
function readArray(text: string, most: number): Read {
  try {
    const items = (parseJson(text) as readonly unknown[]).slice(0, most + 1);
    return {
      rows: items.map((value, at) => ({ item: at + 1, source: JSON.stringify(value, exactly), value })),
      ignored: findIgnored(items),
      toFile: (sources) => `[\n${sources.join(',\n')}\n]\n`,
    };
  } catch (error) {
    return failed(1, notJson(error));
  }
}

const exactly = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? rawInteger(String(value)) : value;

/** Objects one after the other, each on a line (NDJSON) or over several, as of `jq`. At most `most` of them and one more. */
function readObjects(text: string, most: number): Read {
  let line = 1;
  const rows = text.split(/^(?=\{)/mu, most + 2).flatMap((piece): ImportRow[] => {
    const start = line + countBreaks(piece) - countBreaks(piece.trimStart());
    line += countBreaks(piece);
    const source = piece.trim();
    return source === '' ? [] : [readObject(start, source)];
  });
  const values = rows.flatMap((row) => ('value' in row ? [row.value] : []));
  return { rows, ignored: findIgnored(values), toFile: (sources) => `${sources.join('\n')}\n` };
}

const countBreaks = (text: string): number => text.split('\n').length - 1;

function readObject(line: number, source: string): ImportRow {
  try {
    return { line, source, value: parseJson(source) };
  } catch (error) {
    return { line, source, broken: notJson(error) };
  }
}

/** In the parser's words. Its lines are counted from where the text begins that it was given. */
const notJson = (error: unknown): string => `this is not JSON (${(error as Error).message})`;

/** All that is no field of a pet; also a category's name beside its number, which counts. */
function findIgnored(values: readonly unknown[]): readonly string[] {
  const objects = values.filter(isObject);
  const isNumbered = objects.some((item) => 'categoryId' in item && 'category' in item);
  const used: readonly string[] = isNumbered ? petFieldNames : [...petFieldNames, 'category'];
  return [...new Set(objects.flatMap((item) => Object.keys(item)))].filter((name) => !used.includes(name));
}
