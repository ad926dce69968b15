import { readFile } from 'node:fs/promises';
import { type Int64, parseInt64 } from '../../domain/int64.ts';
import { int64Field } from '../../domain/pet.ts';
import { checkNewPet, decodeJson } from '../pets/new-pet.ts';
import type { SeedPet } from '../pets/pet-repository.ts';
import { misuse } from './serve-settings.ts';

/** All of it is checked first; the animal that is wrong is named by its place, from 1. Each has an id, or none has. */
export async function readSeedFile(file: string): Promise<readonly SeedPet[]> {
  const wrong = (why: string) => misuse(`The seed file ${file} cannot be used: ${why}. Nothing was loaded.`);
  let value: unknown;
  try {
    value = decodeJson(await readFile(file));
  } catch (error) {
    const { message } = error as Error;
    const why = error instanceof SyntaxError ? `it is not JSON (${message})` : message;
    throw wrong(error instanceof TypeError ? 'it is not UTF-8' : why);
  }

  if (!Array.isArray(value)) {
    throw wrong('it is not a JSON array of animals');
  }

  const ids = new Set<string>();
  return value.map((item: { readonly id?: unknown }, index): SeedPet => {
    const pet = checkNewPet(item);
    const id = 'problem' in pet ? undefined : readId(item.id);
    const problem = 'problem' in pet ? pet.problem : findIdProblem(id, item.id, index, ids);
    if (problem !== undefined) {
      throw wrong(`animal ${index + 1}: ${problem}`);
    }

    return id === undefined ? (pet as SeedPet) : { ...(pet as SeedPet), id };
  });
}

/** Leaves room for more animals than will ever be: ids go on from the highest, and end at 2^63 - 1. */
const highestId = 9_000_000_000_000_000_000n;

function readId(given: unknown): Int64 | undefined {
  const id = parseInt64(int64Field.fromJson(given) ?? '');
  return id === undefined || BigInt(id) < 1n || BigInt(id) > highestId ? undefined : id;
}

function findIdProblem(id: Int64 | undefined, given: unknown, index: number, ids: Set<string>): string | undefined {
  if (given !== undefined && id === undefined) {
    return `its id must be a whole number from 1 to ${highestId}`;
  }

  if (ids.size !== (id === undefined ? 0 : index)) {
    return 'either all animals have an id, or none';
  }

  return id !== undefined && ids.size === ids.add(id).size ? `its id ${id} is there twice` : undefined;
}
