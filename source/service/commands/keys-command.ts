import { randomBytes } from 'node:crypto';
import { systemClock } from '../../platform/time/clock.js';
import { createKeyStore, type KeyRecord, type KeyStore } from '../auth/key-store.js';
import { runCommand } from './run-command.js';
import { CommandError, exitCodes, type ServiceIo } from './serve-settings.js';
import { openStorage } from '../storage/open-storage.js';

/** What `petstore keys` was asked to do; paths are resolved. */
export type KeysSettings = {
  readonly database: string;
  readonly json: boolean;
  /** A word to recognise a new key by. */
  readonly label?: string | undefined;
  /** Which key to revoke, as `list` shows it. */
  readonly id?: string | undefined;
};

/** The verb of `petstore keys`. */
export type KeysAction = 'create' | 'list' | 'revoke';

/**
 * `petstore keys`: works on the database itself, whether or not a service runs on it.
 *
 * @returns the exit code: 3 where there is no such key to revoke
 */
export async function runKeys(action: KeysAction, settings: KeysSettings, io: Pick<ServiceIo, 'stdout' | 'stderr'>): Promise<number> {
  return runCommand(io.stderr, async () => {
    const id = action === 'revoke' ? readId(settings.id) : '';
    const note = (error: unknown): void => io.stderr(`${String(error)}\n`);
    const storage = await openStorage(settings.database, note);
    try {
      const keys = createKeyStore(storage, { clock: systemClock, randomBytes, onMissedUse: note });
      const [value, text] = await act(action, keys, id, settings.label);
      io.stdout(settings.json ? `${JSON.stringify(value)}\n` : text);
    } finally {
      await storage.close();
    }

    return exitCodes.done;
  });
}

/** Does it, and says it as JSON and in words. */
async function act(action: KeysAction, keys: KeyStore, id: string, label: string | undefined): Promise<[value: unknown, text: string]> {
  switch (action) {
    case 'create': {
      const made = await keys.create(label);
      return [made, `${made.apiKey}\nKey ${made.id}. Keep it: it is shown only now.\n`];
    }
    case 'list': {
      const records = (await keys.list()).map(toWireRecord);
      return [{ keys: records }, records.map((record) => `${Object.values(record).join('\t')}\n`).join('')];
    }
    case 'revoke': {
      if (!(await keys.revoke(id))) {
        throw new CommandError(exitCodes.notFound, `There is no key ${id} in use. petstore keys list shows those there are.`);
      }

      return [{ revoked: id }, `Key ${id} is revoked; requests with it are refused from now on.\n`];
    }
  }
}

function readId(id: string | undefined): string {
  if (id === undefined || !/^\d{1,18}$/.test(id)) {
    throw new CommandError(exitCodes.wrongUse, 'Say which key, by the number that petstore keys list shows.');
  }

  return id;
}

/** Null where something has not happened, so that every record has the same columns. */
function toWireRecord({ id, label, last4, createdAt, lastUsedAt, revokedAt }: KeyRecord) {
  const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
  return { id, label, last4, createdAt: iso(createdAt), lastUsedAt: iso(lastUsedAt), revokedAt: iso(revokedAt) };
}
