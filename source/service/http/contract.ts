/**
 * `data/openapi.yaml`, as JSON, is where Fastify's schemas come from: one description for clients and for the service.
 * Integers of 64 bits are left out of what is checked, since a number of JavaScript holds 53: whoever reads them does
 * it by hand.
 */
import { readFileSync } from 'node:fs';
import type { FastifySchema } from 'fastify';
import { findDataFile } from '../../platform/files/paths.js';

type Schema = Readonly<Record<string, unknown>>;
type Content = { readonly content?: { readonly 'application/json': { readonly schema: Schema } } };
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
};

type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** Names of operations. */
export type OperationId = 'listPets' | 'createPet' | 'getPet';

let schemas: ReadonlyMap<string, FastifySchema> | undefined;

/** What a request of an operation may hold, and how its answers are written. */
export function schemaOf(operation: OperationId): FastifySchema {
  schemas ??= readSchemas(JSON.parse(readFileSync(findDataFile('openapi.json', import.meta.url), 'utf8')) as OpenApi);
  return schemas.get(operation) ?? {};
}

function readSchemas(document: OpenApi): ReadonlyMap<string, FastifySchema> {
  const whole = (value: unknown): unknown => resolve(value, document);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  return new Map(operations.map((each) => [each.operationId, toSchema(whole(each) as Operation)]));
}

function toSchema({ parameters = [], requestBody, responses }: Operation): FastifySchema {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const body = requestBody?.content?.['application/json'].schema;
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    content === undefined ? [] : [[status, content['application/json'].schema] as const],
  );
  return {
    querystring: checkable({
      type: 'object',
      properties: Object.fromEntries(inQuery.map((one) => [one.name, one.schema])),
    }),
    ...(body === undefined ? {} : { body: checkable(body) }),
    response: Object.fromEntries(answers),
  };
}

/** Without references, which lead from anywhere to anywhere in the document. */
function resolve(value: unknown, document: object): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolve(item, document));
  }

  if (typeof value !== 'object' || value === null) {
    return value;
  }

  if ('$ref' in value) {
    const steps = String(value.$ref).split('/').slice(1);
    return resolve(
      steps.reduce<unknown>((at, step) => (at as Schema)[step], document),
      document,
    );
  }

  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner, document)]));
}

function checkable(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(checkable);
  }

  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }

  return 'format' in schema && schema.format === 'int64'
    ? {}
    : Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, checkable(inner)]));
}
