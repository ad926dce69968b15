import type { Session } from '../../app/workspace.js';
import type { Snapshot } from '../../sync/snapshot.js';

/** What decides which words are true of a store, beside the connection. */
export type StoreFacts = {
  /** Undefined: the built-in one, whose address nobody entered. */
  readonly address: string | undefined;
  /** How that address is put right, as the end of a sentence. */
  readonly correction: string;
  readonly hasKey: boolean;
  /** Whether a pet store was ever seen at this address: until then the address itself is in doubt. */
  readonly hasAnswered: boolean;
};

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
