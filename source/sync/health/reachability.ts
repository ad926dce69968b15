/** What answers say about the connection. */
import type { CreateOutcome, RequestFailure } from '../../client/outcomes/outcomes.js';
import type { EngineState } from '../engine-state.js';

/** A `GET` was answered correctly: that also ends a refusal. */
export function noteAnswer({ questions }: EngineState): void {
  questions.settle('refusal');
  questions.show('online');
}

/** A `GET` failed. One that was given up here is no sign of the connection. */
export function noteFailure(engine: EngineState, failure: RequestFailure): void {
  if (failure.aborted !== true) {
    const next =
      failure.retryAfterMs === undefined
        ? undefined
        : new Date(engine.clock.now() + failure.retryAfterMs).toISOString();
    engine.setConnection(failure.connection, failure.problem, next);
  }
}

/** A `POST` tells as much; refusals of everything pause the sending. */
export function noteCreateOutcome(engine: EngineState, outcome: CreateOutcome): void {
  const { type } = outcome;
  if (type === 'created' || type === 'rejected' || type === 'in-progress' || type === 'applied-id-unknown') {
    noteAnswer(engine);
    return;
  }

  const problem = outcome.storeProblem ?? outcome.problem;
  if (outcome.type === 'unauthorized' || outcome.type === 'misconfigured') {
    engine.questions.ask('refusal', problem, outcome.type);
  } else if (outcome.type === 'deferred') {
    engine.setConnection('error', problem);
  } else if (outcome.type === 'unknown' && outcome.redirect) {
    engine.questions.ask('refusal', problem, 'misconfigured');
  } else if (outcome.aborted !== true) {
    engine.setConnection(outcome.connection, outcome.connection === 'online' ? undefined : problem);
  }
}

/**
 * After a refusal: takes the key that was saved meanwhile, also by another petstore. Not while anything is being sent:
 * an attempt names the credential it is made with, and one honoured for that credential may not be for another.
 */
export async function takeNewKey(engine: EngineState): Promise<void> {
  if (engine.snapshot().connection.state !== 'unauthorized') {
    return;
  }

  const take = await engine.options.findNewKey?.();
  if (engine.inFlight.size === 0) {
    take?.();
  }
}
