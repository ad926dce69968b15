import type { IncomingMessage } from 'node:http';
import { ApiError } from '../http/answers/api-error.js';

/**
 * A quoted string (RFC 9651, section 3.3.3), or the same text without quotes; a comma would begin a second key. Never
 * empty.
 */
const form = /^(?:"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])+"|[\x21\x23-\x2b\x2d-\x7e]+)$/;

/**
 * The `Idempotency-Key` of a request, if it has one: `"k-1"` and `k-1` are the same, as the draft writes it as a quoted
 * string and much software without quotes. It has up to 255 characters as it came. An empty one is most likely a
 * variable that was never set: taking it would make one animal of all that such a client adds.
 *
 * @throws {ApiError} 400 if it is empty, malformed, too long or there twice
 */
export function readIdempotencyKey(request: IncomingMessage): string | undefined {
  const values = request.headersDistinct['idempotency-key'];
  if (values === undefined) {
    return undefined;
  }

  const [key = ''] = values;
  if (values.length > 1 || key.length > 255 || !form.test(key)) {
    throw new ApiError(
      400,
      'invalid_parameter',
      'Idempotency-Key must be given once, as 1 to 255 visible ASCII characters, quoted or not.',
    );
  }

  return key.startsWith('"') ? key : `"${key.replaceAll('\\', '\\\\')}"`;
}
