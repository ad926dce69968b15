import type { Clock } from '../../platform/time/clock.js';
import { digestApiKey, isApiKey, makeApiKey } from './api-key.js';
import { findKeys, listKeys, type KeyEvent, type KeyRecord, listKeyEvents } from './key-records.js';
import type { ReadView } from '../pets/read-cache.js';
import { toInsert, type Ask, type Integer } from '../storage/database.js';
import type { Storage } from '../storage/open-storage.js';
import type { Reads } from '../storage/reads.js';

/** The purpose and the rights of a new key. */
export type KeyWish = {
  /** A word to recognise it by. */
  readonly label?: string | undefined;
  readonly note?: string | undefined;
  /** How long it opens anything, in milliseconds from now; absent: until it is revoked. */
  readonly lifetime?: number | undefined;
  /** It may look but not add. */
  readonly readOnly?: boolean | undefined;
};

/** The only time the key itself is seen. */
type NewKey = { readonly id: string; readonly apiKey: string };

/** A new key, and the one that it takes over from with the time when that ends. */
type RotatedKey = NewKey & { readonly replaces: string; readonly endsAt: number };

/** Who may enter. */
export type Caller = {
  readonly id: string;
  /**
   * What Idempotency-Keys are scoped to: keys that took over from each other are one, so that a repeated request makes
   * no second animal.
   */
  readonly scope: string;
  readonly readOnly: boolean;
};

/** The API keys of one database. */
export type KeyRegister = {
  create(wish?: KeyWish): Promise<NewKey>;
  /** Makes a key only if it is the first ever. */
  createFirst(): Promise<NewKey | undefined>;
  list(): Promise<readonly KeyRecord[]>;
  /** The changes of keys, the oldest first. */
  events(): Promise<readonly KeyEvent[]>;
  /** False if there is no such key, or it was revoked before. Works from the next request on, in every process. */
  revoke(id: string): Promise<boolean>;
  /**
   * Makes a key that takes over from another one, which goes on for `overlap` milliseconds.
   *
   * @param named its number, or its label where only one key in use has it
   * @returns the number of keys in use that the name fits, if that is not one
   */
  rotate(named: string, overlap: number, lifetime?: number): Promise<RotatedKey | number>;
  /** Who has this key; `expired` if it did open something. A revocation that the view sees holds. */
  authenticate(apiKey: string, view: ReadView, findKey?: Reads['findKey']): Promise<Caller | 'expired' | undefined>;
};

/** Time and chance, as arguments. */
export type KeyStorePorts = {
  readonly clock: Pick<Clock, 'now'>;
  readonly randomBytes: (size: number) => Buffer;
  /** Told when the last use could not be written down, which must not fail the request. */
  readonly onMissedUse: (error: unknown) => void;
  /** Who works on the keys, for the record. */
  readonly actor: string;
};

const useIsWrittenEvery = 60_000;

/** One transaction on the keys, all of it at one moment. */
type Act = Pick<KeyStorePorts, 'randomBytes' | 'actor'> & { readonly ask: Ask; readonly now: number };

/** Works on the database as it is in the moment, so that several processes agree. */
export function createKeyRegister(storage: Storage, ports: KeyStorePorts): KeyRegister {
  const { db, reads } = storage;
  const { clock, onMissedUse } = ports;
  const alone = <T>(work: (act: Act) => Promise<T>): Promise<T> =>
    storage.alone((ask) => work({ ...ports, ask, now: clock.now() }));
  /** Keys whose last use is being written down: one write each at a time, also where writes hang. */
  const noting = new Set<string>();

  return {
    create: (wish = {}) => alone((act) => createKey(act, wish)),

    createFirst: () =>
      alone(async (act) => {
        const made = await act.ask('select id from api_keys limit 1');
        return made.length === 0 ? createKey(act, { label: 'first' }) : undefined;
      }),

    list: () => listKeys(reads.ask),
    events: () => listKeyEvents(reads.ask),

    revoke: (id) =>
      alone(async (act) => {
        const revoke = 'update api_keys set revoked_at = ? where id = ? and revoked_at is null returning id';
        const isRevoked = (await act.ask(revoke, [act.now, id])).length > 0;
        if (isRevoked) {
          await note(act, id, 'revoked');
        }

        return isRevoked;
      }),

    rotate: (named, overlap, lifetime) => alone((act) => rotateKey(act, named, overlap, lifetime)),

    async authenticate(apiKey, view, findKey = (wanted) => storage.openReads().findKey(wanted)) {
      const digest = digestApiKey(apiKey);
      // A mistyped key is no question for the database.
      const readKey = async () => (isApiKey(apiKey) ? findKey(digest) : undefined);
      const row = await view(`key ${digest}`, readKey, () => 500);
      if (row === undefined) {
        return undefined;
      }

      const now = clock.now();
      if (row.expires_at !== null && now >= Number(row.expires_at)) {
        return 'expired';
      }

      if (now - Number(row.last_used_at ?? 0) >= useIsWrittenEvery && !noting.has(digest)) {
        noting.add(digest);
        const noted = db.ask('update api_keys set last_used_at = ? where id = ?', [now, row.id]);
        noted
          .catch(onMissedUse)
          .finally(() => noting.delete(digest))
          .catch(onMissedUse);
      }

      const id = String(row.id);
      return { id, scope: row.family === null ? id : String(row.family), readOnly: Number(row.read_only) === 1 };
    },
  };
}

function note({ ask, now, actor }: Act, id: string, action: string, detail = ''): Promise<unknown> {
  return ask(...toInsert('key_events', [{ at: now, api_key_id: id, action, actor, detail }]));
}

async function insertKey(
  { ask, now, randomBytes }: Act,
  { label = '', note: text = '', lifetime, readOnly = false }: KeyWish,
  family: string | null = null,
): Promise<NewKey> {
  const apiKey = makeApiKey(randomBytes);
  const row = {
    label,
    note: text,
    digest: digestApiKey(apiKey),
    last4: apiKey.slice(-4),
    family,
    read_only: readOnly ? 1 : 0,
    created_at: now,
    expires_at: lifetime === undefined ? null : now + lifetime,
  };
  const [statement, values] = toInsert('api_keys', [row]);
  const [inserted] = await ask<{ readonly id: Integer }>(`${statement} returning id`, values);
  return { id: String(inserted?.id), apiKey };
}

async function createKey(act: Act, wish: KeyWish): Promise<NewKey> {
  const made = await insertKey(act, wish);
  const limits = [
    wish.readOnly === true ? 'may only read' : [],
    wish.lifetime === undefined ? [] : `expires ${toIso(act.now + wish.lifetime)}`,
  ];
  await note(act, made.id, 'created', limits.flat().join(', '));
  return made;
}

async function rotateKey(
  act: Act,
  named: string,
  overlap: number,
  lifetime: number | undefined,
): Promise<RotatedKey | number> {
  const { ask, now } = act;
  const fitting = await findKeys(ask, named, now);
  const [old] = fitting;
  if (old === undefined || fitting.length > 1) {
    return fitting.length;
  }

  // As long as the old one was made for, unless something else was said.
  const usual = old.expiresAt === undefined ? undefined : old.expiresAt - old.createdAt;
  const made = await insertKey(act, { ...old, lifetime: lifetime ?? usual }, old.family ?? old.id);
  await note(act, made.id, 'created', `takes over from ${old.id}`);
  const endsAt = Math.min(now + overlap, old.expiresAt ?? Infinity);
  if (overlap === 0) {
    await ask('update api_keys set revoked_at = ? where id = ?', [now, old.id]);
    await note(act, old.id, 'revoked', `taken over by ${made.id}`);
  } else {
    await ask('update api_keys set expires_at = ? where id = ?', [endsAt, old.id]);
    await note(act, old.id, 'rotated', `taken over by ${made.id}, ends ${toIso(endsAt)}`);
  }

  return { ...made, replaces: old.id, endsAt };
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}
