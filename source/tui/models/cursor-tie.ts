import type { Entry } from '../../domain/entry.js';
import type { Position } from '../state/position.js';
import { type CursorRows, locateRow } from './position.js';
import { sectionOfRow } from './sections.js';

/** Finds the row of a cursor; `view`: how the list is arranged and filtered, as a text. */
export type CursorTie = {
  locate(rows: CursorRows, position: Position, entries: readonly Entry[], view: string): number;
};

/**
 * Where the animal of a cursor is not among the rows, because the filter leaves it out, the cursor is on some other
 * row, by its place. It stays with the animal of that row as long as nobody moves it or arranges the list otherwise:
 * one that arrives meanwhile does not slip under it. So it is with one that went into another section: who discards one
 * refused animal after the other stays among them.
 */
export function createCursorTie(): CursorTie {
  let last:
    | {
        readonly position: Position;
        readonly view: string;
        readonly rows: CursorRows;
        readonly entries: readonly Entry[];
        readonly index: number;
        readonly key: string | undefined;
      }
    | undefined;

  return {
    locate(rows, position, entries, view) {
      if (last?.rows === rows && last.entries === entries && last.position === position && last.view === view) {
        // One drawing asks for it many times.
        return last.index;
      }

      const isSame = last?.position === position && last.view === view;
      const found = isSame && position.key !== undefined ? rows.indexOf(position.key) : 0;
      const hasLeft = isSame && position.key !== undefined && hasLeftSection(rows, found, position.section);
      const index =
        hasLeft && last?.key === position.key
          ? nearestInSection(rows, position)
          : locateRow(rows, hasLeft || found === -1 ? { ...position, key: last?.key } : position, entries);
      last = { position, view, rows, entries, index, key: rows.at(index)?.key };
      return index;
    },
  };
}

/** Whether a row stands in another section than the one in which it was chosen, and the cursor does not go there. */
function hasLeftSection(rows: CursorRows, index: number, section: string | undefined): boolean {
  const present = sectionOfRow(rows, index)?.key;
  return (
    index !== -1 &&
    section !== undefined &&
    present !== undefined &&
    present !== section &&
    !rows.follows?.(section, present)
  );
}

/** Where the cursor was, among what is left of its section. */
function nearestInSection({ sections = [], count }: CursorRows, { index, section }: Position): number {
  const { from, count: length } = sections.find(({ key }) => key === section) ?? { from: 0, count };
  return Math.max(from, Math.min(index, from + length - 1));
}
