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
export type NewKey = { readonly id: string; readonly apiKey: string };

/** A new key, and the one that it takes over from with the time when that ends. */
export type RotatedKey = NewKey & { readonly replaces: string; readonly endsAt: number };

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

/** Works on the database as it is in the moment, so that several processes agree. */
export function createKeyRegister(
  storage: Storage,
  { clock, randomBytes, onMissedUse, actor }: KeyStorePorts,
): KeyRegister {
  const { db, reads } = storage;
  /** Keys whose last use is being written down: one write each at a time, also where writes hang. */
  const noting = new Set<string>();

  const note = (ask: Ask, at: number, id: string, action: string, detail = '') =>
    ask(...toInsert('key_events', [{ at, api_key_id: id, action, actor, detail }]));

  const insert = async (
    ask: Ask,
    now: number,
    { label = '', note: text = '', lifetime, readOnly = false }: KeyWish,
    family: string | null = null,
  ): Promise<NewKey> => {
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
  };

  const create = async (ask: Ask, wish: KeyWish): Promise<NewKey> => {
    const now = clock.now();
    const made = await insert(ask, now, wish);
    const expiry = wish.lifetime === undefined ? [] : [`expires ${new Date(now + wish.lifetime).toISOString()}`];
    await note(
      ask,
      now,
      made.id,
      'created',
      [...(wish.readOnly === true ? ['may only read'] : []), ...expiry].join(', '),
    );
    return made;
  };

  return {
    create: (wish = {}) => storage.alone((ask) => create(ask, wish)),

    createFirst: () =>
      storage.alone(async (ask) => {
        const made = await ask('select id from api_keys limit 1');
        return made.length === 0 ? create(ask, { label: 'first' }) : undefined;
      }),

    list: () => listKeys(reads.ask),
    events: () => listKeyEvents(reads.ask),

    revoke: (id) =>
      storage.alone(async (ask) => {
        const now = clock.now();
        const revoked = await ask(
          'update api_keys set revoked_at = ? where id = ? and revoked_at is null returning id',
          [now, id],
        );
        if (revoked.length > 0) {
          await note(ask, now, id, 'revoked');
        }

        return revoked.length > 0;
      }),

    rotate: (named, overlap, lifetime) =>
      storage.alone(async (ask) => {
        const now = clock.now();
        const fitting = await findKeys(ask, named, now);
        const [old] = fitting;
        if (old === undefined || fitting.length > 1) {
          return fitting.length;
        }

        // As long as the old one was made for, unless something else was said.
        const usual = old.expiresAt === undefined ? undefined : old.expiresAt - old.createdAt;
        const made = await insert(ask, now, { ...old, lifetime: lifetime ?? usual }, old.family ?? old.id);
        const endsAt = Math.min(now + overlap, old.expiresAt ?? Infinity);
        const end = overlap === 0 ? 'revoked_at' : 'expires_at';
        await ask(`update api_keys set ${end} = ? where id = ?`, [overlap === 0 ? now : endsAt, old.id]);
        await note(ask, now, made.id, 'created', `takes over from ${old.id}`);
        await note(
          ask,
          now,
          old.id,
          overlap === 0 ? 'revoked' : 'rotated',
          `taken over by ${made.id}${overlap === 0 ? '' : `, ends ${new Date(endsAt).toISOString()}`}`,
        );
        return { ...made, replaces: old.id, endsAt };
      }),

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
