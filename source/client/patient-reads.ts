/** A store that limits its requests: the short pauses that it asks for (429) are kept here, as part of a read. */
import type { Clock } from '../platform/time/clock.ts';
import type { PetClient } from './pet-client.ts';
import type { PageOutcome, PetOutcome } from './outcomes/outcomes.ts';

/** A pause up to this is no trouble of the connection, in milliseconds: all those of one read together. */
const shortPauseMs = 10_000;
/** The first pause where the store names none, in milliseconds; each further one doubles it. */
const unsaidPauseMs = 1000;

/** Whether the animal that was answered so goes after a pause that nobody need be told of. */
export function isShortPause(retryAfterMs = unsaidPauseMs): boolean {
  return retryAfterMs <= shortPauseMs;
}

export type PatientClient = PetClient & {
  /** Resolves when a request right after the last read would not be too soon for the store. */
  rest(signal: AbortSignal): Promise<void>;
};

/** Reads again after 429: a list of some pages would never be read to its end. An animal is never sent again here. */
export function withPatience(client: PetClient, clock: Clock): PatientClient {
  /** The pause that the store asked for last, in milliseconds. */
  let pauseMs = 0;
  // Readings of `clock.uptime()`.
  let pausedUntil = -Infinity;
  let readAt = -Infinity;
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
      readAt = clock.uptime();
      const isLimited = outcome.type === 'failed' && outcome.problem.status === 429;
      const askedMs = isLimited ? Math.max(unsaidPauseMs, outcome.retryAfterMs ?? unsaidMs) : Infinity;
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
      if (outcome.type === 'deferred' && isShortPause(outcome.retryAfterMs)) {
        pause(outcome.retryAfterMs ?? unsaidPauseMs);
      }

      return outcome;
    },
    rest: (signal) => waitUntil(readAt + pauseMs, signal),
  };
}
