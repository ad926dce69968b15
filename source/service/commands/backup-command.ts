import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../platform/time/clock.js';
import { createService } from '../server.js';
import { isPostgres } from '../storage/open-storage.js';
import { hidePassword } from '../storage/postgres/postgres-engine.js';
import { backUp, checkWhole, putInPlace } from '../storage/sqlite/sqlite-copies.js';
import { DatabaseError } from '../storage/storage-error.js';
import { noteUpkeep } from '../storage/upkeep-notes.js';
import { checkThere, findBackup, nameBackup } from './backup-files.js';
import { exitCodes, misuse } from './serve-settings.js';

/** Loaded for a store on PostgreSQL only. */
const postgresCopies = () => import('../storage/postgres/postgres-copies.js');

/** `petstore service backup`, to a new file or into a folder: read back, and noted in the store. */
export async function runBackup(database: string, place: string) {
  const now = systemClock.now();
  const file = nameBackup(place, database, now);
  if (statSync(file, { throwIfNoEntry: false })) {
    throw misuse(`${file} exists already. Give another name; files are never overwritten.`);
  }

  const made = isPostgres(database)
    ? await (await postgresCopies()).backUpPostgres(database, file)
    : await backUpFile(database, file);
  await noteUpkeep(database, 'backup', now, made.animals).catch((error: unknown) => {
    throw new DatabaseError(`${file} is whole, but the store cannot note it: ${(error as Error).message}`, {
      cause: error,
    });
  });
  return { backup: file, ...made };
}

async function backUpFile(database: string, file: string): Promise<ReturnType<typeof backUp>> {
  checkThere(database, exitCodes.storeUnusable, 'There is no database');
  const made = backUp(database, file);
  await inScratch(path.dirname(file), (scratch) => putInPlace(file, scratch));
  return made;
}

/** `petstore service restore`. SQLite keeps the former database; PostgreSQL takes a new one. */
export async function runRestore(database: string, place: string) {
  const file = findBackup(place, database);
  return isPostgres(database)
    ? {
        restored: hidePassword(database),
        ...(await (await postgresCopies()).restorePostgres(file, database)),
        kept: null,
      }
    : { restored: database, ...putInPlace(file, database) };
}

/** `petstore service trial`: a restore beside the store, of which each animal is read as a client would. */
export async function runTrial(database: string, place: string) {
  const file = findBackup(place, database);
  const animals = isPostgres(database)
    ? await tryOnPostgres(file, database)
    : await inScratch(path.dirname(file), async (scratch) => {
        putInPlace(file, scratch);
        return await readAll(scratch, checkWhole(scratch).animals);
      });
  await noteUpkeep(database, 'restore trial', systemClock.now(), animals);
  return { tried: file, animals };
}

async function tryOnPostgres(file: string, database: string): Promise<number> {
  const { emptyTrial, restorePostgres, toTrialAddress } = await postgresCopies();
  const trial = toTrialAddress(database);
  await emptyTrial(trial);
  try {
    return await readAll(trial, (await restorePostgres(file, trial)).animals);
  } finally {
    await emptyTrial(trial);
  }
}

/** Starts the service on a store and counts what a client is given. */
async function readAll(database: string, expected: number): Promise<number> {
  const service = await createService({ database });
  try {
    const { apiKey } = await service.keys.create({ label: 'restore trial' });
    const { baseUrl } = await service.listen({ host: '127.0.0.1', port: 0 });
    let read = 0;
    for (let next: string | undefined = '/v1/pets?limit=100'; next !== undefined;) {
      const answer: Response = await fetch(new URL(next, baseUrl), { headers: { authorization: `Bearer ${apiKey}` } });
      if (answer.status !== 200) {
        throw new DatabaseError(`The restored store answers ${answer.status}: ${await answer.text()}`);
      }

      read += ((await answer.json()) as readonly unknown[]).length;
      next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }

    if (read !== expected) {
      throw new DatabaseError(`The backup holds ${expected} animals, and the store restored from it lists ${read}.`);
    }

    return read;
  } finally {
    await service.close();
  }
}

/** A place for a store beside the backups, as their disk has room for one; removed afterwards. */
async function inScratch<T>(folder: string, work: (database: string) => T | Promise<T>): Promise<T> {
  const scratch = path.join(folder, `.trial-${randomUUID()}`);
  mkdirSync(scratch, { mode: 0o700 });
  try {
    return await work(path.join(scratch, 'pets.sqlite'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
