import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { parseJson } from '../../source/platform/json/json.ts';
import type { Request } from './case.ts';
import type { Answer } from './exchange.ts';
import { readYaml } from './read-yaml.ts';

type Schema = { readonly [key: string]: unknown };
type Media = { readonly content?: { readonly 'application/json'?: { readonly schema: Schema } } };
type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
};

const document = resolve(readYaml(readFileSync(new URL('../../data/openapi.yaml', import.meta.url), 'utf8'))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/**
 * Holds an answer against `data/openapi.yaml`: where the document permits the request, the status must be one it lists
 * and the body must be of its schema. Requests it does not permit prove nothing about it.
 */
export function againstDocument(request: Request, { status, body }: Answer): string[] {
  const operation = permittedOperation(request);
  if (operation === undefined) {
    return [];
  }

  const schema = (operation.responses[status] ?? operation.responses['default'])?.content?.['application/json']?.schema;
  if (schema === undefined) {
    return body.length === 0 ? [] : [`openapi.yaml permits the request but has no body for ${status}`];
  }

  const result = validate(schema, parseJson(body.toString()));
  return result === undefined ? [] : [`openapi.yaml has another body for ${status}: ${result}`];
}

/** Whether a client of the document knows what an operation answered: a status it lists, or an Error. */
export function isDocumented({ responses }: Operation, status: number, body: Buffer): boolean {
  const answer = responses[status] ?? responses['default'];
  const schema = answer?.content?.['application/json']?.schema;
  return body.length === 0
    ? answer !== undefined
    : schema !== undefined && validate(schema, parseJson(body.toString())) === undefined;
}

/** Every answer the document lists: operation and status. */
export function documentedAnswers(): readonly {
  readonly name: string;
  readonly operation: Operation;
  readonly status: number;
}[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      Object.keys(operation.responses)
        .filter((status) => status !== 'default')
        .map((status) => ({
          name: `${method} ${path} ${status}`,
          operation,
          status: Number(status),
        })),
    ),
  );
}

/** The operation at a request's address, whether or not the document permits all of the request. */
export function operationAt({ method = 'GET', path = '/pets', outside = false }: Request): Operation | undefined {
  const pathname = path.replace(/\?.*/, '');
  return outside
    ? undefined
    : document.paths[/^\/pets\/[^/]+$/.test(pathname) ? '/pets/{petId}' : pathname]?.[method.toLowerCase()];
}

/** The operation a request is one of, where the document permits the request. */
export function permittedOperation({
  method = 'GET',
  path = '/pets',
  outside = false,
  headers = {},
  body,
}: Request): Operation | undefined {
  const [, pathname = '', search = ''] = /^([^?]*)(.*)$/.exec(path) ?? [];
  const petId = /^\/pets\/([^/]+)$/.exec(pathname)?.[1];
  const operation = outside
    ? undefined
    : document.paths[petId === undefined ? pathname : '/pets/{petId}']?.[method.toLowerCase()];
  // A header may ask for more than the document knows of: a 304, an idempotent retry.
  if (operation === undefined || Object.keys(headers).length > 0) {
    return undefined;
  }

  const query = new URLSearchParams(search);
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries(query),
    ...(petId === undefined ? {} : { petId }),
  };
  const known = [...query.keys()].every(
    (name, index, names) =>
      names.indexOf(name) === index && operation.parameters?.some((parameter) => parameter.name === name),
  );
  const good = (operation.parameters ?? []).every(
    ({ name, schema }) =>
      values[name] === undefined ||
      validate(schema, schema['type'] === 'integer' ? toInteger(values[name]) : values[name]) === undefined,
  );
  const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
  // A body that breaks the schema has its 400 in the document, so it counts as long as it is there.
  return known && good && (bodySchema !== undefined) === (body !== undefined) ? operation : undefined;
}

function toInteger(text: string): unknown {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

function validate(schema: Schema, value: unknown): string | undefined {
  const result = z.fromJSONSchema(schema).safeParse(clamp(value));
  return result.success ? undefined : z.prettifyError(result.error);
}

/** zod's `integer` ends at 2^53; whether the digits are right is the cases' business. */
function clamp(value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) {
    return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
  }

  if (Array.isArray(value)) {
    return value.map(clamp);
  }

  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clamp(item)]))
    : value;
}

/** Puts what `$ref` points at in its place; nothing in the document refers to itself. */
function resolve(root: unknown): unknown {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(walk);
    }

    if (value === null || typeof value !== 'object') {
      return value;
    }

    const { $ref } = value as { readonly $ref?: string };
    return $ref === undefined
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item)]))
      : walk(
          $ref
            .slice(2)
            .split('/')
            .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], root),
        );
  };
  return walk(root);
}
