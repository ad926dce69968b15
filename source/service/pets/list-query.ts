import { type Int64, parseInt64 } from '../../domain/int64.js';
import { isPetStatus, petStatuses } from '../../domain/pet.js';
import { listLimit } from '../../domain/contract.js';
import { ApiError } from '../http/api-error.js';
import type { PetQuery } from './pet-repository.js';

/**
 * Reads the query of `GET /pets`. Parameters it does not know are ignored; the known ones must be there once or not at all, since
 * guessing which of two was meant would answer a question nobody asked.
 *
 * @throws {ApiError} 400 that names the parameter
 */
export function readListQuery(search: URLSearchParams): PetQuery {
  const limit = once(search, 'limit');
  const status = once(search, 'status');
  const after = once(search, 'after');

  if (status !== undefined && !isPetStatus(status)) {
    throw invalid(`status must be one of ${petStatuses.join(', ')}.`);
  }

  return {
    limit: limit === undefined ? listLimit.default : toLimit(limit),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after: toAfter(after) }),
  };
}

/** The address of the page after this one, relative so that it holds behind any proxy (RFC 8288). */
export function toNextLink({ limit, status }: PetQuery, next: Int64): string {
  const search = new URLSearchParams({ limit: String(limit), ...(status === undefined ? {} : { status }), after: next });
  return `</v1/pets?${search.toString()}>; rel="next"`;
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
    throw invalid('after must be the id of an animal, as in a Link header.');
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
