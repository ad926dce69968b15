/** What happened with the store, in words: a row of the activity log, and the line that sums it up. */
import type { Activity } from '../domain/activity.js';
import { type CategoryLabels, categoryText } from '../domain/category-labels.js';
import type { ConnectionState } from '../domain/connection.js';
import type { Entry } from '../domain/entry.js';
import { type Int64, parseInt64 } from '../domain/int64.js';
import { shortName } from './animal/short-name.js';
import { sinceText } from './time-text.js';

/** `#998 Max: available → sold`. Names are as the store has them; whoever shows it makes it safe. */
export function activityText(activity: Activity, labels: CategoryLabels): string {
  switch (activity.kind) {
    case 'new':
      return `#${activity.id} ${activity.name} is new`;
    case 'gone':
      return `#${activity.id} ${activity.name} is gone`;
    case 'changed':
      return changedText(activity, labels);
    case 'many':
      return `too many at once to list: ${countsOf([activity]).join(', ')}`;
    case 'settled':
      return `${activity.localId} ${activity.name} ${settledText(activity)}`;
    case 'connection':
      return connectionNews[activity.state];
  }
}

function settledText({ state, id }: Extract<Activity, { kind: 'settled' }>): string {
  if (state === 'created') {
    return `is #${id ?? '?'}`;
  }

  return state === 'rejected' ? 'was refused' : 'needs your decision';
}

function changedText(
  { id, name, field, from, to }: Extract<Activity, { kind: 'changed' }>,
  labels: CategoryLabels,
): string {
  if (field === 'name') {
    return `#${id} ${from ?? ''} is called ${to ?? ''} now`;
  }

  const text = (value: string | undefined): string => {
    const category = field === 'category' && value !== undefined ? parseInt64(value) : undefined;
    if (value === undefined) {
      return 'not set';
    }

    return category === undefined ? value : categoryText(category, labels);
  };
  return `#${id} ${name}: ${text(from)} → ${text(to)}`;
}

const connectionNews: Readonly<Record<ConnectionState, string>> = {
  connecting: 'the store is asked',
  online: 'the store can be reached again',
  offline: 'the store cannot be reached',
  intercepted: 'a login page, or something like it, answers in place of the store',
  error: 'the store has trouble',
  unauthorized: 'the store refuses the key',
  misconfigured: 'no pet store is at the address',
  changed: 'the store looks reset, or this queue is a copy',
  'working-offline': 'you work offline',
};

/** Whether it waits for a person. */
export function needsSomebody(activity: Activity): boolean {
  return (
    (activity.kind === 'settled' && activity.state !== 'created') ||
    (activity.kind === 'connection' && ['unauthorized', 'misconfigured', 'changed'].includes(activity.state))
  );
}

/**
 * `Since yesterday 17:40: 12 new, 3 sold, Q-7 needs you`; undefined if no animal changed. `since`: ISO 8601; `needy`:
 * those of a person's own that need them now, whenever that began.
 */
export function activitySummary(
  activities: readonly Activity[],
  since: string,
  now: number,
  needy: readonly Pick<Entry, 'localId'>[],
): string | undefined {
  const counts = countsOf(activities);
  const needs = needy.length === 1 ? `${needy[0]?.localId} needs you` : `${needy.length} of yours need you`;
  const parts = [...counts, ...(needy.length === 0 ? [] : [needs])];
  return parts.length > 0 && (counts.length > 0 || activities.some(({ kind }) => kind === 'settled'))
    ? `Since ${sinceText(since, now)}: ${parts.join(', ')}`
    : undefined;
}

function countsOf(activities: readonly Activity[]): readonly string[] {
  const added = new Set<Int64>();
  const gone = new Set<Int64>();
  const otherwise = new Set<Int64>();
  const statuses = new Map<Int64, string>();
  const settled = new Map<string, Extract<Activity, { kind: 'settled' }>>();
  let [manyAdded, manyChanged, manyGone] = [0, 0, 0];
  for (const activity of activities) {
    if (activity.kind === 'new') {
      added.add(activity.id);
    } else if (activity.kind === 'gone') {
      gone.add(activity.id);
    } else if (activity.kind === 'changed' && activity.field === 'status') {
      statuses.set(activity.id, activity.to ?? 'without a status');
    } else if (activity.kind === 'changed') {
      otherwise.add(activity.id);
    } else if (activity.kind === 'settled') {
      settled.set(activity.localId, activity);
    } else if (activity.kind === 'many') {
      manyAdded += activity.added;
      manyChanged += activity.changed;
      manyGone += activity.gone;
    }
  }

  const byStatus = Array.from(
    Map.groupBy(statuses.values(), (status) => status),
    ([status, { length }]) => [length, status] as const,
  );
  const mine = [...settled.values()].filter(({ state }) => state === 'created');
  return [
    ...[
      [added.size + manyAdded, 'new'] as const,
      ...byStatus,
      [otherwise.size + manyChanged, 'changed'] as const,
      [gone.size + manyGone, 'gone'] as const,
    ]
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${count} ${word}`),
    ...(mine.length > 1
      ? [`${mine.length} of yours are on the store`]
      : mine.map(({ localId, id }) => `${localId} is #${id ?? '?'}`)),
  ];
}

/** The text of a log without rows. `since`: ISO 8601. */
export function nothingHappenedText(since: string, now: number): string {
  return `Nothing has happened since ${sinceText(since, now)}.`;
}

/** An animal's name in a row of the log. */
export function withShortName(activity: Activity): Activity {
  const name = 'name' in activity ? { name: shortName(activity.name) } : {};
  return activity.kind === 'changed' && activity.field === 'name'
    ? { ...activity, ...name, from: shortName(activity.from ?? ''), to: shortName(activity.to ?? '') }
    : { ...activity, ...name };
}
