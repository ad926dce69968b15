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

const day = 86_400_000;

/** The verbs of `petstore keys`; each returns what `--json` prints. */
const keyVerbs = {
  create: (keys, { key: _, ...wish }) => keys.create(wish),
  list: async (keys) => ({ keys: await keys.list() }),
  log: async (keys) => ({ events: await keys.events() }),
  revoke: async (keys, { key = '' }) => {
    if (!/^\d{1,18}$/.test(key)) {
      throw misuse('Name the key by its number, which `petstore keys list` shows.');
    }

    if (!(await keys.revoke(key))) {
      throw noSuchKey(`There is no key ${key} in use.`);
    }

    return { revoked: key };
  },
  rotate: async (keys, { key = '', overlap = day, lifetime }) => {
    const made = await keys.rotate(key, overlap, lifetime);
    if (typeof made === 'number') {
      const several = `${made} keys in use have the label ${key}: give the number of one.`;
      throw noSuchKey(made === 0 ? `There is no key ${key} in use.` : several);
    }

    return made;
  },
} satisfies Record<string, (keys: KeyRegister, settings: KeysSettings) => Promise<object>>;

/** One of them. */
export type KeysAction = keyof typeof keyVerbs;

/** What one prints. `madeDatabase`: there was no store, so a new one was made. */
export type SaidOfKeys<A extends KeysAction> = Awaited<ReturnType<(typeof keyVerbs)[A]>> & {
  readonly madeDatabase?: string;
};

/** `petstore keys`: works on the database itself; returns the `--json`. Throws a CommandError, a DatabaseError. */
export function runKeys<A extends KeysAction>(action: A, settings: KeysSettings): Promise<SaidOfKeys<A>> {
  return withStorage(settings.database, action === 'create', async (storage) => {
    const done = await keyVerbs[action](createKeyRegister(storage, systemClock), settings);
    return { ...done, ...(storage.isNew && { madeDatabase: hidePassword(settings.database) }) } as SaidOfKeys<A>;
  });
}

function noSuchKey(why: string): CommandError {
  return new CommandError(exitCodes.notFound, `${why} \`petstore keys list\` shows the keys that there are.`);
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

/** What a correction says of an animal; `none` takes an optional field away. */
export type Correction = Readonly<Partial<Record<PetField, string | undefined>>>;

type PetsSettings = { readonly database: string; readonly id?: Int64; readonly correction?: Correction | undefined };

/** What `petstore service` does to animals, or tells of them; each returns what `--json` prints. */
const petVerbs = {
  export: async (storage) => ({ animals: await listAdded(storage) }),
  correct: async (storage, { id, correction = {} }) => {
    const changed = id && (await correctPet(storage, id, (pet) => toCorrected(pet, correction)));
    const [before, after] = changed ?? noSuchAnimal(id);
    return { before: toWirePet(before), after: toWirePet(after) };
  },
  remove: async (storage, { id }) => ({
    removed: toWirePet((id && (await removePet(storage, id))) ?? noSuchAnimal(id)),
  }),
} satisfies Record<string, (storage: Storage, settings: PetsSettings) => Promise<object>>;

/** One of them. */
export type PetsAction = keyof typeof petVerbs;
/** What it prints. */
export type SaidOfPets<A extends PetsAction> = Awaited<ReturnType<(typeof petVerbs)[A]>>;

/** `petstore service correct`, `remove` and `export`: as `runKeys`. */
export function runPets<A extends PetsAction>(action: A, settings: PetsSettings): Promise<SaidOfPets<A>> {
  return withStorage(
    settings.database,
    false,
    (storage) => petVerbs[action](storage, settings) as Promise<SaidOfPets<A>>,
  );
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
