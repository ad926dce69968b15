import * as z from 'zod/mini';
import { int64Schema, petStatuses, type NewPet } from '../../domain/pet.js';
import { parseJson } from '../../platform/json/json.js';
import { ApiError } from '../http/api-error.js';

/** The longest name that is taken, in characters (code points): a page of a hundred is then less than a megabyte, whoever added them. */
const longestName = 1000;

/**
 * A NewPet as the service takes it: unknown fields, and an `id`, are dropped. A name is kept exactly, so what cannot be kept is
 * refused: NUL, which PostgreSQL has no way to store, and half surrogate pairs, which UTF-8 has no bytes for.
 */
const newPetSchema = z.pipe(
  z.object(
    {
      name: z
        .string('name must be text of at least 1 character')
        .check(
          z.minLength(1, 'name must be text of at least 1 character'),
          z.refine((name) => !name.includes('\0') && name.isWellFormed(), 'name must not hold NUL or half a surrogate pair'),
          // Never longer in characters than in UTF-16, which costs nothing to ask.
          z.refine((name) => name.length <= longestName || Array.from(name).length <= longestName, `name must be at most ${longestName} characters`),
        ),
      categoryId: z.pipe(
        z.union([z.number(), z.bigint()], 'categoryId must be a 64-bit integer'),
        int64Schema,
      ),
      status: z.optional(z.enum(petStatuses, `status must be one of ${petStatuses.join(', ')}, or left out`)),
    },
    'the body must be a JSON object',
  ),
  z.transform(({ name, categoryId, status }): NewPet => ({ name, categoryId, ...(status === undefined ? {} : { status }) })),
);

/** Reads an animal out of parsed JSON (`parseJson`), or says in one phrase what is wrong with it. */
export function toNewPet(value: unknown): NewPet | { readonly problem: string } {
  const result = newPetSchema.safeParse(value);
  if (result.success) {
    return result.data;
  }

  const { path = [], message = '' } = result.error.issues[0] ?? {};
  return { problem: message.startsWith('must') ? `${path.join('.')} ${message}` : message };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the body of `POST /pets`. Of a member that comes twice the last one counts, as in every common JSON parser (RFC 8259,
 * section 4, leaves it open).
 *
 * @throws {ApiError} 400: `invalid_json` where it is not JSON in UTF-8, `invalid_body` where it is not a NewPet
 */
export function readNewPet(bytes: Buffer | undefined): NewPet {
  const pet = toNewPet(readJson(bytes));
  if ('problem' in pet) {
    throw new ApiError(400, 'invalid_body', `${pet.problem}.`);
  }

  return pet;
}

function readJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) {
    throw new ApiError(400, 'invalid_json', 'The body is missing: send a JSON object with name and categoryId.');
  }

  let text;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not UTF-8.');
  }

  try {
    return parseJson(text);
  } catch {
    // The parser's own message quotes the body, which may hold anything.
    throw new ApiError(400, 'invalid_json', 'The body is not JSON.');
  }
}
