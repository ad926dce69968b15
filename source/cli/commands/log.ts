import { chosenLabels, storeFolderOf } from '../../app/home.ts';
import { type Activity, withSettled } from '../../domain/activity.ts';
import { createChangeLog } from '../../local/change-log.ts';
import { withoutMarks } from '../../platform/text/terminal-text.ts';
import { parseSince } from '../../domain/search/since.ts';
import type { CategoryLabels } from '../../domain/category-labels.ts';
import { activityRowText, type ActivityRow, rowNeedsSomebody, toActivityRows } from '../../text/activity-rows.ts';
import { activityPieces, nothingHappenedText } from '../../text/activity-text.ts';
import { plainText } from '../../text/glyphs.ts';
import { dateTimeText } from '../../platform/time/clock.ts';
import type { Run } from '../parse/command.ts';
import { troubleOf } from '../run/failure.ts';
import { parseInt64 } from '../../domain/int64.ts';
import { petFieldList } from '../../domain/pet.ts';
import { rawInteger } from '../../platform/json/json.ts';

/** `petstore log`: the rows of the app's activity log, the newest last. It asks no store. */
export const showLog: Run<'since'> = async (input, context) => {
  const { output, clock } = context;
  const now = clock.now();
  // As long as anything is kept.
  const since = new Date(parseSince(input.text('since') ?? '30d', now) ?? now).toISOString();
  const { engine, profile } = await context.openSession({ onlyLooks: true });
  const home = await context.openHome();
  // Read here and not by the engine, which would add its own findings: those changes happened before, at an unknown
  // time.
  const written = await createChangeLog(home.fileSystem, storeFolderOf(home, profile)).readSince(since, now);
  const snapshot = engine.snapshot();
  const trouble = troubleOf(snapshot);
  const labels = chosenLabels(home);
  const activities = withSettled(written, snapshot.entries, since);
  const textOf = (activity: Activity): string => withoutMarks(plainText(activityPieces(activity, labels)));
  const items = activities.map(toWireActivity);
  await output.print({
    json: { activities: items, ...trouble.json },
    items,
    screen: { lines: toActivityRows(activities).map((row) => rowLine(row, labels)) },
    csv: {
      titles: ['at', 'kind', 'id', 'text'],
      rows: activities.map((activity) => [activity.at, activity.kind, aboutOf(activity), textOf(activity)]),
    },
  });
  output.warn(...trouble.texts);
  if (activities.length === 0) {
    output.say(nothingHappenedText(since, now));
  }

  return trouble.exit;
};

/** `! 2026-11-21 09:08-09:12  1027 sent, 173 rejected`: a run is one line, which `--json` tells one by one. */
function rowLine(row: ActivityRow, labels: CategoryLabels): string {
  const [from, at] = [dateTimeText(row.from), dateTimeText(row.at)];
  const time = from === at ? at : `${from}-${at.slice(-5)}`;
  return `${rowNeedsSomebody(row) ? '!' : ' '} ${time}  ${activityRowText(row, labels)}`;
}

function aboutOf(activity: Activity): string {
  if ('localId' in activity) {
    return activity.localId;
  }

  return 'id' in activity ? activity.id : '';
}

/** What happened as `--json` shows it: public interface. Ids are numbers, and fields have the names that a pet has. */
function toWireActivity(activity: Activity): object {
  if (activity.kind === 'changed') {
    const { id, field: word, from, to, ...rest } = activity;
    const field = petFieldList.find((each) => each.word === word)?.field;
    const toWire = (value: string | undefined): unknown => {
      const category = field === 'categoryId' ? parseInt64(value ?? '') : undefined;
      return category === undefined ? value : rawInteger(category);
    };
    return { ...rest, id: rawInteger(id), field, from: toWire(from), to: toWire(to) };
  }

  return 'id' in activity && activity.id !== undefined ? { ...activity, id: rawInteger(activity.id) } : activity;
}
