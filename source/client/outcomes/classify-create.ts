/**
 * The meaning of the answer to a `POST /pets` for the animal: the table of outcomes. Pure.
 *
 * Whatever is not known to be refused may have been applied: otherwise animals could be doubled or lost.
 */
import { petSchema } from '../../domain/contract.ts';
import { promiseToLook } from '../../domain/lost-answer.ts';
import { given, readBody, type HttpAnswer, type BodyContent, type NoAnswer, readRetryAfter } from './answer.ts';
import type { ClassifyContext } from './classify-read.ts';
import { type Reason, describeAnswer, describeNoAnswer, toSentence } from './describe-answer.ts';
import type { CreateOutcome, UnknownOutcome } from './outcomes.ts';

const kept = 'The animal is kept here, and the store did not add it.';

/** What was sent: where to, and its `Idempotency-Key`. */
type CreateRequest = { readonly listUrl: string; readonly key: string };

/** The facts that an answer to a `POST` proves, and no more. */
export function classifyCreate(
  received: HttpAnswer | NoAnswer,
  sent: CreateRequest,
  context: ClassifyContext,
): CreateOutcome {
  return received.type === 'answer' ? classifyAnswer(received, sent, context) : classifyNoAnswer(received, context);
}

/** A reason in words for all animals, and with its consequence for the one that was sent. */
function explain({ code, sentence }: Reason, after: string, { toProblem }: ClassifyContext, status?: number) {
  return {
    problem: toProblem(code, `${sentence} ${after}`, status),
    storeProblem: toProblem(code, sentence, status),
  };
}

function classifyNoAnswer(received: NoAnswer, context: ClassifyContext): CreateOutcome {
  const reason = describeNoAnswer(received, context.host);
  const { connection } = reason;
  const aborted = received.why === 'aborted' ? { aborted: true as const } : {};
  return received.connected
    ? { type: 'unknown', ...explain(reason, promiseToLook, context), connection, ...aborted }
    : { type: 'not-sent', ...explain(reason, kept, context), connection, ...aborted };
}

function classifyAnswer(answer: HttpAnswer, sent: CreateRequest, context: ClassifyContext): CreateOutcome {
  const { status, headers } = answer;
  const body = readBody(answer);
  const retryAfterMs = readRetryAfter(headers, context.now);
  const told = (after: string) => explain(describeAnswer(answer, context.host), after, context, status);

  if (status >= 200 && status < 300) {
    const echo = headers['idempotency-key'];
    return echo !== undefined && echo !== sent.key
      ? toForeign(answer, context)
      : classifySuccess(answer, body, echo === sent.key, context);
  }

  // Whoever says so: the box that would know the way to the store, or one that asks to wait, did not pass it on.
  if (isWrongAddress(answer, sent)) {
    return { type: 'misconfigured', ...told(kept) };
  }

  const isSigned = body.error?.status === status;
  if ((status === 425 || status === 429) && (isSigned || headers['retry-after'])) {
    return { type: 'deferred', ...told(kept), retryAfterMs };
  }

  // Any other refusal counts only in the service's own words: a box on the way may refuse the answer to a request.
  if (status >= 400 && status < 500 && !isSigned) {
    return { ...toUnknown(answer, context), refusal: status };
  }

  switch (status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return toRejected(body, status, context);
    case 401:
    case 403:
      return { type: 'unauthorized', ...told(kept) };
    case 409:
      return { type: 'in-progress', problem: told(promiseToLook).problem, retryAfterMs };
    default:
      return toUnknown(answer, context);
  }
}

/**
 * Whether nothing that takes animals in is at the address: 404, 405, 410, and 307 or 308, which want the request again
 * elsewhere. Any other redirect is how a service answers that is made for forms, once it took the animal in; behind a
 * proxy it knows neither scheme nor host by which it is reached.
 */
function isWrongAddress({ status, headers }: HttpAnswer, { listUrl }: CreateRequest): boolean {
  if (status !== 307 && status !== 308) {
    return status === 404 || status === 405 || status === 410;
  }

  const { origin, pathname = '' } = URL.parse(headers['location'] || '/', listUrl) ?? {};
  const list = new URL(listUrl);
  const isTheList = origin === list.origin && pathname === list.pathname;
  return !isTheList && !/\/pets\/[^/]/.test(pathname);
}

/**
 * A 2xx. With a 201 the service says that it took the animal in, even if the rest is cut off or no pet. Any other 2xx
 * says so if it comes with JSON or without a body (202 Accepted, 204). A 200 with a pet is as good as a 201: it is what
 * a store answers whose author did not think of 201. A web page comes from a box on the way, so it is no proof.
 */
function classifySuccess(
  answer: HttpAnswer,
  body: BodyContent,
  keyEchoed: boolean,
  context: ClassifyContext,
): CreateOutcome {
  const { status } = answer;
  const pet = petSchema.safeParse(body.json);
  if ((status === 201 || status === 200) && pet.success) {
    return { type: 'created', pet: pet.data, status, keyEchoed };
  }

  const isApplied =
    !body.html && (status === 201 || body.json !== undefined || (answer.body.trim() === '' && !answer.cut));
  if (!isApplied) {
    return toUnknown(answer, context);
  }

  const sentence =
    `${context.host} answered (${status}) as if it had added the animal, but without it, so its id ` +
    'is not known. It is looked for in the list and never sent again by itself.';
  return { type: 'applied-id-unknown', problem: context.toProblem('id-unknown', sentence, status) };
}

/** The answer names the key of another request: whatever it says is not about this animal. */
function toForeign({ status }: HttpAnswer, { toProblem, host }: ClassifyContext): UnknownOutcome {
  const sentence = `${host} answered with the key of another request, as if two answers had been mixed up.`;
  return {
    type: 'unknown',
    problem: toProblem('not_ours', `${sentence} ${promiseToLook}`, status),
    storeProblem: toProblem('not_ours', sentence, status),
    connection: 'online',
  };
}

function toRejected({ error }: BodyContent, status: number, { toProblem, host }: ClassifyContext): CreateOutcome {
  const sentence = `${host} rejected the animal (${status})${error ? `: ${toSentence(error.message)}` : '.'}`;
  return {
    type: 'rejected',
    problem: toProblem(error?.code ?? 'rejected', sentence, status),
    ...(error ? { code: error.code } : {}),
  };
}

function toUnknown(answer: HttpAnswer, context: ClassifyContext): UnknownOutcome {
  const { status } = answer;
  const reason = describeAnswer(answer, context.host);
  const retryAfterMs = readRetryAfter(answer.headers, context.now);
  return {
    type: 'unknown',
    ...explain(reason, promiseToLook, context, status),
    connection: reason.connection,
    ...given({ retryAfterMs }),
    ...(answer.cut === 'aborted' ? { aborted: true } : {}),
  };
}
