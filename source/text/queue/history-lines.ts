/** An animal's history as lines, for screens and shell alike: newest first, and what came again and again told once. */
import type { Entry } from '../../domain/entry.ts';
import { toStep } from '../../domain/proof.ts';
import type { EntryRecord, RecordOf } from '../../domain/record.ts';
import { storeChangedText } from './changed-text.ts';
import { eventText, keptEvents, outcomeWords } from './proof-lines.ts';
import { shortReason } from './wait-text.ts';
import { lostAnswerText } from '../../domain/lost-answer.ts';

/** What happened once, or again and again from `first` to `at`, ISO 8601. */
type HistoryLine = { readonly at: string; readonly first?: string; readonly text: string };

/** A try and its result, or any other event. */
type Step = {
  readonly records: readonly { readonly record: EntryRecord; readonly text: string }[];
  readonly text: string;
};

type History = readonly EntryRecord[];
/** `withProcess`: which of several programs sent it. `told`: a reason that stands above already. */
type Options = { readonly withProcess?: boolean; readonly told?: string | undefined };

/** The lines of an animal's history, the newest first; of an archived one, of what is kept for good. */
export function entryHistory(entry: Entry, options: Options = {}): readonly HistoryLine[] {
  return entry.history.length > 0 ? historyLines(entry.history, options) : keptEvents(entry).toReversed();
}

/** The lines of a history, the newest first. */
export function historyLines(
  history: History,
  { withProcess = false, told = '' }: Options = {},
): readonly HistoryLine[] {
  const steps = toSteps(history, withProcess);
  const lines: HistoryLine[] = [];
  for (let index = 0; index < steps.length;) {
    const step = steps[index] as Step;
    const end = steps.findIndex(({ text }, at) => at > index && text !== step.text);
    const same = steps.slice(index, end === -1 ? steps.length : end);
    const last = same.at(-1)?.records.at(-1)?.record.at ?? '';
    lines.push(
      ...(same.length > 1
        ? [{ at: last, first: step.records[0]?.record.at ?? '', text: repeatedText(step, same.length) }]
        : step.records.map(({ record, text }) => ({
            at: record.at,
            text:
              told !== '' && ['outcome', 'review'].includes(record.kind)
                ? withoutReason(text, shortReason(told))
                : text,
          }))),
    );
    index += same.length;
  }

  return lines.reverse();
}

/** A try and its result are one step. */
function toSteps(history: History, withProcess: boolean): readonly Step[] {
  const steps: Step[] = [];
  for (const record of history) {
    const each = { record, text: withProcess ? textByProcess(record) : recordText(record) };
    const before = steps.at(-1);
    const [attempt] = before?.records ?? [];
    if (before && before.records.length === 1 && attempt?.record.kind === 'attempt' && record.kind === 'outcome') {
      steps[steps.length - 1] = { records: [attempt, each], text: `${attempt.text}, ${each.text}` };
    } else {
      steps.push({ records: [each], text: each.text });
    }
  }

  return steps;
}

/** `sent 4 times, each answer lost (ECONNRESET)` */
function repeatedText({ records: [attempt, outcome], text }: Step, times: number): string {
  if (attempt?.record.kind !== 'attempt' || outcome?.record.kind !== 'outcome') {
    return `${times} times: ${text}`;
  }

  const { result } = outcome.record;
  const by = attempt.text.slice('sent'.length);
  if (result.type !== 'unknown') {
    return `sent ${times} times${by}, each time ${outcome.text}`;
  }

  const { status, message } = result.problem;
  const code = status ?? /\bE[A-Z]{4,}\b/.exec(message)?.[0];
  const became = status === undefined ? 'lost' : 'unclear';
  return `sent ${times} times${by}, each answer ${became}${code === undefined ? `: ${message}` : ` (${code})`}`;
}

function withoutReason(text: string, told: string): string {
  return text.endsWith(`: ${told}`) ? text.slice(0, -told.length - 2) : text;
}

/** In the words of the proof, where this has no other ones for whoever acted here. */
function recordText(record: EntryRecord): string {
  const text = texts[record.kind] as ((each: EntryRecord) => string) | undefined;
  const step = toStep(record, '');
  return text?.(record) ?? (step ? eventText(step) : '');
}

const texts: { readonly [K in EntryRecord['kind']]?: (record: RecordOf<K>) => string } = {
  attempt: (record) =>
    record.listRows === undefined && !record.honoured ? 'sent (the list could not be read whole before)' : 'sent',
  outcome: (record) => outcomeText(record.result),
  'not-looked': (record) => `could not check for it: ${record.problem.message}`,
  absent: (record) =>
    record.refusal ? `it certainly did not arrive; rejected: ${record.refusal.message}` : 'it certainly did not arrive',
  adopted: (record) => `it is #${record.pet.id} (${record.by === 'person' ? 'you said so' : record.evidence})`,
  // A person's answer, or what petstore found by itself: the event before.
  reopened: () => 'you took that back',
  review: (record) => `in review: ${record.reason}`,
  held: ({ byForm }) => (byForm === true ? 'held while its form was open' : 'held'),
  retried: () => 'you asked to send it now',
  copied: () => 'this queue was copied or restored, and you went on here',
  'sent-again': () => 'you chose to send it again',
};

function outcomeText(result: RecordOf<'outcome'>['result']): string {
  if (result.type === 'created') {
    const changes = storeChangedText(result.differences);
    return `added as #${result.pet.id}${changes === '' ? '' : `. ${changes.slice(0, -1)}`}`;
  }

  const words = result.type === 'unknown' ? lostAnswerText(result.problem) : outcomeWords[result.type];
  return `${words}: ${shortReason(result.problem.message)}`;
}

/** The same in JSON, the oldest first, with which of several programs sent it. `at`: ISO 8601. */
export function wireHistory(entry: Entry): readonly { readonly at: string; readonly event: string }[] {
  return entry.history.length > 0
    ? entry.history.map((record) => ({ at: record.at, event: textByProcess(record) }))
    : keptEvents(entry).map(({ at, text }) => ({ at, event: text }));
}

function textByProcess(record: EntryRecord): string {
  return `${recordText(record)}${record.kind === 'attempt' ? `, by ${record.process}` : ''}`;
}
