/** The rows of the activity log, in screen and shell. A run of the same, such as many that were sent, is one row. */
import type { Activity } from '../domain/activity.ts';
import type { CategoryLabels } from '../domain/category-labels.ts';
import { activityPieces, askingStates, countsOf, needsSomebody } from './activity-text.ts';
import { newsOf } from './connection-words.ts';
import { countList } from './count-text.ts';
import { type Glyphs, plainText } from './glyphs.ts';
import { clockText, lengthText } from './time-text.ts';

/** The subjects of activities: animals that were entered here, those of the store, the connection. */
const activityKinds = ['yours', 'animals', 'connection'] as const;
/** One of them. */
type ActivityKind = (typeof activityKinds)[number];

/** What happened once, or in a run from `from` to `at`; oldest first. ISO 8601. */
export type ActivityRow = {
  readonly kind: ActivityKind;
  readonly from: string;
  readonly at: string;
  readonly activities: readonly Activity[];
};

/** Rows of a run stand no further from each other, in milliseconds. */
const mostGapMs = 10 * 60_000;
/** How long a run is at most, so that it says when, in milliseconds. */
const mostRunMs = 60 * 60_000;
/** So many of a kind are told one by one. */
const mostSingly: Readonly<Record<ActivityKind, number>> = { yours: 3, animals: 5, connection: 1 };

/** The subject of an activity. */
function kindOfActivity({ kind }: Activity): ActivityKind {
  if (kind === 'connection') {
    return kind;
  }

  return kind === 'settled' ? 'yours' : 'animals';
}

/** Activities in the order in which they were seen as rows in that order; an animal of one's own is told once. */
export function toActivityRows(activities: readonly Activity[]): readonly ActivityRow[] {
  const own = new Set(activities.map((activity) => (activity.kind === 'settled' ? activity.id : undefined)));
  const runs = new Map<ActivityKind, Activity[]>();
  const rows: ActivityRow[] = [];
  const end = (kind: ActivityKind): void => {
    rows.push(...endRun(kind, runs.get(kind) ?? []));
    runs.delete(kind);
  };
  for (const activity of activities) {
    if (activity.kind === 'new' && own.has(activity.id)) {
      continue;
    }

    const kind = kindOfActivity(activity);
    if (!goesOn(runs.get(kind) ?? [], activity)) {
      end(kind);
    }

    const run = runs.get(kind) ?? [];
    run.push(activity);
    runs.set(kind, run);
  }

  activityKinds.forEach(end);
  return rows.sort((a, b) => Number(a.at > b.at) - Number(a.at < b.at));
}

function msBetween(before: Activity, after: Activity): number {
  return Math.abs(Date.parse(after.at) - Date.parse(before.at));
}

/** Whether something belongs to a run; the end of an outage does, however long that was. */
function goesOn(run: readonly Activity[], next: Activity): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || new Date(last.at).toDateString() !== new Date(next.at).toDateString()) {
    return !first;
  }

  const isBack = next.kind === 'connection' && next.state === 'online';
  const isClose = msBetween(last, next) <= mostGapMs && msBetween(first, next) <= mostRunMs;
  return isBack || (isClose && [...run, next].every(passes));
}

/** Each question to a person, and a person's wish, is told by itself; an outage is not, as it ends by itself. */
function passes(activity: Activity): boolean {
  return activity.kind !== 'connection' || !['working-offline', ...askingStates].includes(activity.state);
}

function endRun(kind: ActivityKind, run: readonly Activity[]): readonly ActivityRow[] {
  const [first] = run;
  const last = run.at(-1);
  return first && last && run.length > mostSingly[kind]
    ? [{ kind, from: first.at, at: last.at, activities: run }]
    : run.map((activity) => ({ kind, from: activity.at, at: activity.at, activities: [activity] }));
}

/** `1027 sent, 173 rejected`, or one event. Names are as the store has them; whoever shows it makes it safe. */
export function activityRowText(row: ActivityRow, labels: CategoryLabels): string {
  return plainText(activityRowPieces(row, labels));
}

/** The same in pieces. */
export function activityRowPieces({ kind, activities }: ActivityRow, labels: CategoryLabels, glyphs?: Glyphs) {
  const [first] = activities;
  if (!first || activities.length === 1) {
    return first ? activityPieces(first, labels, glyphs) : [];
  }

  const texts = {
    yours: ownText,
    animals: (run: typeof activities) => countsOf(run).join(', '),
    connection: connectionRun,
  };
  return [{ text: texts[kind](activities) }];
}

/** Of the connection, and of each animal of one's own, the last that happened: it may be taken back, and settled again. */
function lastOfEach(activities: readonly Activity[]): readonly Activity[] {
  return [...new Map(activities.map((each) => ['localId' in each ? each.localId : each.kind, each])).values()];
}

function ownText(activities: readonly Activity[]): string {
  const lasting = lastOfEach(activities);
  const count = (state: string): number =>
    lasting.filter((activity) => activity.kind === 'settled' && activity.state === state).length;
  return countList([
    [count('created'), 'sent'],
    [count('rejected'), 'rejected'],
    [count('review'), 'in review'],
  ]).join(', ');
}

/** A connection that was lost: how often, or for how long if it came back. */
function connectionRun(run: readonly Activity[]): string {
  const changes = run.filter((activity) => activity.kind === 'connection');
  const losses = changes.filter(
    ({ state }, at) => state !== 'online' && (changes[at - 1]?.state ?? 'online') === 'online',
  );
  const last = changes.at(-1);
  const news = newsOf(changes.findLast(({ state }) => state !== 'online')?.state ?? 'online');
  if (losses.length > 1) {
    return `${news}, ${losses.length} times`;
  }

  return losses[0] && last?.state === 'online' ? `${news}, for ${lengthText(msBetween(losses[0], last))}` : news;
}

/** `09:08-09:12`, or `09:05` of what happened once. */
export function rowTime({ from, at }: ActivityRow, isNarrow = false): string {
  const [first, last] = [clockText(from), clockText(at)];
  return first === last || isNarrow ? last : `${first}-${last}`;
}

/** Whether any of it waits for a person. */
export function rowNeedsSomebody({ activities }: ActivityRow): boolean {
  return lastOfEach(activities).some(needsSomebody);
}
