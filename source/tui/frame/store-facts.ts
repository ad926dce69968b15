import type { Session } from '../../app/workspace.js';
import type { Snapshot } from '../../sync/api.js';
import type { StoreFacts } from '../../text/connection-text.js';

/** What is known of the open store. */
export function storeFacts(session: Pick<Session, 'profile' | 'key'> | undefined, { lists, entries, pets }: Pick<Snapshot, 'lists' | 'entries' | 'pets'>): StoreFacts {
  const isBuiltIn = session === undefined || session.profile.source === 'demo';
  const hasList = Object.values(lists).some(({ fetchedAt }) => fetchedAt !== undefined);
  return {
    correction: session?.profile.source === 'environment' ? 'PETSTORE_BASE_URL sets it' : ':address corrects it',
    address: isBuiltIn ? undefined : session.profile.baseUrl,
    hasKey: session?.key !== undefined,
    hasAnswered: isBuiltIn || hasList || pets.length > 0 || entries.some(({ petId }) => petId !== undefined),
  };
}
