import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Int64, parseInt64 } from '../../domain/int64.ts';
import { getPetSunset } from '../../domain/contract.ts';
import type { Pet } from '../../domain/pet.ts';
import { ApiError, sendTagged, toTagged, type Tagged } from '../http/answers.ts';
import { addResource, type Handler } from '../http/resource.ts';
import { readIdempotencyKey } from './idempotency.ts';
import {
  type ListParameters,
  noLongerKnown,
  readNumbers,
  toPageLinks,
  toPetQuery,
  toQueryError,
} from './list-query.ts';
import { checkMediaType, readJson, toBodyError, toNewPet } from './new-pet.ts';
import { selectPet, insertPet, listPets, toRange, toRangeOfOne } from './pet-repository.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { PetRange } from '../storage/database.ts';

type PetsParts = {
  readonly storage: Storage;
  /** Answer 410 to look-ups by id. Only ever the operator's decision: the service does not stop working on a date. */
  readonly removeGetPet: boolean;
};

/** The three operations of the specification. Needs the plugins for idempotency and for the contract. */
export function addPets(app: FastifyInstance, { storage, removeGetPet }: PetsParts): void {
  app.decorateRequest('petId', undefined);
  addResource(app, '/pets', {
    GET: {
      schema: app.contract.listPets,
      schemaErrorFormatter: toQueryError,
      prepare: ({ query }) => readNumbers(query as object),
      config: { foresee: foreseePage },
      handler: list,
    },
    POST: {
      schema: app.contract.createPet,
      schemaErrorFormatter: toBodyError,
      refuse: ({ headers }) => checkMediaType(headers),
      prepare(request) {
        request.body = readJson(request.body as Buffer | undefined);
      },
      async handler(request, reply) {
        const pet = toNewPet(request.body);
        const key = readIdempotencyKey(request.headers);
        const made =
          key === undefined
            ? ((await insertPet(storage, pet, { apiKeyId: request.caller.id })) as Pet)
            : await app.addOnce(request.caller, key, pet);
        request.petId = made.id;
        if (key !== undefined) {
          // As it came: a client may compare it.
          reply.header('idempotency-key', request.headers['idempotency-key']);
        }

        return reply.code(201).header('location', `/v1/pets/${made.id}`).send(toWire(made));
      },
    },
  });
  // At least one character: /v1/pets/ is another address, and 404.
  addResource(app, '/pets/:petId(.+)', {
    GET: removeGetPet
      ? { handler: refuseRemoved }
      : { schema: app.contract.getPet, config: { foresee: foreseePet }, handler: get },
  });
}

const list: Handler = async (request, reply) => {
  const search = searchOf(request);
  const readPage = async (): Promise<Tagged> => {
    const query = toPetQuery(request.query as ListParameters);
    const page = (await listPets(request.reads, query)) ?? noLongerKnown();
    return toTagged(reply.serializeInput(page.pets.map(toWire) as never, '200') as string, toPageLinks(query, page));
  };
  // A string may take two bytes a character.
  const page = await request.view(`list ${search}`, readPage, ({ json }) => 2 * (json.length + search.length) + 500);
  return sendTagged(request, reply, page);
};

/** Told by the handler what is wrong, to those who may ask. */
function foreseePage(request: FastifyRequest): PetRange | undefined {
  readNumbers(request.query as object);
  try {
    const isValid = request.getValidationFunction('querystring')?.(request.query) === true;
    return isValid ? toRange(toPetQuery(request.query as ListParameters)) : undefined;
  } catch {
    return undefined;
  }
}

/** With its question mark; a second one belongs to the query. */
function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}

/** RFC 9745 and RFC 8594. The specification gives only the end; five years before it stands for the beginning. */
const deprecation = {
  deprecation: `@${Date.UTC(2025, 11, 5) / 1000}`,
  sunset: getPetSunset.httpDate,
  link:
    '</v1/pets>; rel="successor-version", </docs#getPet>; rel="deprecation"; type="text/html", ' +
    '</docs#getPet>; rel="sunset"; type="text/html"',
};

const get: Handler = async (request, reply) => {
  reply.headers(deprecation);
  const id = readPetId(request);
  const pet = id && (await selectPet(request.reads, id));
  if (!pet) {
    throw new ApiError(404, 'not_found', 'There is no animal with this id.');
  }

  return sendTagged(request, reply, toTagged(reply.serializeInput(toWire(pet), '200') as string));
};

function foreseePet(request: FastifyRequest): PetRange | undefined {
  const id = readPetId(request);
  return id && toRangeOfOne(id);
}

/** By hand, as an id has 64 bits. One animal has one address: 01 is not 1. */
function readPetId({ params }: FastifyRequest): Int64 | undefined {
  const { petId } = params as { readonly petId: string };
  const id = parseInt64(petId);
  return id === petId ? id : undefined;
}

/** As the schema writes it: 15 digits are exact in a number, which costs less than a bigint. */
function toWire({ id, categoryId, ...pet }: Pet) {
  const toInteger = (text: string): number | bigint => (text.length < 16 ? Number(text) : BigInt(text));
  return { id: toInteger(id), categoryId: toInteger(categoryId), ...pet };
}

const refuseRemoved: Handler = (_request, reply) => {
  reply.headers(deprecation);
  throw new ApiError(410, 'gone', 'Animals can no longer be fetched by id here; use GET /v1/pets.');
};

// An interface, because only those merge with Fastify's own.
declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyRequest {
    /** The animal that the request added, or had added before. */
    petId: string | undefined;
  }
}
