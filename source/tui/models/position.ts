import { type Entry, placeOfEntry } from '../../domain/entry.ts';
import type { PetOrEntry } from '../../text/animal/pet-texts.ts';
import type { Position } from '../state/ui-state.ts';

/** The row of an animal: of a pet, or of an entry that has no pet id yet. */
export type Row = { readonly key: string; readonly animal: PetOrEntry };
type Keyed = { readonly key: string };

/** The rows of a screen with a cursor. */
export type CursorRows<Row extends Keyed = Keyed> = Sectioned & {
  at(index: number): Row | undefined;
  indexOf(key: string): number;
};

/**
 * Where the cursor is now: with its animal, wherever that went; else, where it was.
 *
 * `entries` tell which pet a queued animal became, so the cursor follows it into its new row.
 */
export function locateRow(rows: CursorRows, { key, index }: Position, entries: readonly Entry[] = []): number {
  const there = Math.max(0, Math.min(index, rows.count - 1));
  if (key === undefined || rows.at(there)?.key === key) {
    return there;
  }

  const found = rows.indexOf(key);
  if (found !== -1) {
    return found;
  }

  const petId = key.startsWith('Q-') ? entries[placeOfEntry(entries, key)]?.petId : undefined;
  const became = petId === undefined ? -1 : rows.indexOf(petId);
  return became === -1 ? there : became;
}

/**
 * Where the animal of a cursor is not among the rows, because the filter leaves it out, the cursor is on some other
 * row, by its place. It stays with the animal of that row as long as nobody moves it or arranges the list otherwise:
 * one that arrives meanwhile does not slip under it. Nor does a cursor that nobody moved leave a queued animal, on
 * which keys act, as long as that is among the rows. Else it stays at the top, where the newest of a store comes.
 */
export function createCursorTie() {
  let last:
    | {
        readonly rows: CursorRows;
        readonly position: Position;
        readonly entries: readonly Entry[];
        readonly view: string;
        readonly index: number;
        readonly key: string | undefined;
        /** Where nobody moved it: the queued animal that it came to first. */
        readonly own: string | undefined;
      }
    | undefined;
  /** Finds the row of a cursor; `view`: how the list is arranged and filtered, as a text. */
  return (rows: CursorRows, position: Position, entries: readonly Entry[], view: string): number => {
    const isSame = last?.position === position && last.view === view;
    if (isSame && last?.rows === rows && last.entries === entries) {
      // One drawing asks for it many times.
      return last.index;
    }

    const unmoved = isSame && last?.own !== undefined && rows.indexOf(last.own) !== -1 ? last.own : undefined;
    const own = position.key ?? unmoved;
    const meant = { ...position, key: own };
    const isGone = isSame && own !== undefined && rows.indexOf(own) === -1;
    const index = locateRow(rows, isGone && last ? heirOf(meant, last.key, entries) : meant, entries);
    const key = rows.at(index)?.key;
    last = { position, view, rows, entries, index, key, own: own ?? (key?.startsWith('Q-') ? key : undefined) };
    return index;
  };
}

/** Where a cursor goes whose row is gone: to the pet that its animal became, else to the row shown since. */
function heirOf(position: Position, key: string | undefined, entries: readonly Entry[]): Position {
  const became = position.key?.startsWith('Q-') && entries[placeOfEntry(entries, position.key)]?.petId !== undefined;
  return became ? position : { ...position, key };
}

const context = 3;

/** How a list goes on where the cursor comes to its end in sight: by a row, or by half of the rows in sight. */
type Pace = 'row' | 'half';

/** The first row shown, so that row `index` is among the `height` that fit. */
export function scrollTo(top: number, index: number, height: number, count: number, pace: Pace = 'row'): number {
  const margin = Math.min(context, Math.floor((height - 1) / 2));
  const near = Math.max(index - height + 1 + margin, Math.min(top, index - margin));
  const wanted = near === top || pace === 'row' ? near : index - Math.floor(height / 2);
  return Math.max(0, Math.min(wanted, count - height));
}

/** The position with the cursor on row `index`. */
export function moveTo(rows: CursorRows, { top }: Position, index: number, height: number, pace?: Pace): Position {
  const target = Math.max(0, Math.min(index, rows.count - 1));
  const line = lineOfRow(rows, target);
  return {
    key: rows.at(target)?.key,
    index: target,
    top: scrollTo(top, line, height, countLines(rows), pace),
  };
}

/** Rows that belong together, from one on. Before the first stands a heading, on which the cursor never is. */
export type Section = { readonly key: string; readonly from: number; readonly count: number };
/** A list whose headings, if any, take lines of their own. */
export type Sectioned = { readonly count: number; readonly sections?: readonly Section[] };
/** A line of such a list: a heading, or a row by its index. */
export type SectionedLine = { readonly section: Section } | { readonly row: number };

/** The lines that rows take with their headings. */
export function countLines({ count, sections = [] }: Sectioned): number {
  return count + sections.length;
}

/** The line that a row is on. */
export function lineOfRow({ sections = [] }: Sectioned, row: number): number {
  return row + sections.filter(({ from }) => from <= row).length;
}

/** So many lines from one on, as far as there are any. */
export function takeLines(list: Sectioned, top: number, height: number): readonly SectionedLine[] {
  const { sections = [] } = list;
  const lines: SectionedLine[] = [];
  // Each heading above moves the rows after it by a line.
  let next = sections.findIndex(({ from }, place) => from + place >= top);
  next = next === -1 ? sections.length : next;
  for (let line = top; line < Math.min(top + height, countLines(list)); line += 1) {
    const section = sections[next];
    if (section && section.from + next === line) {
      lines.push({ section });
      next += 1;
    } else {
      lines.push({ row: line - next });
    }
  }

  return lines;
}

/** Sections of rows that stand one after the other; one without rows is left out. */
export function toSections(groups: readonly (readonly [key: string, count: number])[]): readonly Section[] {
  let from = 0;
  return groups.flatMap(([key, count]) => {
    const section = { key, from, count };
    from += count;
    return count === 0 ? [] : [section];
  });
}
