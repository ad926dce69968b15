import type { Connection } from '../../../domain/connection.js';
import type { Entry } from '../../../domain/entry.js';
import type { Problem } from '../../../domain/problem.js';
import type { Clock } from '../../../platform/time/clock.js';
import type { Environment } from '../../../platform/process/environment.js';
import { findDeferral, findWaits } from '../../../sync/outbox/waits.js';
import type { Engine, Snapshot } from '../../../sync/api.js';
import { exitCode } from '../../run/exit-code.js';
import { toFailure } from '../../run/failure.js';
import { localEnd } from '../../print/local-time.js';
import { describeUnexpected } from '../../run/log-unexpected.js';
import { describeConnection } from '../../print/say-connection.js';

/** How long a person waits for an outcome, in milliseconds; the animal is safe before that. */
export const patienceMs = 10_000;

/** What came of sending one animal, for a person, a script and the exit code. */
export type SendOutcome = {
  readonly word: 'created' | 'queued' | 'checking' | 'rejected' | 'review';
  readonly exit: number;
  readonly words: string;
  readonly reason?: Connection['state'];
  readonly error?: Entry['lastError'];
};

/** An entry as it is after it was tried to send it; `problem`: what the local disk did to that. */
export type SavedAndSent = { readonly entry: Entry; readonly problem?: Problem };

/**
 * Sends an entry that is saved already. What goes wrong from here on, on the disk or by a mistake of ours, must not be told as if nothing was saved: whoever
 * reads that enters the animal once more.
 */
export async function sendSaved(engine: Pick<Engine, 'snapshot' | 'send' | 'findEntry'>, entry: Entry, { signal, clock, environment }: { readonly signal: AbortSignal; readonly clock: Clock; readonly environment: Environment }): Promise<SavedAndSent> {
  const until = entry.state === 'queued' ? findDeferral(engine.snapshot().entries, clock.now()) : undefined;
  if (until !== undefined && Date.parse(until) - clock.now() > patienceMs) {
    // Nothing is sent before that, so there is nothing to wait for.
    return { entry };
  }

  try {
    return { entry: await engine.send(entry.localId, signal) };
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

/** The exit code of a mistake of ours in the sending; undefined: there was none. */
export function exitOfProblem(problem: Problem | undefined): number | undefined {
  return problem?.code === unexpected ? exitCode.unexpected : undefined;
}

/** The outcome with what the disk did to it in words. */
export function withProblem(outcome: SendOutcome, problem: Problem | undefined): SendOutcome {
  return problem ? { ...outcome, words: `${outcome.words} ${problem.message}`, error: problem } : outcome;
}

/** `isNotSent`: nobody wanted it to be sent now. `now`: milliseconds since 1970. */
export function toSendOutcome(entry: Entry, snapshot: Sending, isNotSent: boolean, now: number): SendOutcome {
  const { connection } = snapshot;
  const { localId, state, lastError } = entry;
  const error = lastError ? { error: lastError } : {};
  const why = lastError ? ` ${lastError.message}` : '';
  switch (state) {
    case 'created':
      return { word: 'created', exit: exitCode.done, words: `Added as #${entry.petId ?? ''}.${sayDifferences(entry)}` };
    case 'rejected':
      return { word: 'rejected', exit: exitCode.rejected, words: `The store rejected ${localId}.${why} It is kept: correct it with \`petstore queue edit ${localId}\`, or discard it.`, ...error };
    case 'review':
      return { word: 'review', exit: exitCode.waiting, words: `Whether ${localId} arrived cannot be decided.${why} See \`petstore queue show ${localId}\`.`, ...error };
    case 'sending':
    case 'checking':
      return { word: 'checking', exit: exitCode.waiting, words: `${localId} is saved and was sent, but the answer was lost. Whether it arrived is found out by \`petstore sync\`; it is not sent twice.`, ...error };
    case 'queued':
    case 'held':
    case 'discarded': {
      const isRefused = connection.state === 'unauthorized' && !isNotSent;
      return {
        word: 'queued',
        exit: isRefused ? exitCode.unauthorized : exitCode.done,
        words: `Queued as ${localId}. ${describeQueued(entry, snapshot, isNotSent, now)}`,
        reason: connection.state,
        ...error,
      };
    }
  }
}

/** What is known of the sending beside the animal itself. */
type Sending = Pick<Snapshot, 'connection' | 'sending' | 'otherSender' | 'entries' | 'delay'>;

/** States in which the store's own wish to wait is what an animal waits for. */
const reached: readonly Connection['state'][] = ['online', 'error', 'connecting'];

/** Why it was not sent now, and how it gets sent. */
function describeQueued(entry: Entry, { connection, sending, otherSender, entries, delay }: Sending, isNotSent: boolean, now: number): string {
  if (sending.type === 'no' && sending.why === 'working-offline') {
    return `${describeConnection(connection)} It is sent after that, by \`petstore sync\` or the app.`;
  }

  const wait = findWaits(entries, now)(entry);
  if (wait?.type === 'blocked') {
    const blocker = wait.by;
    return `${blocker.localId} has the same name and category, and it is not known yet whether it arrived: ${entry.localId} is sent once that is decided. See \`petstore queue show ${blocker.localId}\`.`;
  }

  if (otherSender && !isNotSent) {
    return 'Another petstore is sending just now, and sends it too.';
  }

  if (wait && reached.includes(connection.state)) {
    return `The store asked to wait until ${localEnd(wait.until)}. It is sent after that, by \`petstore sync\` or the app.`;
  }

  if (delay && !isNotSent) {
    return `${delay.message} It is sent by the next \`petstore add\`, by \`petstore sync\` or the app.`;
  }

  return isNotSent ? 'It is sent by `petstore sync` or the app.' : `${describeConnection(connection)} It is sent ${whenSent(connection)}, by \`petstore sync\` or the app.`;
}

/** What has to happen first. A store that refuses the key is reached; waiting for it would be in vain. */
function whenSent({ state, problem }: Connection): string {
  if (problem?.code === 'store_doubted') {
    return 'after that';
  }

  if (state === 'changed') {
    return 'when that is over or you have confirmed (`petstore sync --resume`)';
  }

  return state === 'unauthorized' ? 'when the store accepts a key' : state === 'misconfigured' ? 'when the address is that of a store' : 'when the store can be reached';
}

function sayDifferences({ differences = [] }: Entry): string {
  return differences.length > 0 ? ` The store changed its ${differences.join(' and ')}.` : '';
}
