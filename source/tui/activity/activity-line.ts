import { cellWidth, fitCells, truncateCells } from '../../platform/text/terminal-text.js';
import { activityRowPieces, type ActivityRow, rowNeedsSomebody } from '../../text/activity-rows.js';
import { ageText, clockText, timeText } from '../../text/time-text.js';
import type { ToneText } from '../../text/tone.js';
import { type App, glyphsIn } from '../app-context.js';
import type { LogRow } from '../models/log-model.js';

/** Cells of a time, and of the time in which a run was; in a narrow window the end of a run is enough. */
const timeCells = { wide: 12, narrow: 6 };
const narrow = 60;

/** `09:08-09:12`, or `09:05` of what happened once. */
export function rowTime({ from, at }: ActivityRow, isNarrow = false): string {
  const [first, last] = [clockText(from), clockText(at)];
  return first === last || isNarrow ? last : `${first}-${last}`;
}

/** The same of another day, where no heading tells which. */
export function datedTime(row: ActivityRow, now: number, isNarrow = false): string {
  const isToday = new Date(row.at).toDateString() === new Date(now).toDateString();
  if (isToday) {
    return rowTime(row, isNarrow);
  }

  return isNarrow ? ageText(row.at, now) : timeText(row.at, now);
}

/** `! 17:42         Q-7 Luna was refused`, in so many cells: what needs somebody, and what nobody has looked at yet. */
export function activityLine(
  app: App,
  { row, isUnread, isDated, isPart }: LogRow,
  columns: number,
): readonly ToneText[] {
  const { settings, spoken } = app.model.get();
  const cells = columns < narrow ? timeCells.narrow : timeCells.wide;
  const unread: ToneText = isUnread ? { text: '•', tone: 'accent' } : { text: ' ' };
  const sign: ToneText = rowNeedsSomebody(row) ? { text: '!', tone: 'needs-you' } : unread;
  const isNarrow = columns < narrow;
  const when = isDated ? datedTime(row, app.now(), isNarrow) : rowTime(row, isNarrow);
  const time = `${isPart ? '  ' : ''}${when}`;
  const pieces = activityRowPieces(row, settings.categoryLabels, spoken ? undefined : glyphsIn(app.model.get()));
  return [sign, { text: ` ${fitCells(time, cells)} `, tone: 'quiet' }, ...fitPieces(pieces, columns - cells - 4)];
}

/** As much of some pieces as so many cells hold, and blanks for the rest: the row under the cursor is tinted whole. */
function fitPieces(pieces: readonly ToneText[], width: number): readonly ToneText[] {
  let left = width;
  const fitted = pieces.flatMap((piece): readonly ToneText[] => {
    const text = truncateCells(piece.text, Math.max(0, left));
    left -= cellWidth(text);
    return text === '' ? [] : [{ ...piece, text }];
  });
  return [...fitted, { text: ' '.repeat(Math.max(0, left)) }];
}
