import type { Entry } from './entry.ts';
import type { Problem } from './problem.ts';

/** Why it is not known whether an animal arrived: no answer came, or one that does not tell, such as 202 or 503. */
export function lostAnswerText({ status }: Pick<Problem, 'status'>): string {
  return status === undefined ? 'the answer was lost' : `the answer (${status}) was unclear`;
}

/** The same of an entry: of its last attempt, or as another copy of the queue may have sent it. */
export function lostAnswer({ history }: Pick<Entry, 'history'>): string {
  const last = history.findLast(({ kind }) => kind === 'attempt' || kind === 'outcome' || kind === 'copied');
  if (last?.kind === 'copied') {
    return 'this queue was copied or restored';
  }

  return lostAnswerText(last?.kind === 'outcome' && last.result.type === 'unknown' ? last.result.problem : {});
}

/** The same, as the beginning of a sentence. */
export function lostAnswerStart(entry: Pick<Entry, 'history'>): string {
  return `T${lostAnswer(entry).slice(1)}`;
}

/** The sentence on an animal whose answer was just lost. */
export const promiseToLook =
  'The animal may have arrived: it is kept, and petstore looks for it before anything is sent again.';

/** The reason of an attempt whose answer was lost, once the animal was looked for. */
export function withoutPromise(reason: string): string {
  return reason.replace(` ${promiseToLook}`, '');
}
