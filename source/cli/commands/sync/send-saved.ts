import type { Entry } from '../../../domain/entry.ts';
import { lostAnswer } from '../../../domain/lost-answer.ts';
import type { Problem } from '../../../domain/problem.ts';
import { findDeferral, findWaits } from '../../../domain/waits.ts';
import type { Engine, Snapshot } from '../../../sync/api.ts';
import { connectionSentence } from '../../../text/connection-sentence.ts';
import { storeChangedText } from '../../../text/queue/changed-text.ts';
import { fieldInReason, reasonText, shortReason, waitTexts, whyWaiting } from '../../../text/queue/wait-text.ts';
import { type NotChanged, toEntryAnswer } from '../../print/entry-answer.ts';
import { correctingFlags } from '../../table/flags.ts';
import type { Context } from '../../run/context.ts';
import { exitCode, toFailure, describeUnexpected } from '../../run/failure.ts';

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
  const sent = sentText(entry, sending, isNotSent, now);
  const error = problem ?? (word === 'created' ? undefined : entry.lastError);
  const reason = word === 'queued' ? sending.connection.state : undefined;
  return {
    word,
    exit: reason === 'unauthorized' && !isNotSent ? exitCode.unauthorized : exit,
    words: problem ? withProblem(entry, problem, sent) : sent,
    reason,
    error,
  };
}

/** If the disk ended the sending, the store has not been asked, and the animal waits for the disk. */
function withProblem({ localId, state }: Entry, { message }: Problem, sent: string): string {
  return state === 'queued'
    ? `Queued as ${localId}. ${message} After that, \`petstore sync\` or the app sends it.`
    : `${sent} ${message}`;
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

/** The facts of the sending beside the animal itself. */
export type Sending = Pick<Snapshot, 'connection' | 'sending' | 'otherSender' | 'entries' | 'delay'>;

/** What became of one animal that was sent in the shell. `isNotSent`: it was not meant to be sent now. */
export function sentText(entry: Entry, sending: Sending, isNotSent: boolean, now: number): string {
  const { localId, state, review, differences } = entry;
  switch (state) {
    case 'created':
      return `Added as #${entry.petId ?? ''}. ${storeChangedText(differences)}`.trimEnd();
    case 'rejected':
      return `The store rejected ${localId}: ${correctionText(entry)}`;
    case 'review':
      return (
        `petstore cannot tell whether ${localId} arrived. ${review?.reason ?? reasonText(entry)} ` +
        `See \`petstore queue show ${localId}\`.`
      );
    case 'sending':
    case 'checking':
      return (
        `${localId} is being checked: it was sent, but ${lostAnswer(entry)}. Run \`petstore sync\` in a minute, or ` +
        'leave the app open. It is not sent twice.'
      );
    case 'queued':
    case 'held':
    case 'discarded':
      return `Queued as ${localId}. ${describeQueued(entry, sending, isNotSent, now)}`;
  }
}

function describeQueued(
  entry: Entry,
  { sending, otherSender, entries, delay }: Sending,
  isNotSent: boolean,
  now: number,
): string {
  const sends = `\`petstore sync\` or the app sends ${isNotSent ? 'it' : entry.localId}`;
  const cause = whyWaiting(entry, { sending, waitOf: findWaits(entries, now) }, now);
  if (otherSender && !isNotSent && cause.type !== 'stopped') {
    return `Another petstore is sending just now, and sends ${entry.localId} too.`;
  }

  switch (cause.type) {
    case 'stopped':
    case 'unreachable': {
      const { state, problem } = cause.connection;
      // The sentence on these says what comes first, which sends it, too.
      const isTold = ['working-offline', 'changed'].includes(state) || problem?.code === 'slow-down';
      const then = isTold ? '' : ` ${sends} later.`;
      return isNotSent && cause.type === 'unreachable' ? `${sends}.` : connectionSentence(cause.connection) + then;
    }
    case 'next-try':
    case 'turn':
      if (isNotSent) {
        return `${sends}.`;
      }

      return delay ? `${delay.message} ${sends}.` : `There was no time left to send it. ${sends} later.`;
    case 'wait': {
      const { reason } = waitTexts(cause.wait, now);
      return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. ${sends} then.`;
    }
  }
}

/** Why the store does not want the animal, and the command that corrects it: of the one field it names, if it does. */
function correctionText(entry: Entry): string {
  const { localId } = entry;
  const reason = shortReason(reasonText(entry)).replace(/\.$/u, '');
  const flag = correctingFlags.find(({ name }) => name === fieldInReason(reason));
  const change = flag ? `--${flag.name} ${flag.value ?? ''}` : '--help';
  return `${reason}. It is kept: \`petstore queue edit ${localId} ${change}\` corrects it.`;
}

/** Sends each of the animals that may be sent now, and prints the result. */
export async function sendNow(
  engine: Engine,
  changed: readonly Entry[],
  notChanged: readonly NotChanged[],
  context: Context,
): Promise<number> {
  const signal = context.patience(patienceMs);
  const sent: SavedAndSent[] = [];
  for (const entry of changed) {
    context.output.progress(`Sending ${sent.length + 1}/${changed.length}`);
    sent.push(await sendSaved(engine, entry, signal, context));
  }

  const outcomes = sent.map(({ entry, problem }) =>
    toSendOutcome(entry, engine.snapshot(), false, context.clock.now(), problem),
  );
  const entries = sent.map(({ entry }) => entry);
  const answer = await toEntryAnswer(entries, engine, context, notChanged);
  const problem = sent.find((each) => each.problem)?.problem;
  await context.output.print({
    ...answer,
    json: { ...answer.json, ...(problem ? { error: problem } : {}) },
    screen: { lines: [] },
  });
  context.output.warn(
    ...outcomes.map(({ words }) => words),
    ...notChanged.map(({ failure }) => `petstore: ${failure.problem.message}`),
  );
  if (problem) {
    return exitOfProblem(problem) ?? exitCode.storage;
  }

  return (
    notChanged[0]?.failure.exit ??
    [exitCode.unauthorized, exitCode.rejected, exitCode.waiting].find((exit) =>
      outcomes.some((outcome) => outcome.exit === exit),
    ) ??
    exitCode.done
  );
}
