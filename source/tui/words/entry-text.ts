import { describeState, type Entry, type EntryState } from '../../domain/entry.ts';
import { shortName } from '../../text/hints.ts';
import { restsFor } from '../../domain/waits.ts';
import { goneText } from '../../text/queue/gone-text.ts';
import {
  ifAbsentText,
  onceRead,
  tooLateText,
  reasonText,
  restSeconds,
  shortReason,
  type WaitContext,
  waitText,
} from '../../text/queue/wait-text.ts';
import { exactTimeText, timeText } from '../../text/time-text.ts';
import type { ToneText } from '../../text/glyphs.ts';
import { lostAnswerStart, withoutPromise } from '../../domain/lost-answer.ts';

const entrySigns: Partial<Readonly<Record<EntryState, ToneText>>> = {
  rejected: { text: '!', tone: 'needs-you' },
  review: { text: '!', tone: 'needs-you' },
  held: { text: '=', tone: 'quiet' },
  created: { text: ' ' },
  discarded: { text: ' ' },
};

/** `!` needs a person, `~` waits, `=` is held, a space for settled ones. */
export function entrySign(state: EntryState): ToneText {
  return entrySigns[state] ?? { text: '~', tone: 'waits' };
}

/**
 * How a queued animal stands, with what belongs to it, short enough for a column: `queued 09:12`, `sends in 4 s`,
 * `checking 0:42`, `created #77`.
 * `isCounted`: nothing but its own rest keeps it from being sent.
 */
export function stateText(entry: Entry, now: number, isCounted = false): string {
  const { state, createdAt, restsUntil, petId } = entry;
  if (state === 'checking') {
    return `${state}${sinceSentText(entry, now)}`;
  }

  if (restsUntil !== undefined && isCounted) {
    return `sends in ${restSeconds({ until: restsUntil }, now)} s`;
  }

  if (state === 'created') {
    return `${state} #${petId ?? '?'}${entry.gone === undefined ? '' : ', gone'}`;
  }

  return state === 'queued' ? `${state} ${timeText(createdAt, now)}` : state;
}

/** Whether its words change with every second. */
export function countsSeconds(entry: Entry, now: number): boolean {
  return restsFor(entry, now) > 0 || (entry.state === 'checking' && sinceSentText(entry, now) !== '');
}

/** ` 0:42`, since an animal was sent whose answer was lost; empty once that is an hour ago, or where it is not known. */
function sinceSentText({ undecided }: Entry, now: number): string {
  const seconds = Math.floor((now - Date.parse(undecided?.firstSentAt ?? '')) / 1000);
  return seconds >= 0 && seconds < 3600 ? ` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : '';
}

/** What people did last, so that what went wrong before it is no reason any more. */
const fresh = ['edited', 'retried', 'sent-again'];

/** Why an animal waits: the wish of a person, or the last failure, unless it was changed or is tried since. */
function troubleText(entry: Entry): string {
  const wanted = entry.state === 'checking' ? ifAbsentText(entry) : '';
  if (wanted !== '') {
    return wanted;
  }

  const isTriedAnew = entry.state === 'queued' && fresh.includes(entry.history.at(-1)?.kind ?? '');
  return isTriedAnew || entry.state === 'sending' ? '' : shortReason(reasonText(entry));
}

function queuedAdvice(entry: Entry, now: number, waiting: WaitContext): readonly [long: string, brief: string] {
  const wait = waitText(entry, waiting, now);
  const next = nextTry(entry, now);
  if (wait || next !== undefined) {
    return wait ? [wait.text, wait.brief] : [`It is sent again at ${next}.`, `Next try ${next}.`];
  }

  const { sending, isReading } = waiting;
  if (sending.type === 'yes') {
    const then = isReading ? onceRead : 'when its turn comes';
    return [`It is sent ${then}.`, `Sent ${then}.`];
  }

  const then = sending.connection.state === 'error' ? 'at the next try' : 'when the store can be reached';
  return [`It is sent ${then}.`, 'Queued; sent when online.'];
}

/** When it is tried next; undefined: not by a time, or that has come, and something else is waited for. */
function nextTry({ nextTryAt }: Entry, now: number): string | undefined {
  return nextTryAt !== undefined && Date.parse(nextTryAt) > now ? exactTimeText(nextTryAt, now) : undefined;
}

function spaced(sentence: string): string {
  return sentence === '' ? '' : ` ${sentence}`;
}

const findingOut = {
  yes: 'petstore is finding out whether it arrived',
  no: 'petstore finds out whether it arrived when the store answers',
} as const;

/** When the store is asked for it again, where it can be asked. */
function lookText(entry: Entry, now: number, { sending, lookAt }: WaitContext, due: string | undefined): string {
  if (due !== undefined) {
    return ` Next try ${due}.`;
  }

  const at = sending.type === 'yes' ? lookAt(entry) : undefined;
  const isNow = at !== undefined && Date.parse(at) <= now;
  return at === undefined
    ? ''
    : ` ${isNow ? 'The store is asked now.' : `The store is asked at ${exactTimeText(at, now)}.`}`;
}

/** The meaning of a queued animal's state, and the possible actions. */
export function entryAdvice(entry: Entry, now: number, waiting: WaitContext): string {
  return adviceOf(entry, now, waiting)[0];
}

/** The same, and then in at most 27 cells. */
function adviceOf(entry: Entry, time: number, waiting: WaitContext): readonly [long: string, brief: string] {
  const { keyOf } = waiting;
  const trouble = troubleText(entry);
  const due = nextTry(entry, time);
  switch (entry.state) {
    case 'queued': {
      const [long, brief] = queuedAdvice(entry, time, waiting);
      return [`${long}${spaced(trouble)}`, brief];
    }
    case 'sending':
      return ['It is on its way.', 'On its way.'];
    case 'checking': {
      const { ifAbsent, lastError } = entry;
      const unclear = lastError?.status === undefined ? '' : withoutPromise(lastError.message);
      return [
        `${lostAnswerStart(entry)}; ${findingOut[waiting.sending.type]}.` +
          `${spaced(ifAbsentText(entry))}${lookText(entry, time, waiting, due)}` +
          ` ${keyOf('open')} if you know which one it is.${spaced(unclear)}`,
        ifAbsent === undefined ? 'Checking if it arrived.' : `If not there, ${ifAbsent}.`,
      ];
    }
    case 'rejected': {
      const keys = `${keyOf('edit')} edit, ${keyOf('discard')} discard.`;
      return [`${trouble || 'The store rejected it.'} ${keys}`, `Rejected; ${keyOf('open')} shows why.`];
    }
    case 'review': {
      const decides = `${keyOf('open')} answers.`;
      const reason = entry.review?.reason ?? 'petstore cannot tell whether it arrived.';
      return [`${reason} ${decides}`, `In review; ${decides}`];
    }
    case 'held': {
      const releases = `${keyOf('release')} releases it.`;
      return [`It is held, and not sent; ${releases}`, `Held; ${releases}`];
    }
    case 'created': {
      const now = `It is #${entry.petId ?? '?'} now`;
      if (entry.gone !== undefined) {
        return [goneText(entry, entry.gone, time), 'Gone from the store.'];
      }

      return [`${now}${entry.adopted ? `: ${entry.adopted.evidence}` : '.'}${spaced(tooLateText(entry))}`, `${now}.`];
    }
    case 'discarded':
      return [`Discarded; ${keyOf('restore')} brings it back.`, 'Discarded.'];
  }
}

/** `Coco is queued. It is sent when the store can be reached.`, and the same in fewer words for a narrow window. */
export function entrySentences(entry: Entry, now: number, waiting: WaitContext): readonly string[] {
  const [long, brief] = adviceOf(entry, now, waiting);
  return [`${shortName(entry.name)} is ${describeState(entry.state)}. ${long}`, brief];
}
