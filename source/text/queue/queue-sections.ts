/** The sections of the queue: each animal is in one of them. */
import { toSettled } from '../../domain/activity.js';
import type { Connection } from '../../domain/connection.js';
import { type Entry, needsPerson } from '../../domain/entry.js';

/** In their order: the tasks of a person first, settled animals last. */
export const queueSections = ['needs-you', 'waiting', 'held', 'sent', 'sent-before', 'discarded'] as const;
/** One of them. */
export type QueueSection = (typeof queueSections)[number];

/** Their names. */
export const queueSectionNames: Readonly<Record<QueueSection, string>> = {
  'needs-you': 'Needs you',
  waiting: 'Waiting',
  held: 'Held',
  sent: 'Sent today',
  'sent-before': 'Sent before',
  discarded: 'Discarded',
};

/** The section of an animal. `today`: when this day began, ISO 8601. */
export function sectionOfEntry(entry: Entry, today: string): QueueSection {
  const { state } = entry;
  if (state === 'created') {
    return (toSettled(entry)?.at ?? entry.createdAt) >= today ? 'sent' : 'sent-before';
  }

  if (state === 'discarded' || state === 'held') {
    return state;
  }

  return needsPerson(state) ? 'needs-you' : 'waiting';
}

/** The text behind the heading of waiting animals: when they are sent; empty if they are on their way. */
export function waitingRemark({ state }: Connection): string {
  switch (state) {
    case 'connecting':
    case 'online':
      return '';
    case 'working-offline':
      return 'sent when you go back online';
    case 'unauthorized':
      return 'sent when the store takes the key';
    case 'misconfigured':
      return 'sent when the address is right';
    case 'changed':
      return 'sent when you confirm it';
    case 'offline':
    case 'intercepted':
    case 'error':
      return 'sent when the store answers';
  }
}
