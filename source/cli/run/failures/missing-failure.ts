import { connectionSentence } from '../../../text/connection-sentence.js';
import { type Missing, missingText } from '../../../text/found-text.js';
import { exitCode, Failure } from './failure.js';
import { toConnectionFailure } from './connection-failure.js';

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
