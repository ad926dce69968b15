/** Animals from a table or from JSON, told apart by how the text begins. All is checked before any is used. */
import type { CategoryLabels } from '../../domain/category-labels.ts';
import type { NewPet } from '../../domain/pet.ts';
import type { Naming } from '../../text/animal/read-category-text.ts';
import { createRowCheck, type RowMistake } from './check-row.ts';
import { readArray, readObjects } from './read-json.ts';
import { readTable } from './read-table.ts';
import { placeOf, type Read, type RowPlace, type Said } from './rows.ts';

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
