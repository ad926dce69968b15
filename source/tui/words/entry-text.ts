import { type Entry, type EntryState } from '../../domain/entry.ts';
import { restsFor } from '../../domain/waits.ts';
import { connectionCase } from '../../text/connection-words.ts';
import { goneText } from '../../text/queue/queue-text.ts';
import {
  ifAbsentText,
  tooLateText,
  reasonText,
  restSeconds,
  shortReason,
  type WaitContext,
  waitTexts,
  whyWaiting,
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

function queuedAdvice(entry: Entry, now: number, waiting: WaitContext): string {
  const cause = whyWaiting(entry, waiting, now);
  switch (cause.type) {
    case 'stopped': {
      const { until = '', way = '' } = connectionCase(cause.connection, waiting.hasKey);
      return `Not sent until ${until}${way === '' ? '' : ` (${way})`}.`;
    }
    case 'unreachable':
      return `It is sent ${cause.connection.state === 'error' ? 'at the next try' : 'when the store can be reached'}.`;
    case 'next-try':
      return `It is sent again at ${exactTimeText(cause.until, now)}.`;
    case 'turn':
      return 'It is sent when its turn comes.';
    case 'wait':
      return waitTexts(cause.wait, now).text;
  }
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
export function entryAdvice(entry: Entry, time: number, waiting: WaitContext): string {
  const { keyOf } = waiting;
  const trouble = troubleText(entry);
  const due = nextTry(entry, time);
  switch (entry.state) {
    case 'queued':
      return `${queuedAdvice(entry, time, waiting)}${spaced(trouble)}`;
    case 'sending':
      return 'It is on its way.';
    case 'checking': {
      const { lastError } = entry;
      const unclear = lastError?.status === undefined ? '' : withoutPromise(lastError.message);
      return (
        `${lostAnswerStart(entry)}; ${findingOut[waiting.sending.type]}.` +
        `${spaced(ifAbsentText(entry))}${lookText(entry, time, waiting, due)}` +
        ` ${keyOf('open')} if you know which one it is.${spaced(unclear)}`
      );
    }
    case 'rejected':
      return `${trouble || 'The store rejected it.'} ${keyOf('edit')} edit, ${keyOf('discard')} discard.`;
    case 'review':
      return `${entry.review?.reason ?? 'petstore cannot tell whether it arrived.'} ${keyOf('open')} answers.`;
    case 'held':
      return `It is held, and not sent; ${keyOf('release')} releases it.`;
    case 'created': {
      const now = `It is #${entry.petId ?? '?'} now`;
      if (entry.gone !== undefined) {
        return goneText(entry, entry.gone, time);
      }

      return `${now}${entry.adopted ? `: ${entry.adopted.evidence}` : '.'}${spaced(tooLateText(entry))}`;
    }
    case 'discarded':
      return `Discarded; ${keyOf('restore')} brings it back.`;
  }
}
