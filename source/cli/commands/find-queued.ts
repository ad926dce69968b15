import { connectionSentence } from '../../text/connection-sentence.js';
import { type Missing, missingText, isMissing } from '../../text/queue/entry-lines.js';
import { exitCode, Failure, toConnectionFailure } from '../run/failure.js';
import { type Entry, parseAnimalId } from '../../domain/entry.js';
import type { Engine } from '../../sync/api.js';

/** Why a given id shows no animal, with the exit code that tells it. */
export function missingFailure(found: Missing, { isOffline }: { readonly isOffline: boolean }): Failure {
  const message = missingText(found, {
    list: '`petstore queue list --all`',
    connection: (connection) => (isOffline ? undefined : connectionSentence(connection)),
  });
  switch (found.type) {
    case 'unreadable':
      return new Failure(exitCode.storage, found.problem);
    case 'no-entry':
    case 'no-pet':
      return new Failure(exitCode.notFound, { code: 'not_found', message });
    case 'unknown-pet':
      return isOffline || found.connection.state === 'online'
        ? new Failure(exitCode.unreachable, { code: 'unknown', message })
        : toConnectionFailure(found.connection, message);
  }
}

/** The entry with a local id as a person typed it, settled or not. Throws the `Failure` that says why not. */
export async function findQueued(engine: Pick<Engine, 'find'>, text: string): Promise<Entry> {
  const found = await engine.find(parseAnimalId(text) ?? { localId: text });
  if (isMissing(found) || found.type === 'pet') {
    throw missingFailure(found.type === 'pet' ? { type: 'no-entry', localId: text } : found, { isOffline: true });
  }

  return found.entry;
}
