import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Int64, parseInt64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import { getPetSunset } from '../../domain/contract.js';
import { serialisePet } from '../../platform/json/json.js';
import { ApiError, sendJson, sendTagged, toTagged, type Tagged } from '../http/answers.js';
import type { Caller } from '../auth/keys.js';
import { readIdempotencyKey, type createIdempotency } from './idempotency.js';
import { noLongerKnown, readListQuery, toPageLinks } from './list-query.js';
import { checkMediaType, readNewPet } from './new-pet.js';
import { selectPet, insertPet, listPets, toRange, toRangeOfOne } from './pet-repository.js';
import { addResource, type Handler } from '../http/resource.js';
import type { Storage } from '../storage/open-storage.js';
import type { PetRange } from '../storage/database.js';

/** The tools of the three operations. */
export type PetRouteParts = {
  readonly storage: Storage;
  readonly createOnce: ReturnType<typeof createIdempotency>;
  /** Answer 410 to look-ups by id. Only ever the operator's decision: the service does not stop working on a date. */
  readonly removeGetPet?: boolean | undefined;
};

/** The three operations of the specification. */
export function addPetRoutes(app: FastifyInstance, parts: PetRouteParts): void {
  addResource(app, '/v1/pets', {
    GET: { handler: listPetsHandler, foresee: foreseePage },
    POST: { handler: createPetHandler(parts), refuse: (request) => checkMediaType(request.headers) },
  });
  // At least one character: /v1/pets/ is another address, and 404.
  addResource(app, '/v1/pets/:petId(.+)', {
    GET: parts.removeGetPet ? { handler: removedHandler } : { handler: getPetHandler, foresee: foreseePet },
  });
}

const listPetsHandler: Handler = async (request, reply) => {
  const search = searchOf(request);
  const readPage = async (): Promise<Tagged> => {
    const query = readListQuery(new URLSearchParams(search));
    const page = (await listPets(request.reads, query)) ?? noLongerKnown();
    return toTagged(`[${page.pets.map(serialisePet).join()}]`, toPageLinks(query, page));
  };
  // A string may take two bytes a character.
  const page = await request.view(`list ${search}`, readPage, ({ json }) => 2 * (json.length + search.length) + 500);
  return sendTagged(request, reply, page);
};

function foreseePage(request: FastifyRequest): PetRange | undefined {
  try {
    return toRange(readListQuery(new URLSearchParams(searchOf(request))));
  } catch {
    // Told by the handler, to those who may ask.
    return undefined;
  }
}

/** With its question mark, which URLSearchParams takes away; a second one belongs to the query. */
function searchOf({ url }: FastifyRequest): string {
  return /\?.*/.exec(url)?.[0] ?? '';
}

const createPetHandler =
  ({ storage, createOnce }: PetRouteParts): Handler =>
  async (request, reply) => {
    const pet = readNewPet(request.body as Buffer | undefined);
    const key = readIdempotencyKey(request.raw);
    const caller = request.caller as Caller;
    const made =
      key === undefined
        ? ((await insertPet(storage, pet, { apiKeyId: caller.id })) as Pet)
        : await createOnce(caller, key, pet);
    request.petId = made.id;
    if (key !== undefined) {
      // As it came: a client may compare it.
      reply.header('idempotency-key', request.headers['idempotency-key']);
    }

    return sendJson(reply.header('location', `/v1/pets/${made.id}`), 201, serialisePet(made));
  };

/** RFC 9745 and RFC 8594. The specification gives only the end; five years before it stands for the beginning. */
const deprecation = {
  deprecation: `@${Date.UTC(2025, 11, 5) / 1000}`,
  sunset: getPetSunset.httpDate,
  link:
    '</v1/pets>; rel="successor-version", </docs#getPet>; rel="deprecation"; type="text/html", ' +
    '</docs#getPet>; rel="sunset"; type="text/html"',
};

const getPetHandler: Handler = async (request, reply) => {
  reply.headers(deprecation);
  const id = readPetId(request);
  const pet = id && (await selectPet(request.reads, id));
  if (!pet) {
    throw new ApiError(404, 'not_found', 'There is no animal with this id.');
  }

  return sendTagged(request, reply, toTagged(serialisePet(pet)));
};

function foreseePet(request: FastifyRequest): PetRange | undefined {
  const id = readPetId(request);
  return id && toRangeOfOne(id);
}

/** One animal has one address: 01 is not 1. */
function readPetId({ params }: FastifyRequest): Int64 | undefined {
  const { petId } = params as { readonly petId: string };
  const id = parseInt64(petId);
  return id === petId ? id : undefined;
}

const removedHandler: Handler = (_request, reply) => {
  reply.headers(deprecation);
  throw new ApiError(410, 'gone', 'Animals can no longer be fetched by id here; use GET /v1/pets.');
};
