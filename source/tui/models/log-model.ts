/**
 * The rows of the activity log: what happened while the app was closed, what happened since it was opened, and all that
 * is kept of the days before, each of it newest first. What was found by the first reading of the list happened before,
 * as far as anybody knows.
 */
import { type Activity, mergeActivities, toSettled } from '../../domain/activity.js';
import type { Entry } from '../../domain/entry.js';
import type { CursorRows } from './position.js';
import { remember } from './remember.js';

/** A heading, or one thing that happened; `day`: below the heading of its day. */
export type LogRow = { readonly key: string } & (
  | { readonly heading: 'away' | 'here' }
  | { readonly heading: 'day'; readonly at: string }
  | { readonly activity: Activity; readonly isOfDay: boolean }
);
/** All of them; `away` and `here` are the news among them. */
export type LogRows = Omit<CursorRows, 'at'> & {
  at(index: number): LogRow | undefined;
  readonly away: readonly Activity[];
  readonly here: readonly Activity[];
};

/** Works the rows out, and keeps them as long as nothing happens. `recorded`: all that the change log holds. */
export type LogModel = (
  activities: readonly Activity[],
  entries: readonly Entry[],
  leftAt: string | undefined,
  openedAt: number,
  recorded: readonly Activity[],
) => LogRows;

/** Begins with none. */
export function createLogModel(): LogModel {
  return remember(makeRows);
}

function makeRows(
  activities: readonly Activity[],
  entries: readonly Entry[],
  leftAt: string | undefined,
  openedAt: number,
  recorded: readonly Activity[],
): LogRows {
  const opened = new Date(openedAt).toISOString();
  const from = leftAt ?? opened;
  const settled = entries.flatMap((entry) => toSettled(entry) ?? []);
  // Of the others the engine has only what is news; by their times nothing is to be told from each other where the
  // clock was set back.
  const all = mergeActivities(
    activities,
    settled.filter(({ at }) => at > from),
  );
  const isAway = ({ at, since = at }: Activity): boolean => leftAt !== undefined && since < opened;
  const away = all.filter(isAway).reverse();
  const here = all.filter((activity) => !isAway(activity)).reverse();

  // Ten thousand rows, which only the screen of the log wants.
  let made: readonly LogRow[] | undefined;
  const rows = (): readonly LogRow[] =>
    (made ??= [
      ...section('away', away),
      ...section('here', here),
      ...days(earlier([...activities, ...all], [recorded, settled.filter(({ at }) => at <= from)])),
    ]);
  return {
    get count() {
      return rows().length;
    },
    at: (index) => rows()[index],
    indexOf: (key) => rows().findIndex((row) => row.key === key),
    away,
    here,
  };
}

function section(heading: 'away' | 'here', activities: readonly Activity[]): readonly LogRow[] {
  return activities.length === 0
    ? []
    : [{ key: heading, heading }, ...activities.map((activity) => toRow(activity, false))];
}

/** What is no news, newest first. */
function earlier(news: readonly Activity[], sources: readonly (readonly Activity[])[]): readonly Activity[] {
  const known = new Set(news.map(keyOf));
  return mergeActivities(...sources)
    .filter((activity) => !known.has(keyOf(activity)))
    .reverse();
}

/** The same in days. */
function days(activities: readonly Activity[]): readonly LogRow[] {
  let day = '';
  return activities.flatMap((activity) => {
    const of = new Date(activity.at).toDateString();
    const heading: readonly LogRow[] = of === day ? [] : [{ key: of, heading: 'day', at: activity.at }];
    day = of;
    return [...heading, toRow(activity, true)];
  });
}

function toRow(activity: Activity, isOfDay: boolean): LogRow {
  return { key: keyOf(activity), activity, isOfDay };
}

function keyOf(activity: Activity): string {
  const id = 'id' in activity ? activity.id : undefined;
  const localId = 'localId' in activity ? activity.localId : undefined;
  const field = 'field' in activity ? activity.field : undefined;
  return [activity.at, activity.kind, id, localId, field].join(' ');
}
