import type { Entry } from '../domain/entry.js';
import type { EntryRecord } from '../domain/record.js';
import type { Run } from './command.js';
import { toEntryAnswer } from './entry-answer.js';
import { exitCode } from './exit-code.js';
import { Failure } from './failure.js';

/** `petstore queue show`: those that are settled and archived too. */
export const run: Run = async (input, context) => {
  const { engine } = await context.openSession();
  const found = await Promise.all(input.arguments.map(async (localId) => (await engine.findEntry(localId.toUpperCase())) ?? localId.toUpperCase()));
  const missing = found.find((each) => typeof each === 'string');
  if (missing !== undefined) {
    throw new Failure(exitCode.notFound, { code: 'not_found', message: `There is no queued animal ${missing}. \`petstore queue list --all\` shows those there are.` });
  }

  const entries = found.filter((each) => typeof each !== 'string');
  await context.output.print({ ...toEntryAnswer(entries, context.clock), screen: { lines: entries.flatMap(toLines) } });
  return exitCode.done;
};

function toLines(entry: Entry): readonly string[] {
  const { localId, name, categoryId, status, state, attempts, nextTryAt, lastError, petId, review } = entry;
  return [
    `${localId}  ${name}`,
    `  Category  ${categoryId}`,
    `  Status    ${status ?? 'not set'}`,
    `  State     ${state}${petId === undefined ? '' : ` (#${petId})`}`,
    `  Tries     ${attempts}${nextTryAt === undefined || state === 'created' ? '' : `, next at ${nextTryAt}`}`,
    ...(lastError && state !== 'created' ? [`  Reason    ${lastError.message}`] : []),
    ...(review ? [`  Review    ${review.reason}`, ...review.candidates.map((pet) => `            may be #${pet.id} ${pet.name} (category ${pet.categoryId}, ${pet.status ?? 'no status'})`)] : []),
    '  History',
    ...entry.history.map((record) => `    ${record ? `${record.at}  ${describeRecord(record)}` : 'a damaged record'}`),
    '',
  ];
}

function describeRecord(record: EntryRecord): string {
  switch (record.kind) {
    case 'outcome':
      return 'problem' in record.result ? `${record.result.type}: ${record.result.problem.message}` : `created as #${record.result.pet.id}`;
    case 'adopted':
      return `found as #${record.pet.id}: ${record.evidence}`;
    case 'looked':
      return `looked for it: ${record.candidates.length} candidates in a list that was ${record.complete ? '' : 'not '}complete`;
    case 'glanced':
      return `looked at once, as others have this name too: ${record.ids.map((id) => `#${id}`).join(', ') || 'not there yet'}`;
    case 'not-looked':
      return `could not look for it: ${record.problem.message}`;
    case 'review':
      return `review: ${record.reason}`;
    case 'disowned':
      return record.reason ?? `#${record.petId} is not it`;
    case 'attempt':
      return `sent by ${record.process}`;
    case 'absent':
      return record.refusal ? `proven not to have arrived; rejected: ${record.refusal.message}` : 'proven not to have arrived; queued again';
    case 'entered':
    case 'edited':
    case 'held':
    case 'released':
    case 'retried':
    case 'discarded':
    case 'restored':
    case 'sent-again':
    case 'archived':
      return record.kind;
  }
}
