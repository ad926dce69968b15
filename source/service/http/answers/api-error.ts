import type { ErrorBody } from '../../../domain/contract.js';
import { isUnavailable, OutcomeUnknown } from '../../storage/storage-error.js';

/** Every value of `code` in an Error body. The specification has no codes; clients should branch on the status. */
export type ErrorCode =
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

  /** @param message for a person: names the field or parameter; never holds a key or a stack */
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

/**
 * The answer to a client about any failure. The text of an unexpected error does not get out: it may hold SQL or paths;
 * the log has it under the request's id.
 */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) {
    return error;
  }

  if (error instanceof OutcomeUnknown) {
    const message =
      'The database was lost before it confirmed the animal: it may have been added. ' +
      'Look for it before you add it again.';
    return Object.assign(new ApiError(503, 'unavailable', message), { cause: error });
  }

  if (isUnavailable(error)) {
    const message = 'The store cannot reach or write its database just now. Try again later.';
    return new ApiError(503, 'unavailable', message, { 'retry-after': '2' });
  }

  return new ApiError(500, 'internal_error', `The store failed; its log says why under request ${requestId}.`);
}
