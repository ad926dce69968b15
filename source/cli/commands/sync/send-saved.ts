import type { Entry } from '../../../domain/entry.js';
import type { Problem } from '../../../domain/problem.js';
import { findDeferral } from '../../../domain/waits.js';
import type { Engine } from '../../../sync/api.js';
import { type Sending, sentText } from '../../../text/queue/outcome-text.js';
import { toEntryAnswer } from '../../print/entry-answer.js';
import type { Context } from '../../run/context.js';
import { exitCode, type Failure, toFailure, describeUnexpected } from '../../run/failure.js';

/** How long a person waits for an outcome, in milliseconds; the animal is safe before that. */
export const patienceMs = 10_000;

/** An entry as it is after an attempt to send it; `problem`: what went wrong on the local disk meanwhile. */
type SavedAndSent = { readonly entry: Entry; readonly problem?: Problem };

/** From here on no failure must read as if the saved animal was lost: a person would enter it once more. */
export async function sendSaved(
  engine: Pick<Engine, 'snapshot' | 'send' | 'findEntry'>,
  entry: Entry,
  signal: AbortSignal,
  { clock, environment }: Pick<Context, 'clock' | 'environment'>,
): Promise<SavedAndSent> {
  const until = entry.state === 'queued' ? findDeferral(engine.snapshot().entries, clock.now()) : undefined;
  if (until !== undefined && Date.parse(until) - clock.now() > patienceMs) {
    // It is not sent before that, so waiting is of no use.
    return { entry };
  }

  try {
    return { entry: await engine.send(entry.localId, signal, patienceMs) };
  } catch (error) {
    const failure = toFailure(error);
    if (failure && failure.exit !== exitCode.storage) {
      throw error;
    }

    const problem = failure?.problem ?? { code: unexpected, message: describeUnexpected(error, environment) };
    const found = await engine.findEntry(entry.localId).catch(() => undefined);
    return { entry: found ?? entry, problem };
  }
}

const unexpected = 'unexpected';

/** The exit code of a mistake of ours in the sending; undefined: it went well. */
export function exitOfProblem(problem: Problem | undefined): number | undefined {
  return problem?.code === unexpected ? exitCode.unexpected : undefined;
}

/** The result in words. `isNotSent`: it was not meant to be sent now; `problem`: the trouble of the disk meanwhile. */
export function toSendOutcome(
  entry: Entry,
  sending: Sending,
  isNotSent: boolean,
  now: number,
  problem: Problem | undefined,
) {
  const { word, exit } = outcomes[entry.state];
  const words = sentText(entry, sending, isNotSent, now);
  const error = problem ?? (word === 'created' ? undefined : entry.lastError);
  const reason = word === 'queued' ? sending.connection.state : undefined;
  return {
    word,
    exit: reason === 'unauthorized' && !isNotSent ? exitCode.unauthorized : exit,
    words: problem ? `${words} ${problem.message}` : words,
    reason,
    error,
  };
}

const queued = { word: 'queued', exit: exitCode.done } as const;
const checking = { word: 'checking', exit: exitCode.waiting } as const;
const outcomes: Readonly<Record<Entry['state'], { readonly word: string; readonly exit: number }>> = {
  created: { word: 'created', exit: exitCode.done },
  rejected: { word: 'rejected', exit: exitCode.rejected },
  review: { word: 'review', exit: exitCode.waiting },
  sending: checking,
  checking,
  queued,
  held: queued,
  discarded: queued,
};

/** Sends each of the animals that may be sent now, and prints the result. `failures`: why others may not. */
export async function sendNow(
  engine: Engine,
  changed: readonly Entry[],
  failures: readonly Failure[],
  context: Context,
): Promise<number> {
  const signal = context.patience(patienceMs);
  const sent: SavedAndSent[] = [];
  for (const entry of changed) {
    sent.push(await sendSaved(engine, entry, signal, context));
  }

  const outcomes = sent.map(({ entry, problem }) =>
    toSendOutcome(entry, engine.snapshot(), false, context.clock.now(), problem),
  );
  const entries = sent.map(({ entry }) => entry);
  const answer = await toEntryAnswer(entries, engine, context);
  const problem = sent.find((each) => each.problem)?.problem;
  await context.output.print({
    ...answer,
    json: { ...answer.json, ...(problem ? { error: problem } : {}) },
    screen: { lines: [] },
  });
  context.output.warn(
    ...outcomes.map(({ words }) => words),
    ...failures.map((failure) => `petstore: ${failure.problem.message}`),
  );
  if (problem) {
    return exitOfProblem(problem) ?? exitCode.storage;
  }

  return (
    failures[0]?.exit ??
    [exitCode.unauthorized, exitCode.rejected, exitCode.waiting].find((exit) =>
      outcomes.some((outcome) => outcome.exit === exit),
    ) ??
    exitCode.done
  );
}
