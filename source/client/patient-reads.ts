/**
 * A store that limits its requests: the short pauses that it asks for are kept here, as part of a read. By 429, or by the
 * 503 that nginx answers unless it is told otherwise: to a request that follows another one within seconds.
 */
import type { Clock } from '../platform/time/clock.ts';
import type { PetClient } from './pet-client.ts';
import type { PageOutcome, PetOutcome, RequestFailure } from './outcomes/outcomes.ts';

/**
 * A pause up to this is no trouble of the connection, in milliseconds: all those of one read together. With less, a store
 * that lets four requests a minute through, evenly, never got an animal: the reads before it took each turn.
 */
const shortPauseMs = 15_000;
/** The first pause where the store names none, in milliseconds; each further one doubles it. */
const unsaidPauseMs = 1000;

/** Whether the animal that was answered so goes after a pause that nobody need be told of. */
export function isShortPause(retryAfterMs = unsaidPauseMs): boolean {
  return retryAfterMs <= shortPauseMs;
}

/** For so long after a pause animals are sent no faster than that, in milliseconds. */
const pacedMs = 60_000;
/** The first of two requests may be longer under way than the second. */
const paceFactor = 1.2;

export type PatientClient = PetClient & {
  /** Resolves when a request right after the last one would not be too soon for the store. */
  rest(signal: AbortSignal): Promise<void>;
};

/**
 * Reads again after such an answer: a list of some pages would never be read to its end. An animal is never sent again
 * here.
 */
export function withPatience(client: PetClient, clock: Clock): PatientClient {
  /** The pause that the store asked for last, in milliseconds. */
  let pauseMs = 0;
  // Readings of `clock.uptime()`.
  let pausedUntil = -Infinity;
  let askedAt = -Infinity;
  let answeredAt = -Infinity;
  const waitUntil = async (uptime: number, signal: AbortSignal): Promise<void> => {
    const ms = uptime - clock.uptime();
    await (ms > 0 ? clock.wait(ms, signal) : undefined);
  };
  const pause = (ms: number): void => {
    pauseMs = ms;
    pausedUntil = clock.uptime() + ms;
  };
  const patiently = async <Outcome extends PageOutcome | PetOutcome>(
    ask: () => Promise<Outcome>,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    let paused = 0;
    for (let unsaidMs = unsaidPauseMs; ; unsaidMs *= 2) {
      await waitUntil(pausedUntil, signal);
      const outcome = await ask();
      askedAt = clock.uptime();
      const failure: RequestFailure | undefined = outcome.type === 'failed' ? outcome : undefined;
      const status = failure?.problem.status;
      answeredAt = failure ? answeredAt : askedAt;
      const isLimited = status === 429 || (status === 503 && askedAt - answeredAt < shortPauseMs);
      const askedMs = isLimited ? Math.max(unsaidPauseMs, failure?.retryAfterMs ?? unsaidMs) : Infinity;
      paused += askedMs;
      if (paused > shortPauseMs) {
        return outcome;
      }

      pause(askedMs);
    }
  };

  return {
    ...client,
    listPage: (query, signal) => patiently(() => client.listPage(query, signal), signal),
    get: (id, signal) => patiently(() => client.get(id, signal), signal),
    async create(...sent) {
      const outcome = await client.create(...sent);
      askedAt = clock.uptime();
      answeredAt = outcome.type === 'created' ? askedAt : answeredAt;
      if (outcome.type === 'deferred' && isShortPause(outcome.retryAfterMs)) {
        pause(outcome.retryAfterMs ?? unsaidPauseMs);
      }

      return outcome;
    },
    async rest(signal) {
      await (clock.uptime() - pausedUntil < pacedMs ? waitUntil(askedAt + pauseMs * paceFactor, signal) : undefined);
    },
  };
}
