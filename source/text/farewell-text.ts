import type { Entry, EntryState } from '../domain/entry.js';
import type { Connection } from '../domain/connection.js';
import { countText } from './count-text.js';
import { timeText } from './time-text.js';

/**
 * The animals that still wait when a person leaves the app, in one line for the shell; undefined without such animals,
 * unless the person works offline.
 */
export function farewellText(entries: readonly Entry[], connection: Connection, now: number): string | undefined {
  const count = (...states: readonly EntryState[]): number =>
    entries.filter(({ state }) => states.includes(state)).length;
  const waiting = count('queued', 'sending', 'checking');
  const needy = count('rejected', 'review');
  const held = count('held');
  const isOffline = connection.state === 'working-offline';
  const sends = count('sending', 'checking') > 0 ? 'sees to' : 'sends';
  const goesOn = isOffline
    ? `offline by choice since ${timeText(connection.since, now)}, until \`petstore online\``
    : `\`petstore sync\` or the next start ${sends} ${waiting === 1 ? 'it' : 'them'}`;
  const parts = [
    ...(waiting > 0 ? [`${countText(waiting, 'animal waits', 'animals wait')}: ${goesOn}.`] : []),
    ...(needy > 0 ? [`${countText(needy, 'animal needs', 'animals need')} you: \`petstore queue\`.`] : []),
    ...(held > 0 ? [`${countText(held, 'animal is', 'animals are')} held.`] : []),
    ...(isOffline && waiting === 0 ? [`You are working ${goesOn}.`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}
