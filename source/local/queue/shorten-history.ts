/**
 * A store that asks to wait for days, or loses every request, would have the history of an animal grow without end. Of
 * a long one the middle is left out: tries that came to nothing, after which the animal was as if it had never been sent.
 * How many events they were stays, since an outcome names its attempt by its place.
 */
import type { AttemptResult, EntryRecord } from '../../domain/record.ts';

type History = readonly EntryRecord[];

/** So many events are kept before another try, which has room for ten more. */
const mostEvents = 40;
/** The first ones stay: they tell how it began. */
const firstKept = 10;

/** Results that leave an animal as if it had never been sent. */
const vain: ReadonlySet<AttemptResult['type']> = new Set(['not-sent', 'deferred', 'unauthorized', 'misconfigured']);
/** What petstore does about an animal by itself. */
const plain: ReadonlySet<EntryRecord['kind']> = new Set([
  'attempt',
  'outcome',
  'looked',
  'looked-at-once',
  'not-looked',
]);
/** After these it may be on the store, whatever was known before. */
const opening: ReadonlySet<EntryRecord['kind']> = new Set(['review', 'copied', 'gone', 'reopened']);
/** After these it is known what became of what was sent before. */
const closing: ReadonlySet<EntryRecord['kind']> = new Set(['absent', 'adopted', 'sent-again']);

/** The history of an animal that is about to be sent, whose last answer is known, with room for this try. */
export function shortenHistory(history: History): History {
  let short = history;
  while (short.length > mostEvents) {
    const found = findVainTry(short);
    if (!found) {
      return short;
    }

    short = leaveOut(short, found);
  }

  return short;
}

/** The first try of the middle that came to nothing: the places of its first and last event. */
function findVainTry(history: History): { readonly from: number; readonly to: number } | undefined {
  let from: number | undefined;
  let isPlain = false;
  for (const [place, record] of history.entries()) {
    const { kind } = record;
    if (kind === 'attempt' && from === undefined) {
      from = place;
      isPlain = true;
      continue;
    }

    const isVain = kind === 'outcome' && place - 1 === from && vain.has(record.result.type);
    const isAbsent = kind === 'absent' && record.refusal === undefined;
    if ((isVain || isAbsent) && isPlain && from !== undefined && from >= firstKept) {
      return { from, to: place };
    }

    isPlain &&= plain.has(kind);
    if (isVain || closing.has(kind) || (kind === 'outcome' && record.result.type === 'created')) {
      from = undefined;
    } else if (opening.has(kind)) {
      from ??= place;
    }
  }

  return undefined;
}

function leaveOut(history: History, { from, to }: { readonly from: number; readonly to: number }): History {
  const before = history[from - 1];
  const joined = before?.kind === 'left-out' ? before : { events: 0, attempts: 0, key: undefined };
  const left = history.slice(from, to + 1);
  const last = left.at(-1);
  const record: EntryRecord = {
    kind: 'left-out',
    at: last?.at ?? '',
    key: last?.kind === 'absent' ? last.key : joined.key,
    events: joined.events + left.length,
    attempts: joined.attempts + left.filter(({ kind }) => kind === 'attempt').length,
  };
  return [...history.slice(0, before?.kind === 'left-out' ? from - 1 : from), record, ...history.slice(to + 1)];
}
