import type { Entry } from '../../domain/entry.js';
import type { Position } from '../state/ui-state.js';
import { type CursorRows, locateRow } from './position.js';

/** Finds the row of a cursor; `view`: how the list is arranged and filtered, as a text. */
export type CursorTie = {
  locate(rows: CursorRows, position: Position, entries: readonly Entry[], view: string): number;
};

/**
 * Where the animal of a cursor is not among the rows, because the filter leaves it out, the cursor is on some other
 * row, by its place. It stays with the animal of that row as long as nobody moves it or arranges the list otherwise:
 * one that arrives meanwhile does not slip under it.
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

      const isAway =
        position.key !== undefined &&
        last?.position === position &&
        last.view === view &&
        rows.indexOf(position.key) === -1;
      const index = locateRow(rows, isAway ? { ...position, key: last?.key } : position, entries);
      last = { position, view, rows, entries, index, key: rows.at(index)?.key };
      return index;
    },
  };
}
