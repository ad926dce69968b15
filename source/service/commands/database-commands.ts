import { systemClock } from '../../platform/time/clock.ts';
import type { Int64 } from '../../domain/int64.ts';
import type { NewPet, Pet, PetField } from '../../domain/pet.ts';
import { toWirePet } from '../../platform/json/json.ts';
import { checkNewPet } from '../pets/new-pet.ts';
import { correctPet, listAdded, removePet } from '../pets/operator-pets.ts';
import { createKeyRegister, type KeyRegister, type KeyWish } from '../keys/key-register.ts';
import { CommandError, exitCodes, misuse } from './serve-settings.ts';
import { hidePassword } from '../storage/postgres/postgres-engine.ts';
import { openStorage, isPostgres, type Storage } from '../storage/open-storage.ts';
import { isSqliteDamaged, isUnavailable } from '../storage/storage-error.ts';
import { checkWhole } from '../storage/sqlite/sqlite-copies.ts';
import { runBackup, runRestore } from './backup-command.ts';

/** What `petstore keys` was asked to do; paths are resolved. */
export type KeysSettings = KeyWish & {
  readonly database: string;
  /** Which key to revoke or rotate: its number, as `list` shows it; to rotate also its label. */
  readonly key?: string | undefined;
  /** How long a key that another one takes over from goes on, in milliseconds. Default a day. */
  readonly overlap?: number | undefined;
};

/** The verb of `petstore keys`. */
export type KeysAction = 'create' | 'list' | 'revoke' | 'rotate' | 'log';

const day = 86_400_000;

/** `petstore keys`: works on the database itself; returns the `--json`. Throws a CommandError, a DatabaseError. */
export function runKeys(action: KeysAction, settings: KeysSettings): Promise<object> {
  return withStorage(settings.database, action === 'create', async (storage) => {
    const done = await act(action, createKeyRegister(storage, systemClock), settings);
    return storage.isNew ? { ...done, madeDatabase: hidePassword(settings.database) } : done;
  });
}

async function withStorage<T>(database: string, mayMake: boolean, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(database, () => undefined, undefined, mayMake);
  try {
    return await work(storage);
  } catch (error) {
    throw isUnavailable(error) || isSqliteDamaged(error) ? storage.explain(error) : error;
  } finally {
    await storage.close();
  }
}

async function act(action: KeysAction, keys: KeyRegister, { key = '', ...settings }: KeysSettings): Promise<object> {
  const notFound = (why = `There is no key ${key} in use.`): CommandError =>
    new CommandError(exitCodes.notFound, `${why} \`petstore keys list\` shows the keys that there are.`);
  switch (action) {
    case 'create':
      return await keys.create(settings);
    case 'list':
      return { keys: await keys.list() };
    case 'log':
      return { events: await keys.events() };
    case 'revoke':
      if (!/^\d{1,18}$/.test(key)) {
        throw misuse('Name the key by its number, which `petstore keys list` shows.');
      }

      if (!(await keys.revoke(key))) {
        throw notFound();
      }

      return { revoked: key };
    case 'rotate': {
      const made = await keys.rotate(key, settings.overlap ?? day, settings.lifetime);
      if (typeof made === 'number') {
        throw notFound(made === 0 ? undefined : `${made} keys in use have the label ${key}: give the number of one.`);
      }

      return made;
    }
  }
}

/** What `petstore service` does to animals, or tells of them. */
export type PetsAction = 'correct' | 'remove' | 'export';

/** What a correction says of an animal; `none` takes an optional field away. */
export type Correction = Readonly<Partial<Record<PetField, string | undefined>>>;

/** `petstore service correct`, `remove` and `export`: as `runKeys`; returns the `--json`. */
export function runPets(
  action: PetsAction,
  {
    database,
    id,
    correction = {},
  }: { readonly database: string; readonly id?: Int64; readonly correction?: Correction },
): Promise<object> {
  return withStorage(database, false, async (storage): Promise<object> => {
    switch (action) {
      case 'export':
        return { animals: await listAdded(storage) };
      case 'correct': {
        const [before, after] =
          (id && (await correctPet(storage, id, (pet) => toCorrected(pet, correction)))) ?? noSuchAnimal(id);
        return { before: toWirePet(before), after: toWirePet(after) };
      }
      case 'remove':
        return { removed: toWirePet((id && (await removePet(storage, id))) ?? noSuchAnimal(id)) };
    }
  });
}

function noSuchAnimal(id: Int64 | undefined): never {
  throw new CommandError(exitCodes.notFound, `There is no animal ${id}. Nothing was changed.`);
}

/** Throws a CommandError if it would be no animal any more. */
function toCorrected(pet: Pet, correction: Correction): NewPet {
  if (Object.values(correction).every((value) => value === undefined)) {
    throw misuse('Say what to correct: --name, --category or --status.');
  }

  const { name = pet.name, categoryId = pet.categoryId, status = pet.status } = correction;
  const corrected = checkNewPet({
    name,
    categoryId: /^-?\d{1,20}$/.test(categoryId) ? BigInt(categoryId) : categoryId,
    status: status === 'none' ? undefined : status,
  });
  if ('problem' in corrected) {
    throw misuse(`The ${corrected.problem}. Nothing was changed.`);
  }

  return corrected;
}

/** The verb of `petstore service`. */
export type UpkeepAction = 'backup' | 'restore' | 'check';

/** `petstore service`: as `runKeys`; paths are resolved. */
export async function runUpkeep(
  action: UpkeepAction,
  { database, file }: { readonly database: string; readonly file: string },
): Promise<object> {
  switch (action) {
    case 'backup':
      return await runBackup(database, file);
    case 'restore':
      return await runRestore(database, file);
    case 'check':
      if (isPostgres(database)) {
        throw misuse('PostgreSQL has a program of its own for that, pg_amcheck: docs/service.md shows how.');
      }

      return { database, ...checkWhole(database) };
  }
}
