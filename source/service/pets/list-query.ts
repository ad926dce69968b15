import { type Int64, parseInt64 } from '../../domain/int64.js';
import { isPetStatus, petStatuses } from '../../domain/pet.js';
import { changesRelation, eventsRelation, listLimit } from '../../domain/contract.js';
import { ApiError } from '../http/answers/api-error.js';
import { readChangeToken, toChangeToken } from './change-token.js';
import type { PetPage, PetQuery } from './pet-repository.js';

/**
 * Reads the query of `GET /pets`. Parameters it does not know are ignored; the known ones must be there once or not at
 * all, since
 * guessing which of two was meant would answer a question nobody asked.
 *
 * @throws {ApiError} 400 that names the parameter; 410 for a change link that leads nowhere (any more)
 */
export function readListQuery(search: URLSearchParams): PetQuery {
  const limit = once(search, 'limit');
  const status = once(search, 'status');
  const after = once(search, 'after');
  const since = once(search, 'since');

  if (status !== undefined && !isPetStatus(status)) {
    throw invalid(`status must be one of ${petStatuses.join(', ')}.`);
  }

  if (since !== undefined && (since === '' || status !== undefined || after !== undefined)) {
    throw invalid('since must be copied from a Link header, without status or after.');
  }

  return {
    limit: limit === undefined ? listLimit.default : toLimit(limit),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after: toAfter(after) }),
    // A token that this version does not understand is as good as one of another store: the client reads everything.
    ...(since === undefined ? {} : { since: readChangeToken(since) ?? noLongerKnown() }),
  };
}

/** Refuses to say what changed since something that this store does not know. */
export function noLongerKnown(): never {
  throw new ApiError(
    410,
    'gone',
    'This store cannot tell what changed since then: it was restored or is another one. Read the whole list.',
  );
}

/**
 * The `Link` of a page (RFC 8288): the page after it, and, where nothing was filtered out, what changes from here on
 * and where that is
 * told. Addresses are relative, so that they hold behind any proxy. The next page comes first, for clients that read no
 * further.
 */
export function toPageLinks({ limit, status, since }: PetQuery, { next, end }: PetPage): string {
  const link = (parameters: Readonly<Record<string, string>>, relation: string): string =>
    `</v1/pets?${new URLSearchParams({ limit: String(limit), ...parameters }).toString()}>; rel="${relation}"`;
  const token = end && toChangeToken(end);
  const nextPage =
    since === undefined || token === undefined
      ? { ...(status === undefined ? {} : { status }), after: String(next) }
      : { since: token };
  return [
    ...(next === undefined ? [] : [link(nextPage, 'next')]),
    ...(token === undefined
      ? []
      : [link({ since: token }, changesRelation), `</v1/changes>; rel="${eventsRelation}"; type="text/event-stream"`]),
  ].join(', ');
}

function toLimit(text: string): number {
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < listLimit.smallest || limit > listLimit.largest) {
    throw invalid(`limit must be a whole number from ${listLimit.smallest} to ${listLimit.largest}.`);
  }

  return limit;
}

function toAfter(text: string): Int64 {
  const after = parseInt64(text);
  if (after !== text) {
    throw invalid('after must be the id of an animal; a Link header has it.');
  }

  return after;
}

function once(search: URLSearchParams, name: string): string | undefined {
  const values = search.getAll(name);
  if (values.length > 1) {
    throw invalid(`${name} must be given only once.`);
  }

  return values[0];
}

function invalid(message: string): ApiError {
  return new ApiError(400, 'invalid_parameter', message);
}
