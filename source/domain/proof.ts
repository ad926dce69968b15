/**
 * The proof of one animal: what happened to it, as a colleague or whoever runs the store can check it. It is short, so
 * that the archive keeps it with the animal for ever.
 */
import type { Entry } from './entry.ts';
import { withoutPromise } from './lost-answer.ts';
import type { EntryRecord, ProofStep, Sender } from './record.ts';

/** The steps of an entry, oldest first. */
export function proofOf({ history, proof }: Entry): readonly ProofStep[] {
  if (proof) {
    return proof;
  }

  let key = '';
  return history.flatMap((record): readonly ProofStep[] => {
    if ('key' in record && record.key !== undefined) {
      ({ key } = record);
    }

    return [toStep(record, key) ?? []].flat();
  });
}

/** What a record is of a proof; undefined: it proves nothing. `key`: the one that an attempt carries. */
export function toStep(record: EntryRecord, key: string): ProofStep | undefined {
  const { at } = record;
  switch (record.kind) {
    case 'entered':
      return { at, kind: record.kind, ...senderOf(record) };
    case 'attempt':
      return { at, kind: record.kind, key, ...senderOf(record) };
    case 'outcome': {
      const { result, answer } = record;
      return {
        at,
        kind: record.kind,
        result: result.type,
        ...answer,
        ...('pet' in result ? { petId: result.pet.id } : {}),
        ...('problem' in result ? { message: withoutPromise(result.problem.message) } : {}),
      };
    }
    case 'looked':
      return {
        at,
        kind: record.kind,
        isWhole: record.complete,
        ids: record.candidates.map(({ id }) => id),
        near: record.near ?? [],
      };
    case 'adopted':
      return { at, kind: record.kind, by: record.by, petId: record.pet.id, evidence: record.evidence };
    case 'gone':
      return { at, kind: record.kind, petId: record.pet.id, isOver: record.is === 'over' };
    case 'review':
      return { at, kind: record.kind, message: record.reason };
    case 'left-out':
      return { at, kind: record.kind, events: record.events };
    case 'edited':
      return { at, kind: record.kind, body: record.body };
    case 'looked-at-once':
      return { at, kind: record.kind, ids: record.ids };
    case 'not-looked':
      return undefined;
    case 'absent':
    case 'copied':
    case 'reopened':
    case 'held':
    case 'released':
    case 'retried':
    case 'discarded':
    case 'restored':
    case 'sent-again':
      return { at, kind: record.kind };
  }
}

function senderOf({ profile, keyEnd, baseUrl }: Sender): Sender {
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(keyEnd === undefined ? {} : { keyEnd }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}
