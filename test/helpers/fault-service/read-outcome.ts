/**
 * What a client's `Remote` makes of an answer to a `POST`: by the program's own classifier, or as the design has it.
 */
import { petSchema } from '../../../source/domain/contract.js';
import { readBody, type HttpAnswer } from '../../../source/client/outcomes/answer.js';
import { classifyCreate } from '../../../source/client/outcomes/classify-create.js';
import type { ClassifyContext } from '../../../source/client/outcomes/classify-read.js';
import type { CreateOutcome } from '../../../source/client/outcomes/outcomes.js';

/**
 * `program`: `source/client` as it is. `design`: an engine is to be judged whose classifier is not written yet, or the
 * other way round.
 */
export type Reader = 'program' | 'design';

export function readOutcome(reader: Reader, answer: HttpAnswer, context: ClassifyContext): CreateOutcome {
  const read = classifyCreate(answer, 'no key is echoed', context);
  return reader === 'program' ? read : asDesigned(answer, read, context);
}

/** Whether an answer leaves open what became of the animal. */
export function isAmbiguous(answer: HttpAnswer | undefined, context: ClassifyContext): boolean {
  const type = answer === undefined ? 'unknown' : readOutcome('design', answer, context).type;
  return type === 'unknown' || type === 'applied-id-unknown' || type === 'in-progress';
}

/**
 * Every 2xx with JSON or no body means applied, a web page never does; a refusal counts only with the service's own
 * Error body that names the same status.
 */
function asDesigned(answer: HttpAnswer, read: CreateOutcome, { toProblem }: ClassifyContext): CreateOutcome {
  const { status } = answer;
  const { json, html, error } = readBody(answer);
  const problem = toProblem('read-by-design', `The answer was ${status}.`, status);
  const unknown = { type: 'unknown', problem, redirect: false } as const;
  if (status >= 200 && status < 300) {
    const isCreated = status === 201 && petSchema.safeParse(json).success;
    return isCreated
      ? read
      : html
        ? { ...unknown, connection: 'intercepted' }
        : { type: 'applied-id-unknown', problem };
  }

  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 409;
  return isRefusal && error?.status !== status
    ? { ...unknown, connection: html ? 'intercepted' : 'error', refusal: status }
    : read;
}
