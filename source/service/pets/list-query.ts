import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { type Int64, parseInt64 } from '../../domain/int64.ts';
import { type PetStatus, petStatuses } from '../../domain/pet.ts';
import { changesRelation, listLimit } from '../../domain/contract.ts';
import { ApiError, invalidParameter } from '../http/answers.ts';
import { readChangeToken, toChangeToken, type PetPage, type PetQuery } from './pet-repository.ts';

/** What the schema has passed; `after` it leaves to this, as an id of 64 bits. */
export type ListParameters = {
  readonly limit?: number;
  readonly status?: PetStatus;
  readonly after?: unknown;
  readonly since?: string;
  readonly before?: 'end';
};

/** Numbers as the schema has them. Written otherwise (`1e1`, `+5`) they stay text, and are refused. */
export function readNumbers(query: { limit?: unknown }): undefined {
  if (typeof query.limit === 'string' && /^\d+$/.test(query.limit)) {
    query.limit = Number(query.limit);
  }
}

/** Throws 400, for what does not go together and what is no id, and 410 for a link that leads nowhere. */
export function toPetQuery({ limit = listLimit.default, status, after, since, before }: ListParameters): PetQuery {
  if (since !== undefined && (since === '' || status !== undefined || after !== undefined)) {
    throw invalidParameter('since must be copied from a Link header, without status or after.');
  }

  if (before !== undefined && (after !== undefined || since !== undefined)) {
    throw invalidParameter('before must be copied from a Link header, without after or since.');
  }

  return {
    limit,
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after: toId(after) }),
    ...(before === undefined ? {} : { before }),
    ...(since === undefined ? {} : { since: toAnchor(since) }),
  };
}

const mustBe: Readonly<Record<string, string>> = {
  limit: `a whole number from ${listLimit.smallest} to ${listLimit.largest}`,
  status: `one of ${petStatuses.join(', ')}`,
};

/** The one parameter that is wrong; there twice, it is wrong too: guessing would answer another question. */
export function toQueryError([error]: readonly FastifySchemaValidationError[]): ApiError {
  const name = error?.instancePath.slice(1) ?? '';
  return invalidParameter(`${name} must be ${mustBe[name] ?? 'copied from a Link header'}, and given only once.`);
}

/** Throws 410: this store does not know that token. */
export function noLongerKnown(): never {
  throw new ApiError(
    410,
    'gone',
    'This store cannot tell what changed since then: it was restored or is another one. Read the whole list.',
  );
}

/**
 * The `Link` of a page (RFC 8288): the next one, the last one and, without a filter, the changes from here on. Addresses
 * are relative, to hold behind any proxy. The next page comes first, for clients that read no further.
 */
export function toPageLinks(query: PetQuery, { next, end }: PetPage): string {
  const { limit, status, since } = query;
  const link = (parameters: string, relation: string): string =>
    `</v1/pets?limit=${limit}${parameters}>; rel="${relation}"`;
  const ofStatus = status === undefined ? '' : `&status=${status}`;
  const token = end && toChangeToken(end);
  const isPlain = since === undefined;
  const onwards = !isPlain && token !== undefined ? `&since=${token}` : `${ofStatus}&after=${next}`;
  return [
    next === undefined ? [] : link(onwards, 'next'),
    isPlain && next !== undefined ? link(`${ofStatus}&before=end`, 'last') : [],
    token === undefined ? [] : link(`&since=${token}`, changesRelation),
  ]
    .flat()
    .join(', ');
}

/** A token that this version cannot read is as good as one of another store: the client reads everything. */
function toAnchor(since: string) {
  if (!/^[\w-]+$/.test(since)) {
    throw invalidParameter('since must be copied from a Link header.');
  }

  return readChangeToken(since) ?? noLongerKnown();
}

function toId(text: unknown): Int64 {
  const id = typeof text === 'string' ? parseInt64(text) : undefined;
  if (id === undefined || id !== text) {
    throw invalidParameter('after must be the id of an animal; a Link header has it.');
  }

  return id;
}
