import { isWaiting } from '../../../domain/entry.js';
import type { Snapshot } from '../../../sync/api.js';
import { describeConnection } from '../../print/say-connection.js';

/** What the app leaves behind that waits for the store or for a person, as one line; undefined: nothing. `there`: ` --profile NAME` where commands need it. */
export function describeLeft({ connection, entries }: Pick<Snapshot, 'connection' | 'entries'>, there: string): string | undefined {
  const count = (...states: readonly string[]): number => entries.filter(({ state }) => states.includes(state)).length;
  const needy = count('rejected', 'review');
  const held = count('held');
  const waiting = entries.filter(({ state }) => isWaiting(state)).length - needy - held;
  const isOffline = connection.state === 'working-offline';
  const sends = isOffline ? '' : `; \`petstore sync${there}\` or the next start ${count('checking', 'sending') > 0 ? 'sees to' : 'sends'} ${waiting === 1 ? 'it' : 'them'}`;
  const sentences = [
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'animal waits' : 'animals wait'}${sends}.`] : []),
    ...(held > 0 ? [`${held} ${held === 1 ? 'is' : 'are'} held.`] : []),
    ...(needy > 0 ? [`${needy} ${needy === 1 ? 'needs' : 'need'} you (\`petstore queue${there}\`).`] : []),
    ...(isOffline ? [describeConnection(connection).replace('petstore online', `petstore online${there}`)] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
