import type { Engine } from '../../../source/sync/api.ts';
import type { ManualClock } from '../../helpers/manual-clock.ts';

/** How often the programs of one person ask whether the store, or the queue, is still the right one. */
export type Questions = {
  /**
   * Notes what a program shows from now on; returns the way to stop, as when it ends. `isCommand`: it is one of many,
   * each of which asks anew while nothing has changed, so only one that ends without having asked ends the question.
   */
  watch(engine: Engine, isCommand: boolean): () => void;
  /** How often asking began: a question that several programs, or one after the other, show at once is one. */
  asked(): number;
  /** Since when they have been asking, by `clock.elsewhere()`; undefined: they are not. */
  since(): number | undefined;
  /** What the last one was about: the code of its problem. */
  about(): string | undefined;
};

/**
 * For so long a program must show that all is well before a question counts as over: one that starts says so until it
 * knows better.
 */
const calmMs = 10_000;

export function createQuestions(clock: ManualClock): Questions {
  const asking = new Set<Engine>();
  let begun = 0;
  let code: string | undefined;
  let startedAt: number | undefined;
  /** Since when none has been asking any more. */
  let calmSince: number | undefined;

  const settle = (): void => {
    if (calmSince !== undefined && clock.elsewhere() - calmSince >= calmMs) {
      startedAt = undefined;
      calmSince = undefined;
    }
  };
  const begin = (engine: Engine): void => {
    settle();
    asking.add(engine);
    begun += startedAt === undefined ? 1 : 0;
    startedAt ??= clock.elsewhere();
    calmSince = undefined;
  };
  const end = (engine: Engine): void => {
    asking.delete(engine);
    calmSince ??= asking.size > 0 || startedAt === undefined ? undefined : clock.elsewhere();
  };

  return {
    watch(engine, isCommand) {
      let hasAsked = false;
      const look = (): void => {
        const { state, problem } = engine.snapshot().connection;
        if (state === 'changed') {
          hasAsked = true;
          code = problem?.code;
          begin(engine);
        } else if (state === 'online' && !isCommand) {
          end(engine);
        }
      };
      const unsubscribe = engine.subscribe(look);
      look();
      return () => {
        unsubscribe();
        // One that ends while it asks leaves the question open; the next one tells.
        if (asking.delete(engine)) {
          calmSince = undefined;
        }

        if (isCommand && !hasAsked && engine.snapshot().connection.state === 'online') {
          end(engine);
        }
      };
    },
    asked: () => begun,
    about: () => code,
    since() {
      settle();
      return startedAt;
    },
  };
}
