import type { Socket } from 'node:net';
import { ApiError } from './api-error.js';

/**
 * Answers what never became a request: broken HTTP, too large a header, too slow a client. There is no request to route, so the
 * answer is written to the socket.
 */
export function answerMalformedRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }

  const [reason, answer] = toAnswer(error.code);
  const body = JSON.stringify(answer.body);
  socket.end(
    `HTTP/1.1 ${answer.status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    // The rest of what such a client still sends is of no interest.
    () => socket.destroy(),
  );
}

function toAnswer(code: string | undefined): [reason: string, answer: ApiError] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return ['Request Header Fields Too Large', new ApiError(431, 'invalid_request', 'The header is larger than 16 KiB.')];
  }

  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? ['Request Timeout', new ApiError(408, 'invalid_request', 'The request took too long to arrive.')]
    : ['Bad Request', new ApiError(400, 'invalid_request', 'The request is not HTTP/1.1.')];
}
