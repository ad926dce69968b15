import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './answers/api-error.js';

const json = /^application\/json *(?:; *charset *= *"?utf-8"? *)?;?$/i;

/**
 * Refuses a body that is not plain JSON in UTF-8, before it is read. A request without any body passes: it gets the 400
 * for the missing body.
 *
 * @returns 415, or undefined if the body may be read
 */
export function checkMediaType(headers: IncomingHttpHeaders): ApiError | undefined {
  const type = headers['content-type'];
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (type === undefined ? hasBody : !json.test(type.trim())) {
    return new ApiError(415, 'unsupported_media_type', 'The body must be application/json in UTF-8.', {
      accept: 'application/json',
    });
  }

  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    return new ApiError(415, 'unsupported_media_type', 'The body must not be compressed.', {
      'accept-encoding': 'identity',
    });
  }

  return undefined;
}
