import { randomBytes } from 'node:crypto';
import { systemClock } from '../../platform/time/clock.js';
import { nameActor } from '../../platform/process/actor.js';
import type { KeyRecord } from '../auth/key-records.js';
import { createKeyRegister, type KeyRegister, type KeyWish } from '../auth/key-store.js';
import { runServiceCommand } from './run-command.js';
import { CommandError, exitCodes, type ServiceIo } from './serve-settings.js';
import { openStorage } from '../storage/open-storage.js';

/** What `petstore keys` was asked to do; paths are resolved. */
export type KeysSettings = KeyWish & {
  readonly database: string;
  readonly json: boolean;
  /** Which key to revoke or rotate: its number, as `list` shows it; to rotate also its label. */
  readonly key?: string | undefined;
  /** How long a key that another one takes over from goes on, in milliseconds. Default a day. */
  readonly overlap?: number | undefined;
};

/** The verb of `petstore keys`. */
export type KeysAction = 'create' | 'list' | 'revoke' | 'rotate' | 'log';

const day = 86_400_000;

/**
 * `petstore keys`: works on the database itself, whether or not a service runs on it.
 *
 * @returns the exit code: 3 where there is no such key
 */
export async function runKeys(action: KeysAction, settings: KeysSettings, io: Pick<ServiceIo, 'stdout' | 'stderr'>): Promise<number> {
  return runServiceCommand(io.stderr, async () => {
    checkKey(action, settings.key);
    const note = (error: unknown): void => io.stderr(`${String(error)}\n`);
    const storage = await openStorage(settings.database, note);
    try {
      const keys = createKeyRegister(storage, { clock: systemClock, randomBytes, onMissedUse: note, actor: nameActor() });
      const [value, text] = await act(action, keys, settings);
      io.stdout(settings.json ? `${JSON.stringify(value)}\n` : text);
    } finally {
      await storage.close();
    }

    return exitCodes.done;
  });
}

/** Does it, and says it as JSON and in words. */
async function act(action: KeysAction, keys: KeyRegister, { key = '', ...settings }: KeysSettings): Promise<[value: unknown, text: string]> {
  switch (action) {
    case 'create': {
      const made = await keys.create(settings);
      return [made, `${made.apiKey}\nKey ${made.id}. Keep it: it is shown only now.\n`];
    }
    case 'list': {
      const records = (await keys.list()).map(toWireRecord);
      return [{ keys: records }, toLines(records)];
    }
    case 'log': {
      const events = (await keys.events()).map(({ at, ...event }) => ({ at: toIso(at), ...event }));
      return [{ events }, toLines(events)];
    }
    case 'revoke': {
      if (!(await keys.revoke(key))) {
        throw new CommandError(exitCodes.notFound, `There is no key ${key} in use. petstore keys list shows the keys that there are.`);
      }

      return [{ revoked: key }, `Key ${key} is revoked; requests with it are refused from now on.\n`];
    }
    case 'rotate': {
      const made = await keys.rotate(key, settings.overlap ?? day, settings.lifetime);
      if (typeof made === 'number') {
        const why = made === 0 ? `There is no key ${key} in use.` : `${made} keys in use have the label ${key}: give the number of one.`;
        throw new CommandError(exitCodes.notFound, `${why} petstore keys list shows the keys that there are.`);
      }

      const said = { ...made, endsAt: toIso(made.endsAt) };
      return [said, `${made.apiKey}\nKey ${made.id} takes over from key ${made.replaces}, which works until ${said.endsAt ?? ''}. Keep it: it is shown only now.\n`];
    }
  }
}

function checkKey(action: KeysAction, key: string | undefined): void {
  if (action === 'revoke' && (key === undefined || !/^\d{1,18}$/.test(key))) {
    throw new CommandError(exitCodes.wrongUse, 'Name the key by its number, which petstore keys list shows.');
  }
}

function toLines(records: readonly object[]): string {
  return records.map((record) => `${Object.values(record).join('\t')}\n`).join('');
}

function toIso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

/** Null where something has not happened, so that every record has the same columns. */
function toWireRecord({ id, label, last4, createdAt, lastUsedAt, revokedAt, expiresAt, readOnly, note }: KeyRecord) {
  return { id, label, last4, createdAt: toIso(createdAt), lastUsedAt: toIso(lastUsedAt), revokedAt: toIso(revokedAt), expiresAt: toIso(expiresAt), readOnly, note };
}
