import type { EntryRecord, RecordOf } from '../../domain/record.js';
import { doneBy, type VerbKind } from '../../domain/verbs.js';
import { lostAnswerText } from '../../domain/lost-answer.js';

/** One record of an animal's history, for a person. */
export function recordText(record: EntryRecord | undefined, step: number): string {
  if (record === undefined) {
    return `record ${step} cannot be read; whatever it said, the animal may have been sent`;
  }

  const text = texts[record.kind as keyof typeof texts] as ((each: EntryRecord) => string) | undefined;
  return text?.(record) ?? doneBy(record.kind);
}

type Kind = EntryRecord['kind'];
/** Kinds of which the history tells more than the act of a person, and those that no person publishes. */
type Told = Exclude<Kind, VerbKind> | 'retried' | 'adopted' | 'disowned' | 'sent-again';

const texts: { readonly [K in Told]: (record: RecordOf<K>) => string } = {
  entered: () => 'entered here',
  attempt: (record) =>
    record.fence === null && !record.honoured ? 'sent (the list could not be read whole before)' : 'sent',
  outcome: (record) => outcomeText(record.result),
  looked: (record) =>
    `looked for it in the ${record.complete ? 'whole' : 'incomplete'} list: ` +
    (record.candidates.map((pet) => `#${pet.id}`).join(', ') || 'not there'),
  glanced: (record) =>
    'looked right away, since others have this name too: ' +
    (record.ids.map((id) => `#${id}`).join(', ') || 'not there yet'),
  'not-looked': (record) => `could not look for it: ${record.problem.message}`,
  absent: (record) =>
    record.refusal ? `it certainly did not arrive; rejected: ${record.refusal.message}` : 'it certainly did not arrive',
  adopted: (record) => `it is #${record.pet.id} (${record.by === 'person' ? 'you said so' : record.evidence})`,
  disowned: (record) => record.reason ?? `you said that #${record.petId} is not it`,
  review: (record) => `needs you: ${record.reason}`,
  retried: (record) => (record.confirmed === true ? 'you confirmed that it is to be sent' : 'retried by you'),
  'sent-again': () => 'you chose to send it again',
  archived: () => 'settled long ago; moved to the archive',
};

function storeChanges(differences: readonly string[]): string {
  return differences.length > 0 ? `; the store changed: ${differences.join(', ')}` : '';
}

function outcomeText(result: Extract<EntryRecord, { kind: 'outcome' }>['result']): string {
  switch (result.type) {
    case 'created':
      return `added as #${result.pet.id}${storeChanges(result.differences)}`;
    case 'conflict':
      return `answered with #${result.pet.id}, which is another animal: ${result.problem.message}`;
    case 'rejected':
      return `rejected: ${result.problem.message}`;
    case 'not-sent':
      return `not sent: ${result.problem.message}`;
    case 'deferred':
      return `asked to wait: ${result.problem.message}`;
    case 'unauthorized':
      return `key refused: ${result.problem.message}`;
    case 'misconfigured':
      return `wrong address: ${result.problem.message}`;
    case 'unknown':
      return `${lostAnswerText(result.problem)}: ${result.problem.message}`;
  }
}

/** The same in JSON, if it helps to know which of several programs sent it. */
export function eventText(record: EntryRecord | undefined, step: number): string {
  return `${recordText(record, step)}${record?.kind === 'attempt' ? `, by ${record.process}` : ''}`;
}
