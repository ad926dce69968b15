/** Which column of a table is what: by the person's word, by what was remembered for the header, or by its titles. */
import { type AnyPetField, isPetStatus, orText, petFieldList, type PetWord } from '../../domain/pet.ts';
import { shortName } from '../../text/hints.ts';

/** What a column can be. The id is used only to tell rows apart. */
export type ColumnField = PetWord | 'id';
/** All of them, in the order in which they are asked for. */
export const columnFields: readonly ColumnField[] = [...petFieldList.map(({ word }) => word), 'id'];

/** The titles that a person gave to fields. */
export type ColumnChoice = Readonly<Partial<Record<ColumnField, string>>>;

/** The place of each field's column. */
export type Columns = Readonly<Partial<Record<ColumnField, number>>>;

/** A column as a person is asked about it: its title, and the first values below it. */
export type ColumnOffer = { readonly title: string; readonly samples: readonly string[] };

/** A header that does not say which column is what is needed. */
export type UnknownHeader = {
  readonly line: number;
  readonly missing: readonly ColumnField[];
  readonly offers: readonly ColumnOffer[];
};

/** Titles that mean the field, as `foldTitle` has them, and what one looks like that may mean it. */
const signs: Readonly<Record<ColumnField, { readonly own: readonly string[]; readonly like: RegExp }>> = {
  name: { own: ['name'], like: /name/u },
  category: { own: ['categoryid', 'category'], like: /category|species|type|kind/u },
  status: { own: ['status'], like: /stat(?:us|e)/u },
  id: { own: ['id', 'localid', 'petid', 'animalid'], like: /id$/u },
};

/** Titles are the same whatever their capitals, blanks, `_` and `-`. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, '');
}

/** The columns that words such as `name=Animal Name` name; a sentence if one cannot be. */
export function readColumns(words: readonly string[]): ColumnChoice | { readonly problem: string } {
  const chosen: Record<string, string> = {};
  for (const word of words) {
    const [field = '', title = ''] = word.split(/=(.*)/su, 2).map((part) => part.trim());
    if (!columnFields.some((each) => each === field) || title === '') {
      return {
        problem:
          `--column needs one of ${orText(columnFields)}, and a title, such as --column name='Animal Name'; ` +
          `"${shortName(word)}" is not.`,
      };
    }

    chosen[field] = title;
  }

  return chosen;
}

/** The columns of a header, by the choice of a person or by its own titles. */
export function findColumns(titles: readonly string[], chosen: ColumnChoice): Columns {
  const folded = titles.map(foldTitle);
  const placeOf = (field: ColumnField): number | undefined => {
    const given = chosen[field];
    const names = given === undefined ? signs[field].own : [foldTitle(given)];
    return names.map((name) => folded.indexOf(name)).find((at) => at >= 0);
  };
  return Object.fromEntries(
    columnFields.flatMap((field) => {
      const at = placeOf(field);
      return at === undefined ? [] : [[field, at]];
    }),
  );
}

/**
 * The same with the one other column in which nothing but statuses stands, whatever its title: a status that was left
 * out cannot be corrected later. `cellsOf`: those below a title that are not empty.
 */
export function withStatusColumn(
  columns: Columns,
  titles: readonly string[],
  cellsOf: (at: number) => readonly string[],
): Columns {
  const others = titles.keys().filter((at) => !Object.values(columns).includes(at));
  const [found, ...more] = [...others].filter((at) => {
    const cells = cellsOf(at);
    return cells.length > 0 && cells.every((cell) => isPetStatus(cell.toLowerCase()));
  });
  const isClear = columns.status === undefined && found !== undefined && more.length === 0;
  return isClear ? { ...columns, status: found } : columns;
}

/** What a new animal needs and no column is. */
export function missingFields(columns: Columns): readonly ColumnField[] {
  return petFieldList
    .filter(({ word, isOptional }) => !isOptional && columns[word] === undefined)
    .map(({ word }) => word);
}

/** A title that may be meant by a field; only a person can tell. */
export function suggestTitle(field: ColumnField, titles: readonly string[]): string | undefined {
  return titles.find((title) => signs[field].like.test(foldTitle(title)));
}

/** `left`: the fields to name, the first of which is asked for; `choice`: the column under the cursor, by its place. */
export type ColumnsStep = {
  readonly type: 'columns';
  readonly header: UnknownHeader;
  readonly named: ColumnChoice;
  readonly left: readonly AnyPetField[];
  readonly choice: number;
};

/** What no title names, and what may be missing, one field after the other. */
export function beginNaming(header: UnknownHeader): ColumnsStep {
  const left = petFieldList.filter(({ word, isOptional }) => isOptional || header.missing.includes(word));
  return atSuggested({ type: 'columns', header, named: {}, left, choice: 0 });
}

/** The columns that are no other field yet, and none (undefined) where the field may be missing. */
export function choicesOf({ header, named, left }: ColumnsStep): readonly (ColumnOffer | undefined)[] {
  const offers = header.offers.filter(({ title }) => title !== '' && !Object.values(named).includes(title));
  return left[0]?.isOptional === true ? [...offers, undefined] : offers;
}

/** The column under the cursor is the field that is asked for; on to the next one. */
export function nameColumn(step: ColumnsStep): ColumnsStep {
  const [field, ...left] = step.left;
  const title = choicesOf(step)[step.choice]?.title;
  const named = field && title !== undefined ? { ...step.named, [field.word]: title } : step.named;
  return atSuggested({ ...step, named, left });
}

/** Whether the first values of a column may be those of a field. */
const mayBe: Readonly<Record<PetWord, (samples: readonly string[]) => boolean>> = {
  name: (samples) => !holdStatus(samples) && samples.every((cell) => /\p{Letter}/u.test(cell)),
  category: (samples) => !holdStatus(samples),
  status: holdStatus,
};

/** One is enough: nothing else is called so, and beside it may stand words that the store does not know. */
function holdStatus(samples: readonly string[]): boolean {
  return samples.some((cell) => isPetStatus(cell.toLowerCase()));
}

/**
 * At the likeliest column: by its title, or else by its values. A value that is a status leaves no doubt, whatever stands
 * above it, and nobody can correct a status later. What may be missing is left out unless a column looks like it.
 */
function atSuggested(step: ColumnsStep): ColumnsStep {
  const { word } = step.left[0] ?? {};
  if (word === undefined) {
    return step;
  }

  const choices = choicesOf(step);
  const offers = choices.filter((offer) => offer !== undefined);
  const titled = suggestTitle(
    word,
    offers.map(({ title }) => title),
  );
  const filled = offers.find(({ samples }) => samples.length > 0 && mayBe[word](samples))?.title;
  const title = word === 'status' ? (filled ?? titled) : (titled ?? filled);
  return {
    ...step,
    choice: Math.max(
      0,
      choices.findIndex((offer) => offer?.title === title),
    ),
  };
}
