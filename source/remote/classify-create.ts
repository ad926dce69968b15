/**
 * What the answer to a `POST /pets` means for the animal: the table of outcomes. Pure.
 *
 * Whatever is not known to be refused may have been applied: only then is nothing ever doubled or lost.
 */
import { petSchema } from '../domain/pet.js';
import { readBody, type Answer, type BodyContent, type NoAnswer } from './answer.js';
import type { Context } from './classify-read.js';
import { describeAnswer, toSentence } from './describe-answer.js';
import { describeNoAnswer } from './describe-no-answer.js';
import type { CreateOutcome, UnknownOutcome } from './outcomes.js';
import { readRetryAfter } from './retry-after.js';

const kept = 'The animal is kept here and nothing was added.';
const undecided = 'The animal may have arrived: it is kept, and looked for before anything is sent again.';

/** What an answer to a `POST` proves, and no more than that. */
export function classifyCreate(received: Answer | NoAnswer, sentKey: string, context: Context): CreateOutcome {
  return received.type === 'answer' ? classifyAnswer(received, sentKey, context) : classifyNoAnswer(received, context);
}

function classifyNoAnswer(received: NoAnswer, { toProblem, host }: Context): CreateOutcome {
  const { code, sentence, connection } = describeNoAnswer(received, host);
  const aborted = received.why === 'aborted' ? { aborted: true as const } : {};
  const storeProblem = toProblem(code, sentence);
  return received.connected
    ? { type: 'unknown', problem: toProblem(code, `${sentence} ${undecided}`), storeProblem, connection, html: false, redirect: false, ...aborted }
    : { type: 'not-sent', problem: toProblem(code, `${sentence} ${kept}`), storeProblem, connection, ...aborted };
}

function classifyAnswer(answer: Answer, sentKey: string, context: Context): CreateOutcome {
  const { status, headers } = answer;
  const body = readBody(answer);
  const retryAfterMs = readRetryAfter(headers, context.now);
  const explain = (after: string) => {
    const { code, sentence } = describeAnswer(answer, context.host);
    return { problem: context.toProblem(code, `${sentence} ${after}`, status), storeProblem: context.toProblem(code, sentence, status) };
  };

  switch (status) {
    case 201:
      return classifyCreated(body, headers['idempotency-key'] === sentKey, context);
    case 400:
    case 413:
    case 415:
    case 422:
      // Without JSON it is not the service that refused, and whoever did may not have been asked first.
      return body.json === undefined ? toUnknown(answer, body, context) : toRejected(body, status, context);
    case 401:
    case 403:
      return { type: 'unauthorized', ...explain(kept), forbidden: status === 403 };
    case 404:
    case 405:
    case 410:
      return { type: 'misconfigured', ...explain(kept) };
    case 409:
      return body.html ? toUnknown(answer, body, context) : { type: 'in-progress', problem: explain(undecided).problem, retryAfterMs };
    case 425:
    case 429:
      return { type: 'deferred', ...explain(kept), retryAfterMs };
    default:
      return toUnknown(answer, body, context);
  }
}

function classifyCreated({ json, html }: BodyContent, keyEchoed: boolean, { toProblem, host }: Context): CreateOutcome {
  const pet = petSchema.safeParse(json);
  if (pet.success) {
    return { type: 'created', pet: pet.data, keyEchoed };
  }

  const sentence = `${host} says that it added the animal, but not in a form that can be read, so its id is not known. It is looked for in the list and never sent again by itself.`;
  return { type: 'applied-id-unknown', problem: toProblem('id-unknown', sentence, 201), keyEchoed, html };
}

function toRejected({ error }: BodyContent, status: number, { toProblem, host }: Context): CreateOutcome {
  const sentence = `${host} refused the animal (${status})${error ? `: ${toSentence(error.message)}` : '.'} It is kept here: edit or discard it.`;
  return { type: 'rejected', problem: toProblem(error?.code ?? 'rejected', sentence, status), ...(error ? { code: error.code } : {}) };
}

function toUnknown(answer: Answer, { json, html }: BodyContent, { toProblem, host, now }: Context): UnknownOutcome {
  const { status } = answer;
  // JSON with a success that is not 201 comes from a store, if an odd one.
  const odd = status < 300 && json !== undefined;
  const { code, sentence, connection } = odd ? { code: 'unexpected-answer', sentence: `${host} answered ${status} where 201 was due.`, connection: 'online' as const } : describeAnswer(answer, host);
  const retryAfterMs = readRetryAfter(answer.headers, now);
  return {
    type: 'unknown',
    problem: toProblem(code, `${sentence} ${undecided}`, status),
    storeProblem: toProblem(code, sentence, status),
    connection,
    html,
    redirect: status >= 300 && status < 400,
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(answer.cut === 'aborted' ? { aborted: true } : {}),
  };
}
