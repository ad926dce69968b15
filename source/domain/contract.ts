/**
 * The HTTP contract both sides share, from the service interface specification.
 */
import * as z from 'zod/mini';

/** Page size of `GET /pets`: the specification's bounds and default. */
export const listLimit = { smallest: 1, largest: 100, default: 20 } as const;

/** When the specification says `GET /pets/{petId}` is removed, in milliseconds since 1970 and as an HTTP date. */
export const getPetSunset = { at: Date.UTC(2030, 11, 5), httpDate: 'Thu, 05 Dec 2030 00:00:00 GMT' } as const;

/** A link to the animals that were added since a page. Not in the specification: our service offers it. */
export const changesRelation = 'https://petstore.example/rels/changes';

/** The relation of a link to a stream of events which tell that something changed. */
export const eventsRelation = 'https://petstore.example/rels/events';

/** The body of every error answer. */
export type ErrorBody = { readonly code: string; readonly message: string; readonly status: number };

/** The interface's Error: every failure's body. */
export const errorBodySchema = z.object({ code: z.string(), message: z.string(), status: z.number() });
