import { entryStates } from '../domain/entry.js';
import type { Run } from './command.js';
import { toEntryAnswer } from './entry-answer.js';
import { exitCode } from './exit-code.js';
import { warnOfUnreadable } from './warn-of-unreadable.js';

/** `petstore queue list`: all but the discarded ones, and the files that cannot be read. */
export const run: Run = async (input, context) => {
  const { engine } = await context.openSession();
  const { entries, unreadable } = engine.snapshot();
  const wanted = input.choice('state', entryStates);
  const chosen = entries.filter(({ state }) => (wanted === undefined ? input.has('all') || state !== 'discarded' : state === wanted));
  await context.output.print(toEntryAnswer(chosen, context.clock));
  warnOfUnreadable(unreadable, context.output);
  if (chosen.length === 0) {
    context.output.say(wanted === undefined ? 'No animal is queued.' : `No queued animal is ${wanted}.`);
  }

  return exitCode.done;
};
