import { isAllowed } from '../../domain/verbs.ts';
import type { Size } from '../layout.ts';
import { ruledTitle } from '../../text/pane-lines.ts';
import { useDrawing } from '../app-context.ts';
import { ToneLines } from '../components/line.tsx';
import { placeColumns } from '../list/list-columns.ts';
import { entryPieces } from '../list/list-screen.tsx';
import { longestOf } from '../list/longest.ts';
import { enteredNow } from './form-state.ts';

/** A blank row, a heading, and an animal: fewer rows would tell nothing. */
const leastRows = 3;

/** What was entered just now, below the form of the next one: a sheet that is filled in from above. */
export function Entered({ columns, rows }: Size) {
  const { app, state, snapshot, labels, glyphs } = useDrawing();
  const entries = enteredNow(app);
  if (entries.length === 0 || rows < leastRows || state.spoken) {
    return null;
  }

  const placed = placeColumns(columns, longestOf(snapshot, labels));
  const how = entries.some((entry) => isAllowed('edit', entry)) ? '↑ corrects' : '';
  const title = ruledTitle(`Entered now  ${entries.length}`, how, { width: columns, glyphs });
  const shown = entries.slice(0, rows - leastRows + 1);
  return <ToneLines lines={[[], title, ...shown.map((entry) => entryPieces(app, placed, entry))]} />;
}
