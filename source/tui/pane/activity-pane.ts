/** The pane on the row under the cursor of the activity. */
import type { Activity } from '../../domain/activity.ts';
import { activityRowText, rowTime, toActivityRows } from '../../text/activity-rows.ts';
import type { PaneContext } from '../words/animal-pane.ts';
import { labelledLines, type PaneLine, titleLines, wrapPane } from '../../text/pane-lines.ts';
import { agoText, timeText } from '../../text/time-text.ts';
import { cardOf } from '../actions/animal-card.ts';
import { cursorIndex, findEntry, logRows, waitsForPerson } from '../actions/cursor.ts';
import { type App, snapshotOf } from '../app-context.ts';
import { findPet } from '../models/list-rows.ts';
import type { PetOrEntry } from '../../text/animal/pet-texts.ts';

/** Cells of the time of a part of a run. */
const timeCells = 7;

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
    const parts = row.activities
      .toReversed()
      .flatMap((each) => toActivityRows([each]))
      .map((part) => ({
        label: rowTime(part),
        text: (waitsForPerson(app, part) ? '! ' : '') + activityRowText(part, labels),
        tone: 'quiet' as const,
      }));
    return [...titleLines(text, rowTime(row), width), when, [], ...labelledLines(parts, width, timeCells)];
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
