/** The sections of what was entered here on the screen. */
import { type Entry, needsPerson } from '../../domain/entry.ts';
import { toSettled } from '../../domain/activity.ts';
import type { Connection } from '../../domain/connection.ts';
import type { Wait } from '../../domain/waits.ts';
import { wordsOf } from '../../text/connection-words.ts';
import { waitEndText } from '../../text/time-text.ts';

type Outage = Extract<Wait, { type: 'outage' }>;

/** In their order: the tasks of a person first, settled animals last. */
export const queueSections = ['needs-you', 'checking', 'waiting', 'held', 'sent', 'sent-before', 'discarded'] as const;
/** One of them. */
export type QueueSection = (typeof queueSections)[number];

/** Their names. */
export const queueSectionNames: Readonly<Record<QueueSection, string>> = {
  'needs-you': 'Needs you',
  checking: 'Being checked',
  waiting: 'Queued',
  held: 'Held',
  sent: 'Created today',
  'sent-before': 'Created before',
  discarded: 'Discarded',
};

/** Since when an animal is what it is: in the queue, on the store, or discarded. */
function standsSince(entry: Entry): string {
  const last = entry.state === 'discarded' ? entry.history.at(-1)?.at : undefined;
  return (entry.state === 'created' ? toSettled(entry)?.at : last) ?? entry.createdAt;
}

/** The section of an animal. `today`: when this day began, ISO 8601. */
export function sectionOfEntry(entry: Entry, today: string): QueueSection {
  const { state } = entry;
  if (state === 'created') {
    return standsSince(entry) >= today ? 'sent' : 'sent-before';
  }

  if (state === 'discarded' || state === 'held' || state === 'checking') {
    return state;
  }

  return needsPerson(state) ? 'needs-you' : 'waiting';
}

/** The text behind the heading of waiting animals if one that may have arrived keeps back all of them. */
export function outageRemark({ by, until }: Outage, now: number): string {
  return `wait for ${by.localId}${until === undefined ? '' : `, at most until ${waitEndText(until, now)}`}`;
}

/** The text behind the heading of waiting animals: when those that are queued are sent; empty if they are on their way. */
export function waitingRemark(connection: Connection): string {
  const { until } = wordsOf(connection);
  return until === undefined ? '' : `sent when ${until}`;
}
