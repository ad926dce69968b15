/** What became of animals that were sent, as the app says it. */
import type { Entry } from '../../domain/entry.ts';
import type { Snapshot } from '../../sync/api.ts';
import { shellWord, shortName } from '../../text/hints.ts';
import { countList } from '../../text/count-text.ts';
import { storeChangedText } from '../../text/queue/changed-text.ts';
import { countIn, leftSentences } from '../../text/queue/queue-text.ts';
import { reasonText, shortReason, tooLateText } from '../../text/queue/wait-text.ts';
import { timeText } from '../../text/time-text.ts';

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

/** How many animals were sent, rejected by the store, or left to a person. */
type Counts = { readonly sent: number; readonly refused: number; readonly undecided: number };

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
 * The animals that wait when a person leaves a profile, in a line; undefined without such. `otherSender`: another
 * petstore was sending them when this one last tried.
 */
export function farewellText(
  profile: string,
  { entries, connection, otherSender }: Pick<Snapshot, 'entries' | 'connection' | 'otherSender'>,
  now: number,
): string | undefined {
  const count = countIn(entries);
  const waiting = count('queued', 'sending', 'checking');
  const isOffline = connection.state === 'working-offline';
  const [they, them] = waiting === 1 ? ['it is', 'it'] : ['they are', 'them'];
  const done = count('sending', 'checking') > 0 ? 'seen to' : 'sent';
  const own = `--profile ${shellWord(profile)}`;
  // Another open petstore is known of only while it sends.
  const later =
    otherSender && connection.state === 'online'
      ? `another petstore is sending ${them} just now`
      : `${they} ${done} while ${profile} is open, or by \`petstore sync ${own}\``;
  const goesOn = isOffline
    ? `offline by choice since ${timeText(connection.since, now)}, until \`petstore online ${own}\``
    : later;
  const parts = leftSentences(entries, goesOn);
  return [...parts, ...(isOffline && waiting === 0 ? [`You are working ${goesOn}.`] : [])].join(' ') || undefined;
}
