/** What answers say about the connection. */
import type { Connection, ConnectionState } from '../../domain/connection.js';
import type { Problem } from '../../domain/problem.js';
import { isoNow } from '../../platform/time/clock.js';
import type { CreateOutcome, RequestFailure } from '../../client/outcomes/outcomes.js';
import type { Context } from '../context.js';

/** Shows a state; `since` stays while the state does. */
export function setConnection(context: Context, state: ConnectionState, problem?: Problem, nextTryAt?: string): void {
  const shown = context.workingOffline ? 'working-offline' : state;
  const before = context.snapshot().connection;
  const isSame = before.state === shown;
  if (isSame && before.problem?.message === problem?.message && before.nextTryAt === nextTryAt) {
    return;
  }

  const connection: Connection = {
    state: shown,
    since: isSame ? before.since : isoNow(context.clock),
    ...(problem && !context.workingOffline ? { problem } : {}),
    ...(nextTryAt === undefined || context.workingOffline ? {} : { nextTryAt }),
  };
  context.update({ connection });
}

/** A `GET` was answered correctly: that also ends a pause, but for one that its evidence or a person ends. */
export function noteAnswer(context: Context): void {
  endPause(context);
  if (context.paused) {
    setConnection(context, context.paused.state, context.paused.problem);
  } else {
    setConnection(context, 'online');
  }
}

/** Ends a pause, unless it stands until its evidence is gone or a person confirms: `changed`, and the doubt before it. */
export function endPause(context: Context): void {
  if (context.paused?.state !== 'changed' && !(context.saved.doubt && context.paused?.state === 'error')) {
    context.paused = undefined;
  }
}

/** A `GET` failed. One that was given up here says nothing about the connection. */
export function noteFailure(context: Context, failure: RequestFailure): void {
  if (failure.aborted !== true) {
    const next = failure.retryAfterMs === undefined ? undefined : new Date(context.clock.now() + failure.retryAfterMs).toISOString();
    setConnection(context, failure.connection, failure.problem, next);
  }
}

/** A `POST` tells as much; refusals of everything pause the sending. */
export function noteCreateOutcome(context: Context, outcome: CreateOutcome): void {
  switch (outcome.type) {
    case 'created':
    case 'rejected':
    case 'in-progress':
      noteAnswer(context);
      return;
    case 'applied-id-unknown':
      noteAnswer(context);
      return;
    case 'unauthorized':
    case 'misconfigured':
      pause(context, outcome.type, outcome.storeProblem ?? outcome.problem);
      return;
    case 'deferred':
      setConnection(context, 'error', outcome.storeProblem ?? outcome.problem);
      return;
    case 'not-sent':
      if (outcome.aborted !== true) {
        setConnection(context, outcome.connection, outcome.storeProblem ?? outcome.problem);
      }

      return;
    case 'unknown':
      if (outcome.redirect) {
        pause(context, 'misconfigured', outcome.storeProblem ?? outcome.problem);
      } else if (outcome.aborted !== true) {
        setConnection(context, outcome.connection, outcome.connection === 'online' ? undefined : (outcome.storeProblem ?? outcome.problem));
      }
  }
}

/** Stops sending to the service as a whole; what waits is kept. */
export function pause(context: Context, state: 'unauthorized' | 'misconfigured' | 'changed' | 'error', problem: Problem): void {
  context.paused = { state, since: isoNow(context.clock), problem };
  setConnection(context, state, problem);
}
