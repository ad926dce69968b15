import { ApiError } from './api-error.js';
import { isUnavailable, OutcomeUnknown } from '../../storage/storage-error.js';

/**
 * What a client is told about any failure. Nothing of an unexpected error's text gets out: it may hold SQL or paths;
 * the log has it
 * under the request's id.
 */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) {
    return error;
  }

  if (error instanceof OutcomeUnknown) {
    return Object.assign(
      new ApiError(
        503,
        'unavailable',
        'The database was lost before it confirmed the animal: it may have been added. Look for it before you add it again.',
      ),
      { cause: error },
    );
  }

  if (isUnavailable(error)) {
    return new ApiError(503, 'unavailable', 'The store cannot reach or write its database just now. Try again later.', {
      'retry-after': '2',
    });
  }

  const status = fastifyStatus(error);
  if (status === 413) {
    // What is left of the body is not read, so the connection cannot carry another request.
    return new ApiError(413, 'content_too_large', 'The body is larger than 1 MiB.', { connection: 'close' });
  }

  return status === 400
    ? new ApiError(400, 'invalid_request', 'The body did not arrive whole.')
    : new ApiError(500, 'internal_error', `The store failed; its log says why under request ${requestId}.`);
}

/** Fastify's own errors while it reads a body carry the status; nothing else is taken from them. */
function fastifyStatus(error: unknown): number | undefined {
  const { code, statusCode } = error as { readonly code?: unknown; readonly statusCode?: unknown };
  return typeof code === 'string' && code.startsWith('FST_ERR_CTP_') && typeof statusCode === 'number'
    ? statusCode
    : undefined;
}
