import { fitCells } from '../../platform/text/terminal-text.ts';
import { activityRowPieces, rowTime } from '../../text/activity-rows.ts';
import { nothingHappenedText } from '../../text/activity-text.ts';
import { dayText } from '../../text/time-text.ts';
import type { ToneText } from '../../text/glyphs.ts';
import { logRows, newsSince, waitsForPerson } from '../actions/cursor.ts';
import { type App, drawingOf, textOf, useDrawing } from '../app-context.ts';
import { fitPieces, Middle } from '../components/line.tsx';
import { narrowBelow } from '../layout.ts';
import { ListRows, sightOf } from '../components/rows.tsx';
import type { LogRow } from '../models/log-model.ts';
import { nothingMatches } from '../list/list-screen.tsx';

/** What happened with the store, by day, back to the end of the log. */
export function ActivityScreen() {
  const { app, now } = useDrawing();
  const rows = logRows(app);
  const sight = sightOf(app, 'activity');
  const { columns } = sight;
  const filter = textOf(app, 'log-filter');
  if (rows.count === 0) {
    const text = filter === '' ? nothingHappenedText(newsSince(app), now) : nothingMatches(filter);
    return <Middle text={text} />;
  }

  return (
    <ListRows
      sight={sight}
      rows={rows}
      titleOf={({ from, count }) => ({ title: dayText(rows.at(from)?.row.at ?? '', now), count })}
      lookOf={(row) => ({ pieces: activityLine(app, row, columns) })}
    />
  );
}

/** `! 17:42         Q-7 Luna was rejected`: what needs somebody, and what nobody has looked at yet. */
function activityLine(app: App, { row, isUnread }: LogRow, columns: number): readonly ToneText[] {
  const { state, labels, glyphs } = drawingOf(app);
  // In a narrow window the end of a run is enough.
  const isNarrow = columns < narrowBelow;
  const cells = isNarrow ? 6 : 12;
  const unread: ToneText = isUnread ? { text: '•', tone: 'accent' } : { text: ' ' };
  const sign: ToneText = waitsForPerson(app, row) ? { text: '!', tone: 'needs-you' } : unread;
  const time = fitCells(rowTime(row, isNarrow), cells);
  const pieces = activityRowPieces(row, labels, state.spoken ? undefined : glyphs);
  return [sign, { text: ` ${time} `, tone: 'quiet' }, ...fitPieces(pieces, columns - cells - 4)];
}
