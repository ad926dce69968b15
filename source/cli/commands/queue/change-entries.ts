import type { Entry } from '../../../domain/entry.js';
import type { Engine } from '../../../sync/api.js';
import { toEntryAnswer } from '../../print/entry-answer.js';
import type { Context } from '../../run/context.js';
import { type Failure, toFailure } from '../../run/failure.js';

/**
 * Does something to each of the named queued animals and prints those it changed. Where it is not possible for some, the
 * others are changed all the same and the first reason decides the exit code.
 */
export async function changeEntries(localIds: readonly string[], context: Context, change: (engine: Engine, localId: string) => Promise<Entry>, past: string | ((entry: Entry) => string)): Promise<number> {
  const { engine } = await context.openSession();
  const changed: Entry[] = [];
  const failures: Failure[] = [];
  for (const localId of new Set(localIds.map((each) => each.toUpperCase()))) {
    try {
      changed.push(await change(engine, localId));
    } catch (error) {
      const failure = toFailure(error);
      if (!failure) {
        throw error;
      }

      failures.push(failure);
    }
  }

  const [first] = failures;
  if (first && changed.length === 0) {
    throw first;
  }

  await context.output.print({ ...toEntryAnswer(changed, context.clock, engine.snapshot().entries), screen: { lines: [] } });
  for (const entry of changed) {
    context.output.say(`${entry.localId} (${entry.name}) ${typeof past === 'string' ? past : past(entry)}.`);
  }

  for (const { problem } of failures) {
    context.output.warn(`petstore: ${problem.message}`);
  }

  return first?.exit ?? 0;
}
