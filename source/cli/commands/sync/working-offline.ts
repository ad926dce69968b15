import { isWaiting } from '../../../domain/entry.js';
import { countText } from '../../../text/count-text.js';
import type { Run } from '../../parse/command.js';
import { dateTimeText } from '../../../text/time-text.js';

/** `petstore offline`: from here on no petstore that uses this home sends to this store, until `petstore online`. */
export const offline: Run = async (_input, context) => {
  const { engine } = await context.openSession({ loaded: 'queue' });
  const wasOffline = engine.snapshot().connection.state === 'working-offline';
  const isQuiet = await engine.setWorkingOffline(true);
  const { connection, entries } = engine.snapshot();
  const waiting = entries.filter(({ state }) => isWaiting(state)).length;
  await context.output.print({
    json: { workingOffline: true, since: connection.since, waiting },
    rows: { titles: ['workingOffline', 'since', 'waiting'], rows: [['true', connection.since, String(waiting)]] },
  });
  const begun = `You have already been working offline since ${dateTimeText(connection.since)}`;
  context.output.say(
    `${wasOffline ? begun : 'Working offline'}: no petstore that uses this home sends to this store, not even after ` +
      'a restart, until `petstore online`. New animals are kept.',
  );
  if (!isQuiet) {
    context.output.warn('Another petstore is sending an animal right now, and stops after it.');
  }
};

/** `petstore online`: ends working offline. It does not send itself. */
export const online: Run = async (_input, context) => {
  const { engine } = await context.openSession({ loaded: 'queue' });
  const wasOffline = engine.snapshot().connection.state === 'working-offline';
  await engine.setWorkingOffline(false);
  const waiting = engine.snapshot().entries.filter(({ state }) => isWaiting(state)).length;
  await context.output.print({
    json: { workingOffline: false, waiting },
    rows: { titles: ['workingOffline', 'waiting'], rows: [['false', String(waiting)]] },
  });
  const ended = wasOffline ? 'You are working online again.' : 'You were not working offline.';
  context.output.say(
    waiting === 0
      ? ended
      : `${ended} ${countText(waiting, 'animal waits', 'animals wait')}: an open app sends ` +
          `the queue at once, otherwise \`petstore sync\` does.`,
  );
};
