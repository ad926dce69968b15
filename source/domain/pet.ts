import * as z from 'zod/mini';
import { type Int64, toInt64 } from './int64.js';

/** The three availability states of the specification; an animal may also have none. */
export const petStatuses = ['available', 'pending', 'sold'] as const;
/** An animal's availability. */
export type PetStatus = (typeof petStatuses)[number];

/** What a person enters: the service gives the id. */
export type NewPet = { readonly name: string; readonly categoryId: Int64; readonly status?: PetStatus };

/** An animal the service has given an id. */
export type Pet = NewPet & { readonly id: Int64 };

/** Whether a value is one of the three. */
export function isPetStatus(value: unknown): value is PetStatus {
  return petStatuses.includes(value as PetStatus);
}

/** A JSON integer as `parseJson` yields it (number, or bigint beyond 2^53), read as an Int64. */
export const int64Schema = z.pipe(
  z.union([z.number(), z.bigint()]),
  z.transform((value: number | bigint, context): Int64 => {
    const int64 = toInt64(value);
    if (int64 === undefined) {
      context.issues.push({ code: 'custom', message: 'must be a 64-bit integer', input: value });
      return z.NEVER;
    }

    return int64;
  }),
);

/** An unknown status is no reason to call a row no pet: its id, name and category tell which animal it is. */
const lenientStatus = z.pipe(
  z.unknown(),
  z.transform((value): PetStatus | undefined => (isPetStatus(value) ? value : undefined)),
);

const newPetFields = { name: z.string(), categoryId: int64Schema, status: z.optional(z.nullable(z.enum(petStatuses))) };

/** A `NewPet` as `parseJson` yields it. */
export const newPetSchema = z.pipe(
  z.object(newPetFields),
  z.transform(({ name, categoryId, status }): NewPet => ({ name, categoryId, ...(status ? { status } : {}) })),
);

/**
 * A pet as a service sends it. Read leniently where it costs nothing (unknown fields are dropped, a status that is null or
 * none of the three counts as not set) and strictly where a mistake would be believed (id, name, category).
 */
export const petSchema = z.pipe(
  z.object({ id: int64Schema, ...newPetFields, status: z.optional(lenientStatus) }),
  z.transform(({ id, name, categoryId, status }): Pet => ({ id, name, categoryId, ...(status ? { status } : {}) })),
);
