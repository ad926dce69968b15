import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.js';

/**
 * The `Idempotency-Key` of a request, if it has one. The draft writes it as a quoted string, much software without quotes; the text is
 * taken as it came, up to 255 visible characters, and echoed the same.
 *
 * @throws {ApiError} 400 where it is empty, too long or there twice
 */
export function readIdempotencyKey(request: IncomingMessage): string | undefined {
  const values = request.headersDistinct['idempotency-key'];
  if (values === undefined) {
    return undefined;
  }

  const [key = ''] = values;
  if (values.length > 1 || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new ApiError(400, 'invalid_parameter', 'Idempotency-Key must be given once, as 1 to 255 visible ASCII characters.');
  }

  return key;
}
