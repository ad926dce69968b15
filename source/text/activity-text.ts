/** What happened with the store, in words: a row of the activity log, and the line that sums it up. */
import type { Activity } from '../domain/activity.ts';
import { type CategoryLabels, categoryText } from '../domain/category-labels.ts';
import type { ConnectionState } from '../domain/connection.ts';
import type { Entry } from '../domain/entry.ts';
import { type Int64, parseInt64 } from '../domain/int64.ts';
import { petStatuses } from '../domain/pet.ts';
import { shortName } from './hints.ts';
import { newsOf } from './connection-words.ts';
import { countList } from './count-text.ts';
import type { Glyphs, ToneText } from './glyphs.ts';
import { sinceText } from './time-text.ts';

/** An activity of that kind. */
type ActivityOf<Kind extends Activity['kind']> = Extract<Activity, { kind: Kind }>;

/**
 * `#998 Max: available → sold`, in pieces by what each is about. Names are as the store has them; whoever shows it makes
 * it safe. `glyphs`: the signs before a status; absent: words alone.
 */
export function activityPieces(activity: Activity, labels: CategoryLabels, glyphs?: Glyphs): readonly ToneText[] {
  switch (activity.kind) {
    case 'new':
      return [...namePieces(`#${activity.id}`, activity.name), { text: ' is new', tone: 'accent' }];
    case 'gone':
      return [...namePieces(`#${activity.id}`, activity.name), { text: ' is gone' }];
    case 'changed':
      return changedPieces(activity, labels, glyphs);
    case 'many':
      return [{ text: `too many at once to list: ${countsOf([activity]).join(', ')}` }];
    case 'settled':
      return settledPieces(activity);
    case 'connection':
      return [{ text: newsOf(activity.state) }];
  }
}

function namePieces(id: string, name: string): readonly ToneText[] {
  return [
    { text: `${id} `, tone: 'quiet' },
    { text: shortName(name), tone: 'strong' },
  ];
}

function settledPieces({ localId, name, state, id }: ActivityOf<'settled'>): readonly ToneText[] {
  const end: ToneText =
    state === 'created'
      ? { text: `is #${id ?? '?'}` }
      : { text: state === 'rejected' ? 'was rejected' : 'is in review', tone: 'strong' };
  return [...namePieces(localId, name), { text: ' ' }, end];
}

function changedPieces(change: ActivityOf<'changed'>, labels: CategoryLabels, glyphs?: Glyphs): readonly ToneText[] {
  const { id, name, field, from, to } = change;
  if (field === 'name') {
    const now: ToneText = { text: shortName(to ?? ''), tone: 'strong' };
    return [...namePieces(`#${id}`, from ?? ''), { text: ' is called ' }, now, { text: ' now' }];
  }

  const pieces = (value: string | undefined): readonly ToneText[] => {
    const status = petStatuses.find((each) => each === value);
    const category = field === 'category' && value !== undefined ? parseInt64(value) : undefined;
    const text = category === undefined ? (value ?? 'not set') : categoryText(category, labels);
    return [...(glyphs && status ? [{ text: `${glyphs[status]} `, tone: status }] : []), { text }];
  };
  // A status is known by its word, a number is not.
  const subject = field === 'status' ? ': ' : `: ${field} `;
  return [...namePieces(`#${id}`, name), { text: subject }, ...pieces(from), { text: ' → ' }, ...pieces(to)];
}

/** The states of a connection that wait for a person. */
export const askingStates: readonly ConnectionState[] = ['unauthorized', 'misconfigured', 'changed'];

/** Whether it waits for a person. */
export function needsSomebody(activity: Activity): boolean {
  return (
    (activity.kind === 'settled' && activity.state !== 'created') ||
    (activity.kind === 'connection' && askingStates.includes(activity.state))
  );
}

/** `Since yesterday 17:40: 12 new, 3 sold, Q-7 needs you`. `needy`: those of one's own that need a person now. */
export function activitySummary(activities: readonly Activity[], since: string, now: number, needy: readonly Entry[]) {
  const counts = countsOf(activities);
  const needs = needy.length === 1 ? `${needy[0]?.localId} needs you` : `${needy.length} of yours need you`;
  const parts = [...counts, ...(needy.length === 0 ? [] : [needs])];
  return parts.length > 0 && (counts.length > 0 || activities.some(({ kind }) => kind === 'settled'))
    ? `Since ${sinceText(since, now)}: ${parts.join(', ')}`
    : undefined;
}

/** `12 new, 3 sold`: what happened to how many animals. */
export function countsOf(activities: readonly Activity[]): readonly string[] {
  const of = <K extends Activity['kind']>(kind: K) =>
    activities.filter((activity): activity is ActivityOf<K> => activity.kind === kind);
  const distinct = (animals: readonly { readonly id: Int64 }[]): number => new Set(animals.map(({ id }) => id)).size;
  const inMany = (what: 'added' | 'changed' | 'gone'): number => of('many').reduce((sum, each) => sum + each[what], 0);
  const changes = of('changed');
  const otherwise = changes.filter(({ field }) => field !== 'status');
  const statuses = new Map(
    changes.flatMap(({ id, field, to = 'without a status' }) => (field === 'status' ? [[id, to] as const] : [])),
  );
  const groups = Map.groupBy(statuses.values(), (status) => status);
  const byStatus = Array.from(groups, ([status, { length }]) => [length, status] as const);
  const settled = new Map(of('settled').map((activity) => [activity.localId, activity] as const));
  const mine = [...settled.values()].filter(({ state }) => state === 'created');
  return [
    ...countList([
      [distinct(of('new')) + inMany('added'), 'new'],
      ...byStatus,
      [distinct(otherwise) + inMany('changed'), 'changed'],
      [distinct(of('gone')) + inMany('gone'), 'gone'],
    ]),
    ...(mine.length > 1
      ? [`${mine.length} of yours are on the store`]
      : mine.map(({ localId, id }) => `${localId} is #${id ?? '?'}`)),
  ];
}

/** The text of a log without rows. `since`: ISO 8601. */
export function nothingHappenedText(since: string, now: number): string {
  return `No activity since ${sinceText(since, now)}.`;
}
