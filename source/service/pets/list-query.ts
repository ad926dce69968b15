import { type Int64, parseInt64 } from '../../domain/int64.js';
import { isPetStatus, petStatuses } from '../../domain/pet.js';
import { changesRelation, listLimit } from '../../domain/contract.js';
import { ApiError, invalidParameter } from '../http/answers.js';
import { readChangeToken, toChangeToken, type PetPage, type PetQuery } from './pet-repository.js';

/** Known parameters come once: guessing would answer another question (400). 410 for a link that leads nowhere. */
export function readListQuery(search: URLSearchParams): PetQuery {
  const [limit, status, after, since, before] = parameters.map((name) => once(search, name));
  if (status !== undefined && !isPetStatus(status)) {
    throw invalidParameter(`status must be one of ${petStatuses.join(', ')}.`);
  }

  if (since !== undefined && (since === '' || status !== undefined || after !== undefined)) {
    throw invalidParameter('since must be copied from a Link header, without status or after.');
  }

  if (before !== undefined && (after !== undefined || since !== undefined)) {
    throw invalidParameter('before must be copied from a Link header, without after or since.');
  }

  return {
    limit: limit === undefined ? listLimit.default : toLimit(limit),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after: toId('after', after) }),
    ...(before === undefined ? {} : { before: before === 'end' ? before : toId('before', before) }),
    ...(since === undefined ? {} : { since: toAnchor(since) }),
  };
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
 * The `Link` of a page (RFC 8288): the pages around it, the first and the last, and, without a filter, the changes from
 * here on. Addresses are relative, to hold behind any proxy. The next page comes first, for clients that read no
 * further.
 */
export function toPageLinks(query: PetQuery, { next, previous, end }: PetPage): string {
  const { limit, status, since, after, before } = query;
  const link = (parameters: string, relation: string): string =>
    `</v1/pets?limit=${limit}${parameters}>; rel="${relation}"`;
  const ofStatus = status === undefined ? '' : `&status=${status}`;
  const token = end && toChangeToken(end);
  const isPlain = since === undefined;
  const onwards = !isPlain && token !== undefined ? `&since=${token}` : `${ofStatus}&after=${next}`;
  return [
    next === undefined ? [] : link(onwards, 'next'),
    isPlain && previous !== undefined ? link(`${ofStatus}&before=${previous}`, 'prev') : [],
    isPlain && (after ?? before) !== undefined ? link(ofStatus, 'first') : [],
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

function toLimit(text: string): number {
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < listLimit.smallest || limit > listLimit.largest) {
    throw invalidParameter(`limit must be a whole number from ${listLimit.smallest} to ${listLimit.largest}.`);
  }

  return limit;
}

function toId(name: string, text: string): Int64 {
  const id = parseInt64(text);
  if (id !== text) {
    throw invalidParameter(`${name} must be the id of an animal; a Link header has it.`);
  }

  return id;
}

const parameters = ['limit', 'status', 'after', 'since', 'before'] as const;

function once(search: URLSearchParams, name: string): string | undefined {
  const values = search.getAll(name);
  if (values.length > 1) {
    throw invalidParameter(`${name} must be given only once.`);
  }

  return values[0];
}
