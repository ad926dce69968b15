import type { Connection } from '../domain/connection.ts';
import { fill, wordsOf } from './connection-words.ts';
import { countText } from './count-text.ts';
import { dateTimeText } from '../platform/time/clock.ts';
import { lengthText, waitEndText } from './time-text.ts';

/** What helps against a connection's trouble, for whoever asks; undefined: nothing does. */
export function connectionRemedy(connection: Connection): string | undefined {
  const { advice, remedy } = wordsOf(connection);
  return advice ?? remedy;
}

/** The meaning of a connection: the observed problem's own words if there are some. */
export function connectionSays(connection: Connection): string {
  const { problem, since } = connection;
  return problem?.message ?? fill(wordsOf(connection).says, { dateTime: dateTimeText(since) });
}

/** The same, with the command that ends a trouble. */
export function connectionSentence(connection: Connection): string {
  const { problem, since, nextTryAt } = connection;
  // It cannot be due before the state began, so on another day than that it has a date.
  const due = nextTryAt === undefined ? 'in a minute' : `after ${waitEndText(nextTryAt, Date.parse(since))}`;
  const next = problem?.code === 'slow-down' || nextTryAt !== undefined ? `Run \`petstore sync\` ${due}.` : '';
  return [connectionSays(connection), wordsOf(connection).remedy ?? '', next].filter(Boolean).join(' ');
}

/** The same with two ages, if new animals were asked for later than the whole list. */
export function savedListText(
  { fetchedAt, heardAt }: { readonly fetchedAt: string | undefined; readonly heardAt?: string | undefined },
  now: number,
): string {
  const asked = heardAt === undefined ? '' : `, asked for new animals ${lengthText(now - Date.parse(heardAt))} ago`;
  return `${savedCopyText(fetchedAt, now)}${asked}`;
}

/** `saved copy from 2026-11-21 09:05 (2 h ago)`; `now` in milliseconds since 1970. */
export function savedCopyText(fetchedAt: string | undefined, now: number): string {
  return fetchedAt === undefined
    ? 'no saved copy yet'
    : `saved copy from ${dateTimeText(fetchedAt)} (${lengthText(now - Date.parse(fetchedAt))} ago)`;
}

/** Why nothing saved is shown although there is a file. `trouble`: what is wrong with it. */
export function savedTroubleText(trouble: string): string {
  return `the saved list cannot be used (${trouble}) until it is read from the store again`;
}

/** About rows of the store that cannot be shown here. `why`: the mistake of the first, as the end of a sentence. */
export function unreadableRowsText({ rows, why }: { readonly rows: number; readonly why: string }): string {
  return (
    `${countText(rows, "row of the store's list", "rows of the store's list")} cannot be read, so ` +
    `${rows === 1 ? 'it is' : 'they are'} not shown; in ${rows === 1 ? 'it' : 'the first of them'}, ${why}.`
  );
}

/** Of a list that was read, and of which the store may hold more. */
export const incompleteText = 'The list may not be complete: the store did not show it whole and in one piece.';
