/**
 * The doubt whether the service is still the one that was known (`Doubt` in `local/footprints.ts`).
 *
 * It keeps its evidence. While it lasts no animal is sent. A second reading, a settle time later, either clears it or
 * makes it sure: state `changed`, until the evidence is back or a person confirms.
 */
import type { Pet } from '../../domain/pet.js';
import type { Problem } from '../../domain/problem.js';
import { elapsedAtLeast, isoNow } from '../../platform/time/clock.js';
import type { EngineState } from '../engine-state.js';

/** Milliseconds until the second reading may be made; undefined: there is no doubt, or it is sure already. */
export function doubtedFor(engine: EngineState): number | undefined {
  const { doubt } = engine.credit;
  return doubt === undefined || doubt.isSure
    ? undefined
    : Math.max(0, engine.settleMs - elapsedAtLeast(doubt.uptime, engine.clock.uptime()));
}

/** The meaning of a doubt, for a person; undefined without one. */
function describeDoubt(engine: EngineState): Problem | undefined {
  const { doubt } = engine.credit;
  if (!doubt) {
    return undefined;
  }

  const names = doubt.pets.map(({ id, name }) => `#${id}${name === '' ? '' : ` (${name})`}`).join(', ');
  return doubt.isSure
    ? {
        code: 'store_changed',
        message:
          `The store looks as if it was reset, or put back to an earlier state: it no longer knows ` +
          `${names}. Nothing is sent until they are back or you confirm; queued animals are kept.`,
      }
    : {
        code: 'store_doubted',
        message:
          `The store did not show ${names}, which it had. It is asked once more in ` +
          `${Math.ceil((doubtedFor(engine) ?? 0) / 1000)} s before anything is sent; queued animals ` +
          `are kept.`,
      };
}

/** Takes evidence in: the beginning of a doubt, or, a settle time after that, what makes it sure. */
export function raiseDoubt(engine: EngineState, pets: readonly Pet[], lacksAll: boolean): void {
  const { doubt } = engine.credit;
  const wait = doubtedFor(engine);
  if (doubt === undefined) {
    engine.learnCredit({
      ...engine.credit,
      doubt: { at: isoNow(engine.clock), uptime: engine.clock.uptime(), isSure: false, pets, lacksAll },
    });
  } else if (wait === 0) {
    engine.learnCredit({ ...engine.credit, doubt: { ...doubt, isSure: true } });
  }

  showDoubt(engine);
}

/** Fruitless second readings, after which a person is asked all the same. */
const mostPostponed = 5;

/** The second reading was fruitless, as the list was cut short or behind: the next one is as far away as that was. */
export function postponeDoubt(engine: EngineState): void {
  const { doubt } = engine.credit;
  if (doubt) {
    const postponed = (doubt.postponed ?? 0) + 1;
    engine.learnCredit({
      ...engine.credit,
      doubt: { ...doubt, uptime: engine.clock.uptime(), postponed, isSure: postponed >= mostPostponed },
    });
    showDoubt(engine);
  }
}

/** The evidence is gone: the doubt ends by itself. */
export function dropDoubt(engine: EngineState): void {
  const { doubt, ...rest } = engine.credit;
  if (doubt) {
    engine.questions.settle('store_changed', 'store_doubted');
    engine.learnCredit(rest);
  }
}

/** Puts a doubt on show; a sure one pauses the sending. */
export function showDoubt(engine: EngineState): void {
  const problem = describeDoubt(engine);
  if (problem) {
    engine.questions.ask(engine.credit.doubt?.isSure ? 'changed' : 'error', problem);
  }
}
