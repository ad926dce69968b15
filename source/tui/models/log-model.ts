/** The rows of the activity screen: what happened, by day, newest first. */
import { type Activity, mergeActivities, toSettled } from '../../domain/activity.ts';
import type { Entry } from '../../domain/entry.ts';
import type { CategoryLabels } from '../../domain/category-labels.ts';
import { foldText } from '../../domain/search/fold-text.ts';
import { type ActivityRow, activityRowText, toActivityRows } from '../../text/activity-rows.ts';
import { toSections } from './position.ts';
import { remember } from './remember.ts';

/** One thing that happened or a batch of them. */
export type LogRow = { readonly key: string; readonly row: ActivityRow; readonly isUnread: boolean };
/** All of them, a section a day. `news`: what happened since the store was left, oldest first. */
export type LogRows = ReturnType<typeof makeRows>;

/** Works the rows out, and keeps them as long as nothing happens. `filter`: words that each row has. */
export function createLogModel() {
  const read = remember(readNews);
  const show = remember(makeRows);
  return (of: Parameters<typeof readNews>, filter: string, labels: CategoryLabels): LogRows =>
    show(read(...of), filter, labels);
}

type News = ReturnType<typeof readNews>;

/** The news, and in `rows` all that is kept, which only the screen wants. `recorded`: all that the change log holds. */
function readNews(
  activities: readonly Activity[],
  entries: readonly Entry[],
  since: string,
  recorded: readonly Activity[],
) {
  const settled = entries.flatMap((entry) => toSettled(entry) ?? []);
  // Of the others the engine has only what is news; by their times nothing is to be told from each other where the
  // clock was set back.
  const news = mergeActivities(
    activities,
    settled.filter(({ at }) => at > since),
  );
  const days = remember((): readonly (readonly [day: string, rows: readonly LogRow[]])[] => {
    const unread = new Set(news.map(keyOf));
    const rows = toActivityRows(mergeActivities(recorded, activities, settled)).map((row) => ({
      key: rowKey(row),
      row,
      isUnread: row.activities.some((each) => unread.has(keyOf(each))),
    }));
    return [...Map.groupBy(rows.toReversed(), ({ row }) => new Date(row.at).toDateString())];
  });
  return { news, days };
}

function makeRows({ news, days }: News, filter: string, labels: CategoryLabels) {
  const words = foldText(filter.trim()).split(/\s+/u);
  const has = (row: ActivityRow): boolean => {
    const text = foldText(activityRowText(row, labels));
    return words.every((word) => text.includes(word));
  };
  // A batch is found by each of what it is made of.
  const isFound = ({ row }: LogRow): boolean =>
    has(row) || row.activities.some((each) => toActivityRows([each]).some(has));
  const groups = remember(() =>
    days().map(([key, rows]) => [key, filter.trim() === '' ? rows : rows.filter(isFound)] as const),
  );
  const all = remember(() => groups().flatMap(([, rows]) => rows));
  return {
    news,
    get count() {
      return all().length;
    },
    get sections() {
      return toSections(groups().map(([key, { length }]) => [key, length] as const));
    },
    at: (index: number) => all()[index],
    indexOf: (key: string) => all().findIndex((row) => row.key === key),
  };
}

function rowKey({ kind, from, activities }: ActivityRow): string {
  const [first] = activities;
  return activities.length === 1 && first ? keyOf(first) : `run ${kind} ${from}`;
}

function keyOf(activity: Activity): string {
  const id = 'id' in activity ? activity.id : undefined;
  const localId = 'localId' in activity ? activity.localId : undefined;
  const field = 'field' in activity ? activity.field : undefined;
  return [activity.at, activity.kind, id, localId, field].join(' ');
}
