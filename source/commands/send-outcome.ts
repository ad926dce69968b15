import type { Connection } from '../domain/connection.js';
import type { Entry } from '../domain/entry.js';
import type { Snapshot } from '../sync/snapshot.js';
import { exitCode } from './exit-code.js';
import { describeConnection } from './say-connection.js';

/** How long a person waits for an outcome, in milliseconds; the animal is safe before that. */
export const patienceMs = 10_000;

/** What came of sending one animal, for a person, a script and the exit code. */
export type SendOutcome = {
  readonly word: 'created' | 'queued' | 'checking' | 'rejected' | 'review';
  readonly exit: number;
  readonly words: string;
  readonly reason?: Connection['state'];
  readonly error?: Entry['lastError'];
};

/** `isNotSent`: nobody wanted it to be sent now. */
export function toSendOutcome(entry: Entry, { connection, otherSender }: Pick<Snapshot, 'connection' | 'otherSender'>, isNotSent: boolean): SendOutcome {
  const { localId, state, lastError } = entry;
  const error = lastError ? { error: lastError } : {};
  const why = lastError ? ` ${lastError.message}` : '';
  switch (state) {
    case 'created':
      return { word: 'created', exit: exitCode.done, words: `Added as #${entry.petId ?? ''}.${sayDifferences(entry)}` };
    case 'rejected':
      return { word: 'rejected', exit: exitCode.rejected, words: `The store rejected ${localId}.${why} It is kept: correct it with \`petstore queue edit ${localId}\`, or discard it.`, ...error };
    case 'review':
      return { word: 'review', exit: exitCode.waiting, words: `Whether ${localId} arrived cannot be decided.${why} See \`petstore queue show ${localId}\`.`, ...error };
    case 'sending':
    case 'checking':
      return { word: 'checking', exit: exitCode.waiting, words: `${localId} is saved and was sent, but the answer was lost. Whether it arrived is found out by \`petstore sync\`; it is not sent twice.`, ...error };
    case 'queued':
    case 'held':
    case 'discarded': {
      const isRefused = connection.state === 'unauthorized' && !isNotSent;
      if (otherSender && !isNotSent) {
        return { word: 'queued', exit: exitCode.done, words: `Queued as ${localId}. Another petstore is sending just now, and sends it too.`, reason: connection.state, ...error };
      }

      const because = isNotSent ? '' : ` ${describeConnection(connection)}`;
      return {
        word: 'queued',
        exit: isRefused ? exitCode.unauthorized : exitCode.done,
        words: `Queued as ${localId}.${because} It is sent ${isNotSent ? '' : `${whenSent(connection)}, `}by \`petstore sync\` or the app.`,
        reason: connection.state,
        ...error,
      };
    }
  }
}

/** What has to happen first. A store that refuses the key is reached; waiting for it would be in vain. */
function whenSent({ state }: Connection): string {
  return state === 'unauthorized' ? 'when the store accepts the key' : state === 'misconfigured' ? 'when the address is that of a store' : 'when the store can be reached';
}

function sayDifferences({ differences = [] }: Entry): string {
  return differences.length > 0 ? ` The store changed its ${differences.join(' and ')}.` : '';
}
