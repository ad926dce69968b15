import { ApiError } from './api-error.js';
import { isUnavailable, OutcomeUnknown } from '../../storage/storage-error.js';

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
