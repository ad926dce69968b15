/** The proof of one animal as a page to print or to pass on: each event with its time to the second and its zone. */
import type { CategoryLabels } from '../../domain/category-labels.ts';
import type { Entry } from '../../domain/entry.ts';
import { lostAnswerText } from '../../domain/lost-answer.ts';
import { proofOf } from '../../domain/proof.ts';
import type { ProofStep, Sender } from '../../domain/record.ts';
import { doneBy, type VerbKind } from '../../domain/verbs.ts';
import { petTexts } from '../animal/pet-texts.ts';
import { countText } from '../count-text.ts';
import { plainText } from '../glyphs.ts';
import { type Labelled, labelledLines } from '../pane-lines.ts';
import { zonedTimeText } from '../time-text.ts';
import { lookAtOnceText, lookText, stateWithIdText } from './found-text.ts';

type Page = { readonly labels: CategoryLabels; readonly baseUrl: string; readonly now: number };

/** The page: each event behind its time, what else is known of it below. */
export function proofPage(entry: Entry, { labels, baseUrl, now }: Page): readonly Labelled[] {
  const events = proofOf(entry).flatMap((step) =>
    [eventText(step), ...detailTexts(step)].map((text, row) => ({
      label: row === 0 ? zonedTimeText(step.at) : '',
      text,
    })),
  );
  const nothing = 'It was created before petstore kept that, or elsewhere.';
  return [
    { label: 'Proof of', text: entry.localId },
    ...petTexts(entry, labels).map(({ label, text = 'not set' }) => ({ label, text })),
    { label: 'State', text: stateWithIdText(entry) },
    { label: 'Store', text: storeOf(entry, baseUrl) },
    blank,
    ...(events.length > 0 ? events : [{ label: 'No record', text: nothing }]),
    blank,
    { label: 'Printed', text: zonedTimeText(new Date(now).toISOString()) },
  ];
}

/** The address of the store that gave it its id. `now`: the profile's, for one without an id. */
export function storeOf(entry: Entry, now: string): string {
  const sent = proofOf(entry).findLast((step) => step.kind === 'attempt');
  return entry.petId === undefined ? now : (sent?.baseUrl ?? now);
}

const blank: Labelled = { label: '', text: '' };

/** Cells of a page for printers and mails, and of its times. */
const pageWidth = 80;
const timeCells = 28;

/** The same as text. */
export function proofText(entry: Entry, page: Page): string {
  return labelledLines(proofPage(entry, page), pageWidth, timeCells)
    .map((pieces) => plainText(pieces).trimEnd())
    .join('\n');
}

/** What is kept of its history for good, the oldest first. `at`: ISO 8601. */
export function keptEvents(entry: Entry): readonly { readonly at: string; readonly text: string }[] {
  return proofOf(entry).map((step) => ({ at: step.at, text: eventText(step) }));
}

/** One event in JSON. */
export function toWireProof(entry: Entry): readonly object[] {
  return proofOf(entry).map((step) => ({
    at: step.at,
    event: eventText(step),
    ...('profile' in step && { profile: step.profile }),
    ...('keyEnd' in step && { keyEnd: step.keyEnd }),
    ...('baseUrl' in step && { baseUrl: step.baseUrl }),
    ...('key' in step && { idempotencyKey: step.key }),
    ...('status' in step && { status: step.status }),
    ...('requestId' in step && { requestId: step.requestId }),
    ...('message' in step && { message: step.message }),
  }));
}

/** What became of an attempt, but for an answer that was lost. */
export const outcomeWords: Readonly<Record<Exclude<StepOf<'outcome'>['result'], 'unknown'>, string>> = {
  created: 'the store took it in',
  conflict: 'answered with the id of another animal',
  rejected: 'rejected',
  'not-sent': 'not sent',
  deferred: 'asked to wait (not taken in)',
  unauthorized: 'key refused (not taken in)',
  misconfigured: 'wrong address (not taken in)',
};

type Kind = ProofStep['kind'];

/** Kinds that are more than an act of a person. */
type Told = Exclude<Kind, VerbKind> | 'adopted' | 'reopened' | 'retried' | 'sent-again';

const events: { readonly [K in Told]: (step: StepOf<K>) => string } = {
  entered: () => 'entered here',
  attempt: () => 'sent',
  outcome: ({ result, status, petId }) =>
    (result === 'unknown' ? lostAnswerText({ status }) : outcomeWords[result]) +
    (petId === undefined ? '' : `: #${petId}`),
  looked: ({ isWhole, ids, near }) => lookText(isWhole, ids, near),
  'looked-at-once': ({ ids }) => lookAtOnceText(ids),
  adopted: ({ by, petId }) => (by === 'person' ? `a person said that it is #${petId}` : `found: it is #${petId}`),
  absent: () => 'it certainly did not arrive',
  'left-out': ({ events: count }) => `${countText(count, 'event')} in between, which are not kept`,
  gone: ({ petId, isOver }) => `#${petId} is ${isOver ? 'listed again' : 'gone from the store'}`,
  copied: () => 'the queue was copied or restored: another copy may have sent it',
  review: () => 'a person was asked',
  reopened: () => 'that was taken back by a person',
  retried: () => 'a person asked to send it',
  'sent-again': () => 'a person chose to send it again',
};

type StepOf<K extends Kind> = Extract<ProofStep, { readonly kind: K }>;

/** An event in words, whoever reads them. */
export function eventText(step: ProofStep): string {
  const text = events[step.kind as Told] as ((each: ProofStep) => string) | undefined;
  return text?.(step) ?? doneBy(step.kind);
}

/** What else is known of it, each on a line of its own. */
function detailTexts(step: ProofStep): readonly string[] {
  const isFound = step.kind === 'adopted' && step.by === 'engine';
  return [
    ...(step.kind === 'attempt' && step.baseUrl !== undefined ? [`to ${step.baseUrl}`] : []),
    ...(step.kind === 'entered' || step.kind === 'attempt' ? senderTexts(step) : []),
    ...('key' in step && step.key !== '' ? [`Idempotency-Key ${step.key}`] : []),
    ...('status' in step && step.status !== undefined ? [`answered ${step.status}`] : []),
    ...('requestId' in step && step.requestId !== undefined ? [`X-Request-Id ${step.requestId}`] : []),
    ...('message' in step ? [step.message] : []),
    ...(isFound ? [step.evidence] : []),
    ...('body' in step ? [`it reads ${step.body}`] : []),
  ];
}

function senderTexts({ profile, keyEnd }: Sender): readonly string[] {
  // Of a short key nothing is shown.
  const key = keyEnd === undefined ? 'no key' : `key${keyEnd === '' ? '' : ` ending in ${keyEnd}`}`;
  return profile === undefined ? [] : [`profile ${profile}, ${key}`];
}
