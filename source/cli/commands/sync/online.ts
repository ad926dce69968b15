import { isWaiting } from '../../../domain/entry.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';

/** `petstore online`: ends working offline. It sends nothing itself. */
export const run: Run = async (_input, context) => {
  const { engine } = await context.openSession();
  const wasOffline = engine.snapshot().connection.state === 'working-offline';
  await engine.setWorkingOffline(false);
  const waiting = engine.snapshot().entries.filter(({ state }) => isWaiting(state)).length;
  await context.output.print({
    json: { workingOffline: false, waiting },
    screen: { lines: [] },
    rows: { titles: ['workingOffline', 'waiting'], rows: [['false', String(waiting)]] },
  });
  const ended = wasOffline ? 'You work online again.' : 'You did not work offline; nothing has changed.';
  context.output.say(waiting === 0 ? ended : `${ended} ${waiting} ${waiting === 1 ? 'animal waits' : 'animals wait'}: an open app sends what can be sent at once, otherwise \`petstore sync\` does.`);
  return exitCode.done;
};
