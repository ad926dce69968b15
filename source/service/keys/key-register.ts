import { nameActor } from '../../platform/process/self.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { ApiError } from '../http/answers.ts';
import { digestApiKey, isApiKey, makeApiKey } from './api-key.ts';
import type { ReadView } from '../storage/read-cache.ts';
import { toInsert, type Ask, type Integer, type Reads, type StoredKey, type AuditRow } from '../storage/database.ts';
import type { Storage } from '../storage/open-storage.ts';

/** The purpose and the rights of a new key. */
export type KeyWish = {
  readonly label?: string | undefined;
  readonly note?: string | undefined;
  /** How long it opens anything, in milliseconds from now; absent: until it is revoked. */
  readonly lifetime?: number | undefined;
  readonly readOnly?: boolean | undefined;
};

type NewKey = { readonly id: string; readonly apiKey: string };

/** Who may enter. */
export type Caller = {
  readonly id: string;
  /** Keys that took over from each other share one, so that a repeated request makes no second animal. */
  readonly scope: string;
  readonly label: string;
  readonly readOnly: boolean;
};

/** To the minute: a write for each request would cost more than the answer is worth. */
const useIsWrittenEvery = 60_000;

type Act = { readonly ask: Ask; readonly now: number; readonly actor: string };

/** The API keys of one database. */
export type KeyRegister = ReturnType<typeof createKeyRegister>;

/**
 * Works on the database as it is in the moment, so that several processes agree. `onMissedUse`: told when the last use
 * could not be written down, which must not fail the request.
 */
export function createKeyRegister(storage: Storage, clock: Pick<Clock, 'now'>, onMissedUse?: (error: unknown) => void) {
  const { db, reads } = storage;
  const actor = nameActor();
  const alone = <T>(work: (act: Act) => Promise<T>): Promise<T> =>
    storage.alone((ask) => work({ ask, now: clock.now(), actor }));
  /** Keys whose last use is being written down: one write each at a time, also where writes hang. */
  const noting = new Set<string>();
  const noteUse = (id: Integer, now: number): void => {
    noting.add(String(id));
    db.ask('update api_keys set last_used_at = ? where id = ?', [now, id])
      .finally(() => noting.delete(String(id)))
      .catch((error: unknown) => onMissedUse?.(error));
  };

  return {
    create: (wish: KeyWish = {}): Promise<NewKey> => alone((act) => createKey(act, wish)),

    createFirst: (): Promise<NewKey | undefined> =>
      alone(async (act) => {
        const made = await act.ask('select id from api_keys limit 1');
        return made.length === 0 ? createKey(act, { label: 'first' }) : undefined;
      }),

    /** Every key there ever was, by number, as `--json` tells of it. */
    list: async () => (await readKeys(reads.ask)).map(toRecord),

    /** What operators did, the oldest first: to a key by its number, to an animal, such as `#42`, or to neither. */
    async events() {
      const rows = await reads.ask<AuditRow>('select * from audit_log order by id');
      return rows.map(({ at, api_key_id, pet_id, action, actor, detail }) => {
        const animal = pet_id === null ? null : `#${pet_id}`;
        return { at: toIso(at), id: api_key_id === null ? animal : String(api_key_id), action, actor, detail };
      });
    },

    /** False if there is no such key, or it was revoked before. Works from the next request on, in every process. */
    revoke: (id: string): Promise<boolean> =>
      alone(async (act) => {
        const revoke = 'update api_keys set revoked_at = ? where id = ? and revoked_at is null returning id';
        const isRevoked = (await act.ask(revoke, [act.now, id])).length > 0;
        if (isRevoked) {
          await note(act, id, 'revoked');
        }

        return isRevoked;
      }),

    /** A key that takes over from another, by number or label; or how many keys in use the name fits, if not one. */
    rotate: (named: string, overlap: number, lifetime?: number) =>
      alone((act) => rotateKey(act, named, overlap, lifetime)),

    /** RFC 6750, from the header only: logs and proxies keep a query. Throws 401. */
    async authenticate(authorization: string | undefined, view: ReadView, findKey: Reads['findKey']): Promise<Caller> {
      const apiKey = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
      if (apiKey === undefined) {
        throw unauthorized('An API key is needed: send the header Authorization: Bearer <API_KEY>.');
      }

      const digest = digestApiKey(apiKey);
      const now = clock.now();
      const readKey = async () => (isApiKey(apiKey) ? findKey(digest) : undefined);
      const row = await view(`key ${digest}`, readKey, () => 500);
      const hasExpired = now >= Number(row?.expires_at ?? Infinity);
      if (row === undefined || hasExpired) {
        throw unauthorized(`The API key ${hasExpired ? 'has expired' : 'is not valid'}.`, 'invalid_token');
      }

      const id = String(row.id);
      if (now - Number(row.last_used_at ?? 0) >= useIsWrittenEvery && !noting.has(id)) {
        noteUse(row.id, now);
      }

      return {
        id,
        scope: String(row.family ?? id),
        label: row.label,
        readOnly: Number(row.read_only) === 1,
      };
    },
  };
}

/** 401 with `insufficient_scope`: RFC 6750 has 403, a status that clients made from the interface do not know. */
export function checkMayWrite({ readOnly }: Caller, method: string): ApiError | undefined {
  return readOnly && !['GET', 'HEAD', 'OPTIONS'].includes(method)
    ? unauthorized('This API key may only read.', 'insufficient_scope')
    : undefined;
}

function unauthorized(message: string, error?: string): ApiError {
  const challenge = `Bearer realm="petstore"${error === undefined ? '' : `, error="${error}"`}`;
  return new ApiError(401, 'unauthorized', message, { 'www-authenticate': challenge });
}

function readKeys(ask: Ask): Promise<readonly StoredKey[]> {
  return ask<StoredKey>('select * from api_keys order by id');
}

/** Null where something has not happened, so that every record has the same columns. */
function toRecord({ id, label, last4, note: text, ...row }: StoredKey) {
  return {
    id: String(id),
    label,
    last4,
    createdAt: toIso(row.created_at),
    lastUsedAt: orNull(row.last_used_at),
    revokedAt: orNull(row.revoked_at),
    expiresAt: orNull(row.expires_at),
    readOnly: Number(row.read_only) === 1,
    note: text,
  };
}

function toIso(at: Integer | number): string {
  return new Date(Number(at)).toISOString();
}

const orNull = (at: Integer | null): string | null => (at === null ? null : toIso(at));

function note({ ask, now, actor }: Act, id: Integer, action: string, detail = ''): Promise<unknown> {
  return ask(...toInsert('audit_log', [{ at: now, api_key_id: id, action, actor, detail }]));
}

async function insertKey(
  act: Act,
  { label = '', note: text = '', lifetime, readOnly = false }: KeyWish,
  detail: string,
  family: Integer | null = null,
): Promise<NewKey> {
  const { ask, now } = act;
  const apiKey = makeApiKey();
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
  const id = String(inserted?.id);
  await note(act, id, 'created', detail);
  return { id, apiKey };
}

function createKey(act: Act, wish: KeyWish): Promise<NewKey> {
  const limits = [
    wish.readOnly === true ? 'may only read' : [],
    wish.lifetime === undefined ? [] : `expires ${toIso(act.now + wish.lifetime)}`,
  ];
  return insertKey(act, wish, limits.flat().join(', '));
}

/** Those in use with this number, or else this label; of those that took over from each other the last one. */
async function findKeys({ ask, now }: Act, named: string): Promise<readonly StoredKey[]> {
  const inUse = (await readKeys(ask)).filter(
    ({ revoked_at, expires_at }) => revoked_at === null && Number(expires_at ?? Infinity) > now,
  );
  const byId = inUse.filter(({ id }) => String(id) === named);
  const byLabel = inUse.filter(({ label }) => label === named && label !== '');
  const familyOf = ({ family, id }: StoredKey): string => String(family ?? id);
  const families = new Set((byId.length > 0 ? byId : byLabel).map(familyOf));
  return [...families].flatMap((family) => inUse.findLast((key) => familyOf(key) === family) ?? []);
}

async function rotateKey(act: Act, named: string, overlap: number, lifetime: number | undefined) {
  const { ask, now } = act;
  const fitting = await findKeys(act, named);
  const [old] = fitting;
  if (old === undefined || fitting.length > 1) {
    return fitting.length;
  }

  const usual = old.expires_at === null ? undefined : Number(old.expires_at) - Number(old.created_at);
  const wish = {
    ...old,
    readOnly: Number(old.read_only) === 1,
    lifetime: lifetime ?? usual,
  };
  const made = await insertKey(act, wish, `takes over from ${old.id}`, old.family ?? old.id);
  const endsAt = Math.min(now + overlap, Number(old.expires_at ?? Infinity));
  const [column, action, ends] =
    overlap === 0 ? ['revoked_at', 'revoked', ''] : ['expires_at', 'rotated', `, ends ${toIso(endsAt)}`];
  await ask(`update api_keys set ${column} = ? where id = ?`, [endsAt, old.id]);
  await note(act, old.id, action, `taken over by ${made.id}${ends}`);
  return { ...made, replaces: String(old.id), endsAt: toIso(endsAt) };
}
