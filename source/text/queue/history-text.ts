import type { EntryRecord } from '../../domain/record.js';
import { lostAnswerText } from '../../domain/lost-answer.js';

/** One record of an animal's history, for a person. */
export function recordText(record: EntryRecord | undefined, step: number): string {
  if (record === undefined) {
    return `record ${step} cannot be read; whatever it said, the animal may have been sent`;
  }

  switch (record.kind) {
    case 'entered':
      return 'entered here';
    case 'attempt':
      return record.fence === null && !record.honoured ? 'sent (the list could not be read whole before)' : 'sent';
    case 'outcome':
      return outcomeText(record.result);
    case 'looked':
      return `looked for it in the ${record.complete ? 'whole' : 'incomplete'} list: ${record.candidates.map((pet) => `#${pet.id}`).join(', ') || 'not there'}`;
    case 'glanced':
      return `looked right away, since others have this name too: ${record.ids.map((id) => `#${id}`).join(', ') || 'not there yet'}`;
    case 'not-looked':
      return `could not look for it: ${record.problem.message}`;
    case 'absent':
      return record.refusal
        ? `it certainly did not arrive; rejected: ${record.refusal.message}`
        : 'it certainly did not arrive';
    case 'adopted':
      return `it is #${record.pet.id} (${record.by === 'person' ? 'you said so' : record.evidence})`;
    case 'disowned':
      return record.reason ?? `you said that #${record.petId} is not it`;
    case 'review':
      return `a person must decide: ${record.reason}`;
    case 'edited':
      return 'edited';
    case 'held':
      return 'held';
    case 'released':
      return 'released';
    case 'retried':
      return record.confirmed === true ? 'you confirmed that it is to be sent' : 'retried by you';
    case 'discarded':
      return 'discarded';
    case 'restored':
      return 'restored';
    case 'sent-again':
      return 'you chose to send it again';
    case 'archived':
      return 'settled long ago; moved to the archive';
  }
}

function outcomeText(result: Extract<EntryRecord, { kind: 'outcome' }>['result']): string {
  switch (result.type) {
    case 'created':
      return `added as #${result.pet.id}${result.differences.length > 0 ? `; the store changed: ${result.differences.join(', ')}` : ''}`;
    case 'conflict':
      return `answered with #${result.pet.id}, which is another animal: ${result.problem.message}`;
    case 'rejected':
      return `refused: ${result.problem.message}`;
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

/** The same in JSON, where it helps to know which of several programs sent it. */
export function eventText(record: EntryRecord | undefined, step: number): string {
  return `${recordText(record, step)}${record?.kind === 'attempt' ? `, by ${record.process}` : ''}`;
}
