import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hashIdentity } from '../../../source/app/profiles/profiles.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { createVersionGate } from '../../../source/local/documents/document.ts';
import { createSavedPets } from '../../../source/local/saved-pets.ts';
import { examplePets } from './example-pets.ts';

/** What the measurements share: the built program and homes with saved pets. */
export type World = {
  readonly runs: number;
  /** The built `cli.js`. */
  readonly program: string;
  /** A folder that goes away in the end. */
  readonly folder: string;
  /** The environment of a person who has saved so many pets of a store that cannot be reached now. */
  saved(count: number): Promise<Readonly<Record<string, string>>>;
  close(): void;
};

/** Nobody listens there: the connection is refused at once. */
const baseUrl = 'http://127.0.0.1:9/v1';

export function createWorld(runs: number): World {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
  const homes = new Map<number, Promise<string>>();
  const home = (count: number): Promise<string> => {
    const made = homes.get(count) ?? makeHome(join(folder, `saved-${count}`), examplePets(count));
    homes.set(count, made);
    return made;
  };

  return {
    runs,
    program: resolve(import.meta.dirname, '../../../dist/cli.js'),
    folder,
    saved: async (count) => ({ PETSTORE_HOME: await home(count) }),
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function makeHome(home: string, pets: readonly Pet[]): Promise<string> {
  const store = join(home, 'data', 'stores', hashIdentity(baseUrl));
  mkdirSync(store, { recursive: true });
  mkdirSync(join(home, 'config'));
  writeFileSync(
    join(home, 'config', 'config.json'),
    JSON.stringify({ profile: 'bench', profiles: { bench: { baseUrl } } }),
  );
  await createSavedPets(diskFileSystem, store, createVersionGate()).write({
    resets: 0,
    pets,
    lists: { all: { fetchedAt: new Date().toISOString(), complete: true } },
    lookedUp: [],
  });
  return home;
}
