import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createService } from '../../../source/service/server.js';

/** A database of so many animals, and a key for it. */
export type Store = { readonly database: string; readonly apiKey: string; readonly animals: number };

export async function makeStore(folder: string, animals: number): Promise<Store> {
  const database = path.join(folder, `${animals}.sqlite`);
  const service = await createService({ database });
  await service.seed(
    Array.from({ length: animals }, (_, index) => ({
      name: `Pet ${index + 1}`,
      categoryId: String((index % 8) + 1) as never,
      status: 'available',
    })),
  );
  const { apiKey } = await service.keys.create({ label: 'bench' });
  await service.close();
  return { database, apiKey, animals };
}

/** A file of so many animals for `--seed`. */
export async function writeSeed(folder: string, animals: number): Promise<string> {
  const file = path.join(folder, 'seed.json');
  const pets = Array.from({ length: animals }, (_, index) => ({
    name: `Pet ${index + 1}`,
    categoryId: (index % 8) + 1,
    status: 'available',
  }));
  await writeFile(file, JSON.stringify(pets));
  return file;
}

/** As many pages whatever the store's size, all over it, so that both keep or read as much. */
export function pagesOf({ animals }: Store): readonly string[] {
  return Array.from(
    { length: 900 },
    (_, index) => `/v1/pets?limit=20&after=${Math.floor((index * (animals - 20)) / 900)}`,
  );
}
