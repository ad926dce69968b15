import type { Activity } from '../../domain/activity.js';
import { cellWidth, fitCells, safeText } from '../../platform/text/terminal-text.js';
import {
  activityRowPieces,
  activityRowText,
  type ActivityRow,
  datedTime,
  rowNeedsSomebody,
  rowTime,
  toActivityRows,
} from '../../text/activity-rows.js';
import type { PaneContext } from '../../text/animal/animal-pane.js';
import { type PaneLine, ruledTitle, titleLines, wrapPane } from '../../text/pane-lines.js';
import type { ToneText } from '../../text/tone.js';
import { agoText, sinceText, timeText } from '../../text/time-text.js';
import { cursorIndex, findEntry, logRows } from '../actions/cursor.js';
import { type App, glyphsIn, keyOf, snapshotOf } from '../app-context.js';
import { findPet, type Row } from '../models/list-rows.js';
import { cardOf } from '../actions/animal-card.js';

/** More of the row under the cursor: the animal that it is about, or all that a run is made of. */
export function activityPane(app: App, context: PaneContext): readonly PaneLine[] {
  const { width, labels, now } = context;
  const row = logRows(app).at(cursorIndex(app, 'activity'))?.row;
  const [first] = row?.activities ?? [];
  if (!row || !first) {
    return [];
  }

  const text = activityRowText(row, labels);
  const when: PaneLine = [{ text: `${timeText(row.at, now)}, ${agoText(row.at, now)}`, tone: 'quiet' }];
  if (row.activities.length > 1) {
    const parts = row.activities.toReversed().flatMap((each) => partLines(toActivityRows([each]), context));
    return [...titleLines(text, rowTime(row), width), when, [], ...parts];
  }

  const animal = animalOf(app, first);
  return animal
    ? [...wrapPane(text, width, 'strong'), when, [], ...cardOf(app, animal, width)]
    : [...titleLines(text, rowTime(row), width), when, []];
}

function animalOf(app: App, activity: Activity): Row | undefined {
  const { pets } = snapshotOf(app);
  const pet = 'id' in activity && activity.id !== undefined ? pets[findPet(pets, activity.id)] : undefined;
  const entry = 'localId' in activity ? findEntry(app, activity.localId) : undefined;
  return pet ? { key: pet.id, pet } : entry && { key: entry.localId, entry };
}

function partLines(rows: readonly ActivityRow[], { labels, glyphs, width, now }: PaneContext): readonly PaneLine[] {
  const cells = Math.max(0, ...rows.map((row) => cellWidth(datedTime(row, now)))) + 2;
  return rows.flatMap((row): readonly PaneLine[] => {
    const pieces = activityRowPieces(row, labels, glyphs);
    const text = pieces.map((piece) => piece.text).join('');
    const sign: ToneText = rowNeedsSomebody(row) ? { text: '! ', tone: 'needs-you' } : { text: '  ' };
    const time = { text: fitCells(datedTime(row, now), cells), tone: 'quiet' } as const;
    const room = Math.max(12, width - cells - 2);
    return cellWidth(safeText(text)) <= room
      ? [[sign, time, ...pieces]]
      : wrapPane(text, room).map((line, place): PaneLine =>
          place === 0 ? [sign, time, ...line] : [{ text: ' '.repeat(cells + 2) }, ...line],
        );
  });
}

/** What happened lately, the newest first, in so many lines: since the app was opened, and then while it was closed. */
export function logPane(app: App, context: PaneContext, rows: number): readonly PaneLine[] {
  const { width, now } = context;
  const { leftAt, openedAt } = app.model.get();
  const { here, away } = logRows(app);
  const since = sinceText(leftAt ?? new Date(openedAt).toISOString(), now);
  const newest = (activities: typeof here): readonly ActivityRow[] =>
    toActivityRows(activities.toReversed()).toReversed().slice(0, rows);
  const told = [
    ...partLines(newest(here), context),
    ...(away.length === 0
      ? []
      : [...wrapPane(`While you were away, since ${since}`, width, 'strong'), ...partLines(newest(away), context)]),
  ];
  return [
    ruledTitle('Activity', `${keyOf(app, 'show-log')}: all`, { width, glyphs: glyphsIn(app.model.get()) }),
    ...(told.length > 0 ? told : wrapPane(`Nothing has happened since ${since}.`, width)).slice(0, rows - 1),
  ];
}
