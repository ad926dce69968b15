import type { Ask } from '../storage/database.js';
import type { StoredKey, StoredKeyEvent } from '../storage/tables.js';

/** A key as it is known after it was shown. Times are milliseconds since 1970. */
export type KeyRecord = {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly last4: string;
  readonly createdAt: number;
  /** To the minute: a write for each request would cost more than the answer is worth. */
  readonly lastUsedAt: number | undefined;
  readonly revokedAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly readOnly: boolean;
  /** The first of the keys that took over from each other, if this is not it. */
  readonly family: string | undefined;
};

/** One thing that was done to a key. */
export type KeyEvent = {
  readonly at: number;
  readonly id: string;
  readonly action: string;
  readonly actor: string;
  readonly detail: string;
};

/** Every key there ever was, by number. */
export async function listKeys(ask: Ask): Promise<readonly KeyRecord[]> {
  return (await ask<StoredKey>('select * from api_keys order by id')).map(toRecord);
}

/**
 * The keys in use that have this number or otherwise this label; of those that took over from each other the last one.
 */
export async function findKeys(ask: Ask, named: string, now: number): Promise<readonly KeyRecord[]> {
  const inUse = (await listKeys(ask)).filter(
    ({ revokedAt, expiresAt = Infinity }) => revokedAt === undefined && expiresAt > now,
  );
  const byId = inUse.filter(({ id }) => id === named);
  const byLabel = inUse.filter(({ label }) => label === named && label !== '');
  const familyOf = ({ family, id }: KeyRecord): string => family ?? id;
  const families = new Set((byId.length > 0 ? byId : byLabel).map(familyOf));
  return [...families].flatMap((family) => inUse.findLast((key) => familyOf(key) === family) ?? []);
}

/** The changes of keys, the oldest first. */
export async function listKeyEvents(ask: Ask): Promise<readonly KeyEvent[]> {
  const rows = await ask<StoredKeyEvent>('select * from key_events order by id');
  return rows.map(({ at, api_key_id, action, actor, detail }) => ({
    at: Number(at),
    id: String(api_key_id),
    action,
    actor,
    detail,
  }));
}

function toRecord({ id, label, note, last4, family, ...row }: StoredKey): KeyRecord {
  const toTime = (at: StoredKey['expires_at']): number | undefined => (at === null ? undefined : Number(at));
  return {
    ...{ id: String(id), label, note, last4, createdAt: Number(row.created_at) },
    lastUsedAt: toTime(row.last_used_at),
    revokedAt: toTime(row.revoked_at),
    expiresAt: toTime(row.expires_at),
    readOnly: Number(row.read_only) === 1,
    family: family === null ? undefined : String(family),
  };
}
