import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/time/clock.js';
import { digestApiKey, isApiKey, makeApiKey } from './api-key.js';
import type { ReadView } from '../pets/read-cache.js';
import type { Storage } from '../storage/open-storage.js';
import type { Tables } from '../storage/tables.js';

/** What is known of a key after it was shown. Times are milliseconds since 1970. */
export type KeyRecord = {
  readonly id: string;
  readonly label: string;
  readonly last4: string;
  readonly createdAt: number;
  /** To the minute: a write for each request would cost more than the answer is worth. */
  readonly lastUsedAt?: number;
  readonly revokedAt?: number;
};

/** The only time the key itself is seen. */
export type NewKey = { readonly id: string; readonly apiKey: string };

/** The API keys of one database. */
export type KeyStore = {
  create(label?: string): Promise<NewKey>;
  /** Makes a key only where none was ever made. */
  createFirst(): Promise<NewKey | undefined>;
  list(): Promise<readonly KeyRecord[]>;
  /** False where there is no such key, or it was revoked before. Works from the next request on, in every process. */
  revoke(id: string): Promise<boolean>;
  /** The id of the key, or undefined where it is not one that may enter. A revocation that the view sees holds. */
  authenticate(apiKey: string, view: ReadView): Promise<string | undefined>;
};

/** Time and chance, as arguments. */
export type KeyStorePorts = {
  readonly clock: Pick<Clock, 'now'>;
  readonly randomBytes: (size: number) => Buffer;
  /** Told when the last use could not be written down, which must not fail the request. */
  readonly onMissedUse: (error: unknown) => void;
};

const useIsWrittenEvery = 60_000;

/** Works on what the database holds in the moment, so that several processes agree. */
export function createKeyStore(storage: Storage, { clock, randomBytes, onMissedUse }: KeyStorePorts): KeyStore {
  const { db, reads } = storage;
  /** Keys whose last use is being written down: one write each at a time, also where writes hang. */
  const noting = new Set<string>();

  const insert = async (target: Kysely<Tables>, label: string): Promise<NewKey> => {
    const apiKey = makeApiKey(randomBytes);
    const row = { label, digest: digestApiKey(apiKey), last4: apiKey.slice(-4), created_at: clock.now(), last_used_at: null, revoked_at: null };
    const { id } = await target.insertInto('api_keys').values(row).returning('id').executeTakeFirstOrThrow();
    return { id: String(id), apiKey };
  };

  return {
    create: (label = '') => insert(db, label),

    createFirst: () =>
      storage.alone(async (transaction) => {
        const any = await transaction.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
        return any === undefined ? insert(transaction, 'first') : undefined;
      }),

    async list() {
      const rows = await reads.selectFrom('api_keys').selectAll().orderBy('id').execute();
      return rows.map(({ id, label, last4, created_at, last_used_at, revoked_at }) => ({
        id: String(id),
        label,
        last4,
        createdAt: Number(created_at),
        ...(last_used_at === null ? {} : { lastUsedAt: Number(last_used_at) }),
        ...(revoked_at === null ? {} : { revokedAt: Number(revoked_at) }),
      }));
    },

    async revoke(id) {
      const revoked = await db.updateTable('api_keys').set({ revoked_at: clock.now() }).where('id', '=', id).where('revoked_at', 'is', null).returning('id').execute();
      return revoked.length > 0;
    },

    async authenticate(apiKey, view) {
      const digest = digestApiKey(apiKey);
      const readKey = async () =>
        // A mistyped key is no question for the database.
        isApiKey(apiKey) ? reads.selectFrom('api_keys').select(['id', 'last_used_at']).where('digest', '=', digest).where('revoked_at', 'is', null).executeTakeFirst() : undefined;
      const row = await view(`key ${digest}`, readKey, () => 500);
      if (row !== undefined && clock.now() - Number(row.last_used_at ?? 0) >= useIsWrittenEvery && !noting.has(digest)) {
        noting.add(digest);
        const noted = db.updateTable('api_keys').set({ last_used_at: clock.now() }).where('id', '=', row.id).execute();
        noted.catch(onMissedUse).finally(() => noting.delete(digest)).catch(onMissedUse);
      }

      return row && String(row.id);
    },
  };
}
