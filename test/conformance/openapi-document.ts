import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { parseJson } from '../../source/platform/json/json.ts';
import type { Request } from './case.ts';
import { readYaml } from './read-yaml.ts';

type Schema = { readonly [key: string]: unknown };
type Media = { readonly content?: { readonly 'application/json'?: { readonly schema: Schema } } };
type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, Media>>;
};

const document = resolve(readYaml(readFileSync(new URL('../../data/openapi.yaml', import.meta.url), 'utf8'))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

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
