import { entryStates } from '../../../domain/entry.js';
import type { Run } from '../../parse/command.js';
import { toEntryAnswer } from '../../print/entry-answer.js';
import { exitCode } from '../../run/exit-code.js';
import { describeConnection } from '../../print/say-connection.js';
import { troubleOf, warnOfUnreadable } from '../../run/warn-of-unreadable.js';

/** `petstore queue list`: all but the discarded ones, and the files that cannot be read. */
export const run: Run = async (input, context) => {
  const { engine } = await context.openSession();
  const snapshot = engine.snapshot();
  const { entries, unreadable } = snapshot;
  const trouble = troubleOf(snapshot);
  const wanted = input.choice('state', entryStates);
  const chosen = entries.filter(({ state }) => (wanted === undefined ? input.has('all') || state !== 'discarded' : state === wanted));
  const answer = toEntryAnswer(chosen, context.clock, entries);
  await context.output.print({ ...answer, json: { ...answer.json, ...trouble.json } });
  warnOfUnreadable(snapshot, context.output);
  if (snapshot.connection.state === 'working-offline') {
    context.output.say(describeConnection(snapshot.connection));
  }

  if (chosen.length === 0 && unreadable.length === 0 && trouble.exit === exitCode.done) {
    context.output.say(wanted === undefined ? 'No animal is queued.' : `No queued animal is ${wanted}.`);
  }

  return trouble.exit;
};
