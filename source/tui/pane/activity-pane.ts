/** The pane on the row under the cursor of the activity. */
import type { Activity } from '../../domain/activity.ts';
import { cellWidth, fitCells, safeText } from '../../platform/text/terminal-text.ts';
import {
  activityRowPieces,
  activityRowText,
  type ActivityRow,
  rowTime,
  toActivityRows,
} from '../../text/activity-rows.ts';
import type { PaneContext } from '../words/animal-pane.ts';
import { type PaneLine, titleLines, wrapPane } from '../../text/pane-lines.ts';
import { agoText, timeText } from '../../text/time-text.ts';
import type { ToneText } from '../../text/glyphs.ts';
import { cardOf } from '../actions/animal-card.ts';
import { cursorIndex, findEntry, logRows, waitsForPerson } from '../actions/cursor.ts';
import { type App, snapshotOf } from '../app-context.ts';
import { findPet } from '../models/list-rows.ts';
import type { PetOrEntry } from '../../text/animal/pet-texts.ts';

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
    const parts = row.activities.toReversed().flatMap((each) => partLines(app, toActivityRows([each]), context));
    return [...titleLines(text, rowTime(row), width), when, [], ...parts];
  }

  const animal = animalOf(app, first);
  return animal
    ? [...wrapPane(text, width, 'strong'), when, [], ...cardOf(app, animal, width)]
    : [...titleLines(text, rowTime(row), width), when, []];
}

function animalOf(app: App, activity: Activity): PetOrEntry | undefined {
  const { pets } = snapshotOf(app);
  const pet = 'id' in activity && activity.id !== undefined ? pets[findPet(pets, activity.id)] : undefined;
  return pet ?? ('localId' in activity ? findEntry(app, activity.localId) : undefined);
}

function partLines(app: App, rows: readonly ActivityRow[], { labels, glyphs, width }: PaneContext) {
  const cells = 7;
  return rows.flatMap((row): readonly PaneLine[] => {
    const pieces = activityRowPieces(row, labels, glyphs);
    const text = pieces.map((piece) => piece.text).join('');
    const sign: ToneText = waitsForPerson(app, row) ? { text: '! ', tone: 'needs-you' } : { text: '  ' };
    const time = { text: fitCells(rowTime(row), cells), tone: 'quiet' } as const;
    const room = Math.max(12, width - cells - 2);
    return cellWidth(safeText(text)) <= room
      ? [[sign, time, ...pieces]]
      : wrapPane(text, room).map((line, place): PaneLine =>
          place === 0 ? [sign, time, ...line] : [{ text: ' '.repeat(cells + 2) }, ...line],
        );
  });
}
