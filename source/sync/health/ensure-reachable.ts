import type { Health } from '../../client/outcomes/outcomes.js';
import type { Context } from '../context.js';
import { probe } from '../lists/probe.js';

/** How long `/healthz`, which no service needs to have, may take, in milliseconds. */
const longestHealthMs = 3000;

/** Makes sure that the store can be reached and that it is known whether it honours keys. */
export async function ensureReachable(context: Context, signal: AbortSignal, limit?: number): Promise<boolean> {
  if (context.honours !== undefined && context.snapshot().connection.state === 'online') {
    return true;
  }

  const asks = context.idempotency === 'unknown' && context.honours === undefined;
  const [isReachable, health] = await Promise.all([probe(context, signal, limit), asks ? askHealth(context, signal) : undefined]);
  if (isReachable) {
    // What a lost request does not tell is taken for no by what is sent now, and asked again for what was sent before.
    context.honours ??= health ? (health.honoursKeys ?? false) : context.idempotency === 'honoured';
    context.isUnanswered = health !== undefined && health.honoursKeys === undefined;
    context.update({ honoursKeys: context.honours });
  }

  return isReachable;
}

/** A service that leaves the question unanswered does not hold up what it was asked for. */
async function askHealth({ client, clock }: Context, signal: AbortSignal): Promise<Health> {
  const limit = new AbortController();
  const asked = new AbortController();
  void clock.wait(longestHealthMs, asked.signal).then(() => limit.abort());
  const health = await client.health(AbortSignal.any([signal, limit.signal]));
  asked.abort();
  return health;
}
