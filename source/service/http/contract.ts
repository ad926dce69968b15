/**
 * `data/openapi.yaml`, as JSON, is where Fastify's schemas come from: one description for clients and for the service.
 * Integers of 64 bits are left out of what is checked, since a number of JavaScript holds 53: whoever reads them does
 * it by hand.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { findDataFile } from '../../platform/files/paths.ts';

type Named = { readonly name: string; readonly in: string };
type OpenApi = { readonly paths: { readonly '/pets': { readonly get: { readonly parameters: readonly Named[] } } } };

/** What each operation takes, and how its answers are written. */
export type Contract = Readonly<Record<'listPets' | 'createPet' | 'getPet', FastifySchema>>;

/** Gives the application its `contract`. */
export function addContract(app: FastifyInstance): void {
  const text = readFileSync(findDataFile('openapi.json', import.meta.url), 'utf8');
  const written = JSON.parse(text) as OpenApi;
  const checked = JSON.parse(text, (_key, value: { readonly format?: unknown } | null) =>
    value?.format === 'int64' ? {} : value,
  ) as object;
  app.addSchema({ $id: 'written', ...written });
  app.addSchema({ $id: 'checked', ...checked });

  const toWrite = (name: string) => ({ $ref: `written#/components/schemas/${name}` });
  const error = { '4xx': toWrite('Error'), '5xx': toWrite('Error') };
  const parameters = written.paths['/pets'].get.parameters
    .map((parameter, index) => ({ ...parameter, $ref: `checked#/paths/~1pets/get/parameters/${index}/schema` }))
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, $ref }) => [name, { $ref }] as const);
  app.decorate('contract', {
    listPets: {
      querystring: { type: 'object', properties: Object.fromEntries(parameters) },
      response: { 200: { type: 'array', items: toWrite('Pet') }, ...error },
    },
    createPet: { body: { $ref: 'checked#/components/schemas/NewPet' }, response: { 201: toWrite('Pet'), ...error } },
    getPet: { response: { 200: toWrite('Pet'), ...error } },
  });
}

// An interface, because only those merge with Fastify's own.
declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    readonly contract: Contract;
  }
}
