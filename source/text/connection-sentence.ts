import type { Connection } from '../domain/connection.js';
import type { Snapshot } from '../sync/api.js';
import { countText } from './count-text.js';
import { dateTimeText, lengthText, waitEndText } from './time-text.js';

/** `remedy`: the command that ends it, told wherever it is met; `advice`: what more helps, for whoever asks. */
type Words = { readonly says?: string; readonly remedy?: string; readonly advice?: string };

const safe = 'Everything is saved on this machine.';
const move = 'use `petstore profile move NAME --base-url URL`.';
/**
 * The shell's words, by a problem's code or the state; the app's own, which name its keys, are in `connection-text.ts`.
 * The problem's own words, which are the app's too, go before those of its state.
 */
const shellWords: Readonly<Record<Connection['state'], Words> & Record<string, Words | undefined>> = {
  connecting: { says: 'The store has not answered yet.', advice: 'Try again; the store did not answer in time.' },
  online: { says: 'The store can be reached.' },
  offline: { says: 'The store cannot be reached.', advice: `Check the network, the address and HTTPS_PROXY. ${safe}` },
  intercepted: {
    says: 'Something that is not the pet store answered, such as a login page of this network.',
    advice: 'Open a web page in a browser and log in to this network, then try again.',
  },
  error: { says: 'The store reports an error of its own.', advice: `Wait; the store itself has a problem. ${safe}` },
  'slow-down': { advice: `Run \`petstore sync\` in a minute. ${safe}` },
  unauthorized: {
    says: 'The store wants a key that it accepts.',
    remedy: 'Enter a valid key with `petstore auth login`.',
  },
  forbidden: { remedy: 'Ask whoever runs the store for a key that may, and enter it with `petstore auth login`.' },
  misconfigured: { says: 'The address is not that of a pet store.', remedy: `To correct the address, ${move}` },
  redirected: { remedy: `If the store has moved, ${move}` },
  changed: {
    says: 'The store looks reset. No animal is sent until you confirm.',
    remedy: 'To confirm, run `petstore sync --resume`.',
    advice: 'Ask whoever runs the store whether it was reset, then confirm with `petstore sync --resume`.',
  },
  queue_copied: {
    advice:
      'Discard the animals that were sent since the copy was made, hold those you are not sure of, then confirm with ' +
      '`petstore sync --resume`.',
  },
  // Told as it is, since when.
  'working-offline': {},
};

/** What helps against a connection's trouble, for whoever asks; undefined: nothing does. */
export function connectionRemedy({ state, problem }: Connection): string | undefined {
  const { advice, remedy } = shellWords[problem?.code ?? ''] ?? shellWords[state];
  return advice ?? remedy;
}

/** The meaning of a connection: the observed problem's own words if there are some. */
export function connectionSays({ state, problem, since }: Connection): string {
  return state === 'working-offline'
    ? `You have been working offline since ${dateTimeText(since)}; \`petstore online\` ends that.`
    : (problem?.message ?? shellWords[state].says ?? '');
}

/** The same, with the command that ends a trouble. */
export function connectionSentence(connection: Connection): string {
  const { state, problem, since, nextTryAt } = connection;
  // It cannot be due before the state began, so on another day than that it has a date.
  const due = nextTryAt === undefined ? 'in a minute' : `after ${waitEndText(nextTryAt, Date.parse(since))}`;
  // Each change of the store or the queue is confirmed alike.
  const key = state === 'changed' ? state : (problem?.code ?? state);
  const remedy = shellWords[key]?.remedy;
  const next = key === 'slow-down' || nextTryAt !== undefined ? ` Run \`petstore sync\` ${due}.` : '';
  return `${connectionSays(connection)}${remedy === undefined ? '' : ` ${remedy}`}${next}`;
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

/** Names a later page of the list that was answered otherwise, if there is one. */
export function pageTexts({ oddPages }: Pick<Snapshot, 'oddPages'>): readonly string[] {
  return oddPages?.code === 'page_failed' ? [oddPages.message] : [];
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
