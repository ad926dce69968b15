/**
 * The rows of the activity log: what happened while the app was closed, and then what happened since it was opened,
 * each of it newest first.
 * What was found by the first reading of the list happened before, as far as anybody knows.
 */
import { type Activity, withSettled } from '../../domain/activity.js';
import type { Entry } from '../../domain/entry.js';
import { remember } from '../list/remember.js';
import type { CursorRows } from '../list/position.js';

/** A heading, or one thing that happened. */
export type LogRow = { readonly key: string } & (
  | { readonly heading: 'away' | 'here' }
  | { readonly activity: Activity }
);
/** All of them; `away` and `here` are what they are made of. */
export type LogRows = Omit<CursorRows, 'at'> & {
  at(index: number): LogRow | undefined;
  readonly away: readonly Activity[];
  readonly here: readonly Activity[];
};

/** Works the rows out, and keeps them as long as nothing happens. */
export type LogModel = (
  activities: readonly Activity[],
  entries: readonly Entry[],
  leftAt: string | undefined,
  openedAt: number,
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
): LogRows {
  const opened = new Date(openedAt).toISOString();
  const from = leftAt ?? opened;
  // Of the others the engine has only what is news; by their times nothing is to be told from each other where the
  // clock was set back.
  const all = withSettled(activities, entries, from);
  const isAway = ({ at, since = at }: Activity): boolean => leftAt !== undefined && since < opened;
  const away = all.filter(isAway).reverse();
  const here = all.filter((activity) => !isAway(activity)).reverse();
  const toRow = (activity: Activity): LogRow => ({
    key: `${activity.at} ${activity.kind} ${'id' in activity ? (activity.id ?? '') : ''} ${'localId' in activity ? activity.localId : ''} ${'field' in activity ? activity.field : ''}`,
    activity,
  });
  const rows: readonly LogRow[] = [
    ...(away.length > 0 ? [{ key: 'away', heading: 'away' } as const, ...away.map(toRow)] : []),
    ...(here.length > 0 ? [{ key: 'here', heading: 'here' } as const, ...here.map(toRow)] : []),
  ];
  return {
    count: rows.length,
    at: (index) => rows[index],
    indexOf: (key) => rows.findIndex((row) => row.key === key),
    away,
    here,
  };
}
