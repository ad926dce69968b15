/** The rows of the activity screen: what happened while the app was closed, and all by day, newest first. */
import { type Activity, mergeActivities, toSettled } from '../../domain/activity.js';
import type { Entry } from '../../domain/entry.js';
import {
  type ActivityKind,
  activityKinds,
  type ActivityRow,
  kindOfActivity,
  toActivityRows,
} from '../../text/activity-rows.js';
import type { ActivityFilter } from '../state/ui-state.js';
import { toSections } from './position.js';
import { remember } from './remember.js';

/** One thing that happened or a run. `isDated`: no day stands above it; `isPart`: of a run that is unfolded. */
export type LogRow = {
  readonly key: string;
  readonly row: ActivityRow;
  readonly isUnread: boolean;
  readonly isDated: boolean;
  readonly isPart: boolean;
};
/** All of them. `away` and `here`: the news among them, newest first; a section is `away` or a day. */
export type LogRows = ReturnType<typeof makeRows>;

/** Works the rows out, and keeps them as long as nothing happens. `unfolded`: keys of runs that are told one by one. */
export function createLogModel() {
  const read = remember(readNews);
  const show = remember(makeRows);
  return (of: Parameters<typeof readNews>, filter: ActivityFilter, unfolded: ReadonlySet<string>): LogRows =>
    show(read(...of), filter, unfolded);
}

type News = ReturnType<typeof readNews>;

/** The news, and in `rows` all that is kept, which only the screen wants. `recorded`: all that the change log holds. */
function readNews(
  activities: readonly Activity[],
  entries: readonly Entry[],
  leftAt: string | undefined,
  openedAt: number,
  recorded: readonly Activity[],
) {
  const opened = new Date(openedAt).toISOString();
  const from = leftAt ?? opened;
  const settled = entries.flatMap((entry) => toSettled(entry) ?? []);
  // Of the others the engine has only what is news; by their times nothing is to be told from each other where the
  // clock was set back.
  const news = mergeActivities(
    activities,
    settled.filter(({ at }) => at > from),
  );
  const isAway = ({ at, since = at }: Activity): boolean => leftAt !== undefined && since < opened;
  const away = news.filter(isAway);
  const here = news.filter((activity) => !isAway(activity));
  const rows = remember((): readonly (readonly [section: string, rows: readonly WholeRow[]])[] => {
    const known = new Set([...activities, ...news].map(keyOf));
    const before = mergeActivities(recorded, settled).filter((activity) => !known.has(keyOf(activity)));
    const days = toRows(mergeActivities(before, here), new Set(here), false);
    return [
      ['away', toRows(away, new Set(away), true)],
      ...Map.groupBy(days, ({ row }) => new Date(row.at).toDateString()),
    ];
  });
  return { away: away.toReversed(), here: here.toReversed(), rows };
}

type WholeRow = Omit<LogRow, 'isPart'>;

function toRows(activities: readonly Activity[], unread: ReadonlySet<Activity>, isDated: boolean): readonly WholeRow[] {
  return toActivityRows(activities)
    .toReversed()
    .map((row) => ({ key: rowKey(row), row, isUnread: row.activities.some((each) => unread.has(each)), isDated }));
}

function makeRows(news: News, filter: ActivityFilter, unfolded: ReadonlySet<string>) {
  const unfold = (each: WholeRow): readonly LogRow[] => [
    { ...each, isPart: false },
    ...(each.row.activities.length > 1 && unfolded.has(each.key) ? partsOf(each) : []),
  ];
  const groups = remember(() =>
    news.rows().map(([key, rows]) => {
      const wanted = rows.filter(({ row }) => filter === 'all' || row.kind === filter);
      return [key, wanted.flatMap(unfold)] as const;
    }),
  );
  const all = remember(() => groups().flatMap(([, rows]) => rows));
  return {
    away: news.away,
    here: news.here,
    get counts() {
      const rows = news.rows().flatMap(([, each]) => each);
      const count = (kind: ActivityKind): number => rows.filter(({ row }) => row.kind === kind).length;
      return {
        all: rows.length,
        ...(Object.fromEntries(activityKinds.map((kind) => [kind, count(kind)])) as Record<ActivityKind, number>),
      };
    },
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

function partsOf({ row, isUnread, isDated }: WholeRow): readonly LogRow[] {
  return row.activities.toReversed().map((activity) => ({
    key: keyOf(activity),
    row: { kind: kindOfActivity(activity), from: activity.at, at: activity.at, activities: [activity] },
    isUnread,
    isDated,
    isPart: true,
  }));
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
