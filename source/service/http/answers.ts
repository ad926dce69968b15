import type { ErrorBody } from '../../domain/contract.ts';
import { isUnavailable, OutcomeUnknown } from '../storage/storage-error.ts';
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Every value of `code` in an Error body. The specification has no codes; clients should branch on the status. */
type ErrorCode =
  | 'unauthorized'
  | 'invalid_json'
  | 'invalid_body'
  | 'invalid_parameter'
  | 'invalid_request'
  | 'not_found'
  | 'gone'
  | 'method_not_allowed'
  | 'not_implemented'
  | 'unsupported_media_type'
  | 'content_too_large'
  | 'conflict'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';

/** An answer other than success: thrown anywhere in a request, sent as the specification's Error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, status: this.status };
  }
}

/** 400 for a part of the request other than its body. */
export function invalidParameter(message: string): ApiError {
  return new ApiError(400, 'invalid_parameter', message);
}

/** 404, for an address where there is nothing. */
export function unknownAddress(): ApiError {
  return new ApiError(404, 'not_found', 'There is nothing at this address.');
}

/** 503, to be tried again in so many seconds. */
export function unavailable(message: string, seconds = 2): ApiError {
  return new ApiError(503, 'unavailable', message, { 'retry-after': String(seconds) });
}

/** 429, to be tried again in so many seconds. */
export function tooMany(message: string, seconds: number): ApiError {
  return new ApiError(429, 'rate_limited', message, { 'retry-after': String(seconds) });
}

/**
 * The text of an unexpected error does not get out: it may hold SQL or paths, and the log has it under the id of the
 * request. Where the database was lost during a commit, an idempotency key finds out on which side of it.
 */
export function toApiError(error: unknown, { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): ApiError {
  if (error instanceof ApiError) {
    return error;
  }

  if (error instanceof OutcomeUnknown) {
    const lost = 'The database was lost before it confirmed the animal: it may have been added.';
    return 'idempotency-key' in headers
      ? unavailable(`${lost} Send it again with the same Idempotency-Key; it is added once.`)
      : new ApiError(503, 'unavailable', `${lost} Look for it before you add it again.`);
  }

  if (isUnavailable(error)) {
    return unavailable('The store cannot reach or write its database just now. Try again later.');
  }

  return new ApiError(500, 'internal_error', `The store failed; its log says why under request ${id}.`);
}

/** JSON with its `ETag`, and a `Link` or ''. */
export type Tagged = { readonly json: string; readonly tag: string; readonly link: string };

/** `Link` is part of the tagged content: a full last page stays the same, but from then on there is a next one. */
export function toTagged(json: string, link = ''): Tagged {
  return { json, link, tag: `"${hash('sha1', link + json, 'base64url')}"` };
}

/** Sends an answer with its tag, or 304 if the client has it already (RFC 9110, section 13.1.2). */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, { json, tag, link }: Tagged): FastifyReply {
  reply.header('etag', tag);
  if (link !== '') {
    reply.header('link', link);
  }

  const isKnown = isMatch(request.headers['if-none-match'] ?? '', tag);
  return isKnown ? reply.code(304).send() : reply.type('application/json').send(json);
}

/** Answers with the specification's Error. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply.headers(error.headers).code(error.status).send(error.body);
}

/** Weak comparison, as `If-None-Match` asks for: a proxy that compresses turns `"x"` into `W/"x"`. */
function isMatch(header: string, tag: string): boolean {
  const candidates = header.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates.includes(tag) || header.trim() === '*';
}
