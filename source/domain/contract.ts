/**
 * The HTTP contract both sides share, from the service interface specification, and the schemas of animals in what
 * machines wrote: answers of a service, texts that wait to be sent, and our own documents.
 */
import * as z from 'zod/mini';
import { type FieldKind, type NewPet, type Pet, type PetField, int64Field, petFieldList } from './pet.ts';

/** Page size of `GET /pets`: the specification's bounds and default. */
export const listLimit = { smallest: 1, largest: 100, default: 20 } as const;

/** When the specification says `GET /pets/{petId}` is removed, in milliseconds since 1970 and as an HTTP date. */
export const getPetSunset = { at: Date.UTC(2030, 11, 5), httpDate: 'Thu, 05 Dec 2030 00:00:00 GMT' } as const;

/** A link to the animals that were added since a page. Not in the specification: our service offers it. */
export const changesRelation = 'https://petstore.example/rels/changes';

/** The body of every error answer. */
export type ErrorBody = { readonly code: string; readonly message: string; readonly status: number };

/** The interface's Error: every failure's body. */
export const errorBodySchema = z.object({ code: z.string(), message: z.string(), status: z.number() });

type Read = (kind: FieldKind<string>, value: unknown) => string | undefined;

const fromJson: Read = (kind, value) => kind.fromJson(value);
const fromDocument: Read = (kind, value) => (kind.isStored(value) ? value : undefined);

/** Which invalid optional fields count as unset: no value (`strict`), `null`, or `any`. */
type Tolerance = 'strict' | 'null' | 'any';

/** A `NewPet` as `parseJson` yields it. Its content is not judged: it was checked when it was entered. */
export const newPetSchema = schemaOf((value): NewPet | undefined => readFields({}, value, fromJson, 'null'));

/** As a service sends it: unknown fields are dropped, an unreadable optional field counts as not set. */
export const petSchema = schemaOf((value) => readPet(value, fromJson, 'any'));

/** A pet as our own files hold it: ids as strings, which every JSON parser keeps. */
export const storedPetSchema = schemaOf((value) => readPet(value, fromDocument, 'strict'));

function readPet(value: unknown, read: Read, tolerance: Tolerance): Pet | undefined {
  const id = isObject(value) ? read(int64Field, value['id']) : undefined;
  return id === undefined ? undefined : (readFields({ id }, value, read, tolerance) as Pet | undefined);
}

function readFields(
  pet: Partial<Record<PetField | 'id', string>>,
  value: unknown,
  read: Read,
  tolerance: Tolerance,
): NewPet | undefined {
  if (!isObject(value)) {
    return undefined;
  }

  for (const { field, isOptional, kind } of petFieldList) {
    const given = value[field];
    const result = isOptional && given === undefined ? undefined : read(kind, given);
    if (result !== undefined) {
      pet[field] = result;
    } else if (
      !isOptional ||
      !(given === undefined || tolerance === 'any' || (tolerance === 'null' && given === null))
    ) {
      return undefined;
    }
  }

  return pet as NewPet;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemaOf<T>(read: (value: unknown) => T | undefined) {
  return z.pipe(
    z.unknown(),
    z.transform((value, context): T => {
      const result = read(value);
      if (result === undefined) {
        context.issues.push({ code: 'custom', message: 'is no animal', input: value });
        return z.NEVER;
      }

      return result;
    }),
  );
}
