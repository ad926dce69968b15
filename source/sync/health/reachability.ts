/** What answers say about the connection. */
import type { CreateOutcome, RequestFailure } from '../../client/outcomes/outcomes.js';
import type { EngineState } from '../engine-state.js';

/** A `GET` was answered correctly: that also ends a pause, but for one that its evidence or a person ends. */
export function noteAnswer(engine: EngineState): void {
  engine.endPause();
  if (engine.paused) {
    engine.setConnection(engine.paused.state, engine.paused.problem);
  } else {
    engine.setConnection('online');
  }
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
  switch (outcome.type) {
    case 'created':
    case 'rejected':
    case 'in-progress':
    case 'applied-id-unknown':
      noteAnswer(engine);
      return;
    case 'unauthorized':
    case 'misconfigured':
      engine.pause(outcome.type, outcome.storeProblem ?? outcome.problem);
      return;
    case 'deferred':
      engine.setConnection('error', outcome.storeProblem ?? outcome.problem);
      return;
    case 'not-sent':
      if (outcome.aborted !== true) {
        engine.setConnection(outcome.connection, outcome.storeProblem ?? outcome.problem);
      }

      return;
    case 'unknown':
      if (outcome.redirect) {
        engine.pause('misconfigured', outcome.storeProblem ?? outcome.problem);
      } else if (outcome.aborted !== true) {
        engine.setConnection(
          outcome.connection,
          outcome.connection === 'online' ? undefined : (outcome.storeProblem ?? outcome.problem),
        );
      }
  }
}
