import type { Snapshot, SyncReport } from '../../../sync/api.ts';
import { connectionSentence, incompleteText, unreadableRowsText } from '../../../text/connection-sentence.ts';
import { countList } from '../../../text/count-text.ts';
import { countIn } from '../../../text/queue/queue-text.ts';
import { tooLateText, waitSentences } from '../../../text/queue/wait-text.ts';

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
  around: { readonly now: number; readonly isAlone?: boolean; readonly isTimeOver?: boolean },
): string {
  const { connection, created, adopted, review, waiting } = report;
  const { now, isAlone = true, isTimeOver = false } = around;
  const { otherSender, entries, unreadable, queueTrouble } = snapshot;
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
  const isOthersTurn = kept > 0 && otherSender;
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
    ...(isOthersTurn ? ['Another petstore is sending just now; one that hangs is named by `petstore doctor`.'] : []),
    // Then this one did not ask the store.
    ...(isOthersTurn && connection.state === 'connecting'
      ? []
      : [connection.state === 'online' ? listsText(report, isTimeOver, snapshot) : connectionSentence(connection)]),
  ];
  return sentences.join(' ');
}

function listsText({ refreshed }: SyncReport, isTimeOver: boolean, { lists, unreadableRows }: Snapshot): string {
  if (!refreshed) {
    return isTimeOver
      ? 'The time was over before the lists were refreshed; `--timeout` gives more.'
      : 'The lists could not be refreshed.';
  }

  const whole = lists.all.complete ? 'The lists are up to date.' : incompleteText;
  return unreadableRows ? unreadableRowsText(unreadableRows) : whole;
}
