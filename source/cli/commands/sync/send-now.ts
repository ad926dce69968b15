import type { Engine } from '../../../sync/api.js';
import type { Entry } from '../../../domain/entry.js';
import { toEntryAnswer } from '../../print/entry-answer.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/exit-code.js';
import { exitOfProblem, patienceMs, type SavedAndSent, sendSaved, toSendOutcome, withProblem } from './send-outcome.js';

/** Allows queued animals to be sent, sends each, and tells what came of it. */
export async function sendNow(localIds: readonly string[], context: Context, allow: (engine: Engine, localId: string) => Promise<Entry>): Promise<number> {
  const { engine } = await context.openSession();
  const entries: Entry[] = [];
  for (const localId of localIds.map((each) => each.toUpperCase())) {
    entries.push(await allow(engine, localId));
  }

  const signal = context.patience(patienceMs);
  const sent: SavedAndSent[] = [];
  for (const entry of entries) {
    sent.push(await sendSaved(engine, entry, { signal, clock: context.clock, environment: context.environment }));
  }

  const outcomes = sent.map(({ entry, problem }) => withProblem(toSendOutcome(entry, engine.snapshot(), false, context.clock.now()), problem));
  const answer = toEntryAnswer(sent.map(({ entry }) => entry), context.clock, engine.snapshot().entries);
  const problem = sent.find((each) => each.problem)?.problem;
  await context.output.print({ ...answer, json: { ...answer.json, ...(problem ? { error: problem } : {}) }, screen: { lines: [] } });
  for (const { words } of outcomes) {
    context.output.warn(words);
  }

  if (problem) {
    return exitOfProblem(problem) ?? exitCode.storage;
  }

  return [exitCode.unauthorized, exitCode.rejected, exitCode.waiting].find((exit) => outcomes.some((outcome) => outcome.exit === exit)) ?? exitCode.done;
}
