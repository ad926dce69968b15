/** What became of animals that were sent, as the shell and the app say it: one names commands, the other keys. */
import type { Connection } from '../../domain/connection.js';
import { type Entry, type EntryState, entryStates, isWaiting } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import type { Snapshot, SyncReport } from '../../sync/api.js';
import { connectionSentence, incompleteText, unreadableRowsText } from '../connection-sentence.js';
import { shortName } from '../hints.js';
import { countList, countText } from '../count-text.js';
import { storeChangedText } from './changed-text.js';
import { reasonText, shortReason, tooLateText, waitSentences } from './wait-text.js';
import { timeText } from '../time-text.js';

/** The outcome of one animal for a person busy with something else. `queue`: the key that shows it, empty if seen. */
export function announcementText(entry: Entry, queue: string): string {
  const { localId, state, petId, adopted, differences } = entry;
  const name = shortName(entry.name);
  if (state === 'created') {
    const tooLate = tooLateText(entry);
    const said = adopted ? `It is there: #${petId ?? '?'} ${name}` : `Added as #${petId ?? '?'}: ${name}`;
    const more = [adopted ? '' : storeChangedText(differences), tooLate].filter((each) => each !== '');
    return more.length === 0 ? said : `${said}. ${more.join(' ')}`;
  }

  return state === 'review'
    ? `petstore cannot tell whether ${localId} ${name} arrived.${showsText(queue, 'it')}`
    : `${localId} ${name} was rejected: ${shortReason(reasonText(entry))}`;
}

/** The result of a sync for an animal, after its local id; `id` is the pet's. */
export const syncedText: Readonly<Record<'created' | 'adopted' | 'rejected' | 'review', (id: string) => string>> = {
  created: (id) => `is #${id}`,
  adopted: (id) => `was there already: it is #${id}`,
  rejected: () => 'was rejected; see `petstore queue`',
  review: () => 'is in review; see `petstore queue`',
};

/** The result of a sync as a whole, in the shell. */
export function syncText(
  report: SyncReport,
  snapshot: Snapshot,
  { now, isAlone = true }: { readonly now: number; readonly isAlone?: boolean },
): string {
  const { connection, created, adopted, review, waiting, refreshed } = report;
  const { otherSender, entries, lists, unreadableRows, unreadable, queueTrouble } = snapshot;
  const sent = created.length + adopted.length;
  const done = new Set([...created, ...adopted].map(({ localId }) => localId));
  const undecided = new Set(review.map(({ localId }) => localId));
  const doubted = entries.filter(({ localId, attempts }) => attempts > 0 && undecided.has(localId)).length;
  const count = countIn(entries);
  const [checking, needy, held] = [count('checking'), count('rejected', 'review'), count('held')];
  // The others wait for a person, not for the store.
  const kept = waiting - needy - held;
  const nothingSent = checking === 0 ? 'No animal was sent.' : 'No animal is known to have arrived.';
  const isWhole = unreadable.every(({ problem }) => problem.code === 'queue_joined') && !queueTrouble;
  const sentences = [
    ...(sent + doubted === 0 ? [nothingSent] : []),
    ...countList([[sent, 'animal is on the store.', 'animals are on the store.']]),
    ...entries
      .filter(({ localId }) => done.has(localId))
      .flatMap((entry) => {
        const tooLate = tooLateText(entry);
        return tooLate === '' ? [] : [`${entry.localId}: ${tooLate}`];
      }),
    ...(waiting === 0 && isWhole ? [isAlone ? 'The queue is empty.' : 'The queue of this store is empty.'] : []),
    ...(isWhole ? [] : ['The queue cannot be read whole.']),
    ...countList([
      [kept - checking, 'is still queued, and kept.', 'are still queued, and kept.'],
      [
        checking,
        'is being checked: run `petstore sync` once more in a minute, or leave the app open. It is not sent twice.',
        'are being checked: run `petstore sync` once more in a minute, or leave the app open. None is sent twice.',
      ],
    ]),
    ...waitSentences(entries, now),
    ...countList([
      [held, 'is held.', 'are held.'],
      [count('rejected'), 'is rejected (`petstore queue`).', 'are rejected (`petstore queue`).'],
      [count('review'), 'is in review (`petstore queue`).', 'are in review (`petstore queue`).'],
    ]),
    ...(kept > 0 && otherSender
      ? ['Another petstore is sending just now; one that hangs is named by `petstore doctor`.']
      : []),
    ...(connection.state === 'online'
      ? [
          !refreshed
            ? 'The lists could not be refreshed.'
            : unreadableRows
              ? unreadableRowsText(unreadableRows)
              : lists.all.complete
                ? 'The lists are up to date.'
                : incompleteText,
        ]
      : [connectionSentence(connection)]),
  ];
  return sentences.join(' ');
}

/** A queue in numbers, each state in its own word: `2 queued, 1 held`; empty if nothing is left. */
export function queueText(entries: readonly Pick<Entry, 'state'>[]): string {
  const count = countIn(entries);
  return countList(entryStates.filter(isWaiting).map((state) => [count(state), state])).join(', ');
}

function countIn(entries: readonly Pick<Entry, 'state'>[]): (...states: readonly EntryState[]) => number {
  return (...states) => entries.filter(({ state }) => states.includes(state)).length;
}

/** How many animals were sent, rejected by the store, or left to a person. */
export type Counts = { readonly sent: number; readonly refused: number; readonly undecided: number };

/** `9 animals are on the store: #351 to #359`; ids that do not follow each other are named as far as that is brief. */
export function arrivedText(ids: readonly Int64[]): string {
  const [first, last] = [ids[0] ?? '', ids.at(-1) ?? ''];
  const isRow = BigInt(last || 0) - BigInt(first || 0) === BigInt(ids.length - 1);
  const named = ids.slice(0, mostIds).map((id) => `#${id}`);
  const list = ids.length > mostIds ? `${named.join(', ')} and ${ids.length - mostIds} more` : named.join(', ');
  const which = isRow && ids.length > 2 ? `#${first} to #${last}` : list;
  return `${countText(ids.length, 'animal is', 'animals are')} on the store: ${which}.`;
}

/** More ids than these only fill the line. */
const mostIds = 5;

/** ` 2 shows it.`; empty without a key. */
export function showsText(key: string, what: 'it' | 'them'): string {
  return key === '' ? '' : ` ${key} shows ${what}.`;
}

/** `39 sent, 12 rejected. 2 shows them.`: counts, and apart from them `queue`, the key that shows these, if any. */
export function summaryText({ sent, refused, undecided }: Counts, queue: string): string {
  const parts = countList([
    [sent, 'sent'],
    [refused, 'rejected'],
    [undecided, 'in review'],
  ]);
  const needy = refused + undecided;
  return `${parts.join(', ')}.${needy === 0 ? '' : showsText(queue, needy === 1 ? 'it' : 'them')}`;
}

/**
 * The animals that wait when a person leaves the app, in a line for the shell; undefined without such. `isSent`: by
 * another petstore, when this one last tried.
 */
export function farewellText(
  entries: readonly Entry[],
  connection: Connection,
  now: number,
  isSent = false,
): string | undefined {
  const count = countIn(entries);
  const waiting = count('queued', 'sending', 'checking');
  const isOffline = connection.state === 'working-offline';
  const sends = count('sending', 'checking') > 0 ? 'sees to' : 'sends';
  const them = waiting === 1 ? 'it' : 'them';
  // Another open petstore is known of only while it sends.
  const later =
    isSent && connection.state === 'online'
      ? `another petstore is sending ${them} just now`
      : `\`petstore sync\`, the next start or an open petstore ${sends} ${them}`;
  const goesOn = isOffline
    ? `offline by choice since ${timeText(connection.since, now)}, until \`petstore online\``
    : later;
  const parts = leftSentences(entries, goesOn);
  return [...parts, ...(isOffline && waiting === 0 ? [`You are working ${goesOn}.`] : [])].join(' ') || undefined;
}

/** The rest of a queue in a sentence for each kind of state. `goesOn`: how those for the store are sent. */
export function leftSentences(entries: readonly Pick<Entry, 'state'>[], goesOn: string): readonly string[] {
  const count = countIn(entries);
  const ofStore = countList([
    [count('queued', 'sending'), 'animal is queued', 'animals are queued'],
    [count('checking'), 'animal is being checked', 'animals are being checked'],
  ]);
  return [
    ...(ofStore.length === 0 ? [] : [`${ofStore.join(', ')}: ${goesOn}.`]),
    ...countList([
      [count('rejected', 'review'), 'animal needs you: `petstore queue`.', 'animals need you: `petstore queue`.'],
      [count('held'), 'animal is held.', 'animals are held.'],
    ]),
  ];
}
