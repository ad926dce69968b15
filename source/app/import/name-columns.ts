/** Which column of a file is what, said by a person for one field after the other. */
import { type ColumnChoice, type ColumnOffer, fieldsToName, suggestColumn, type UnknownHeader } from './read-titles.js';
import type { AnyPetField } from '../../domain/pet.js';

/** `left`: the fields to name, the first of which is asked for; `choice`: the column under the cursor, by its place. */
export type ColumnsStep = {
  readonly type: 'columns';
  readonly header: UnknownHeader;
  readonly named: ColumnChoice;
  readonly left: readonly AnyPetField[];
  readonly choice: number;
};

/** The first field, at the column that is meant by its title, as far as that can be told. */
export function beginNaming(header: UnknownHeader): ColumnsStep {
  return atSuggested({ type: 'columns', header, named: {}, left: fieldsToName(header), choice: 0 });
}

/** The columns that are no other field yet, and none (undefined) where the field may be missing. */
export function choicesOf({ header, named, left }: ColumnsStep): readonly (ColumnOffer | undefined)[] {
  const offers = header.titles.flatMap((title, column) =>
    title === '' || Object.values(named).includes(title) ? [] : [{ title, samples: header.samples[column] ?? [] }],
  );
  return left[0]?.isOptional === true ? [...offers, undefined] : offers;
}

/** The column under the cursor is the field that is asked for; on to the next one. */
export function nameColumn(step: ColumnsStep): ColumnsStep {
  const [field, ...left] = step.left;
  const title = choicesOf(step)[step.choice]?.title;
  const named = field && title !== undefined ? { ...step.named, [field.word]: title } : step.named;
  return atSuggested({ ...step, named, left });
}

/** At the likeliest column. What may be missing is left out, unless a title or the values below it look like it. */
function atSuggested(step: ColumnsStep): ColumnsStep {
  const [field] = step.left;
  const choices = choicesOf(step);
  const title =
    field &&
    suggestColumn(
      field.word,
      choices.flatMap((each) => each ?? []),
    );
  const found = choices.findIndex((each) => each?.title === title);
  return { ...step, choice: Math.max(0, found) };
}
