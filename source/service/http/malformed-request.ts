import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from './answers.ts';
import type { Unanswered } from './connections.ts';

type MalformedRequest = Error & {
  readonly code?: string;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
};

export function answerMalformed(error: MalformedRequest, socket: Socket, unanswered: Unanswered): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
  } else {
    answerInTurn(socket, unanswered, toAnswer(error));
  }
}

/** What Node would close without a word. It gives the connection away, of which any error would end the service. */
export function refuseConnect(server: Server, unanswered: Unanswered): void {
  server.on('connect', (_request, socket: Socket) => {
    answerInTurn(
      socket.on('error', () => socket.destroy()),
      unanswered,
      notImplemented('CONNECT'),
    );
  });
}

/** The answers before it go first: a client would take a 400 for the answer to an animal that was added. */
function answerInTurn(socket: Socket, unanswered: Unanswered, answer: ApiError): void {
  const send = (): unknown => socket.writable && sendRaw(socket, answer);
  // One that is not whole is the broken one itself.
  const before = unanswered.get(socket)?.findLast(({ req }) => req.complete);
  void (before?.once('close', send) ?? send());
}

function sendRaw(socket: Socket, answer: ApiError): void {
  const body = JSON.stringify(answer.body);
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    // The rest of what such a client still sends is of no interest.
    () => socket.destroy(),
  );
}

const knownCodes: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The header is larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_INVALID_EOF_STATE: [400, 'The request did not arrive whole.'],
};

function toAnswer({ code = '', rawPacket, bytesParsed }: MalformedRequest): ApiError {
  const method = code === 'HPE_INVALID_METHOD' ? methodAt(rawPacket, bytesParsed) : undefined;
  const [status, message] = knownCodes[code] ?? [400, 'The request is not HTTP/1.1.'];
  return method === undefined ? new ApiError(status, 'invalid_request', message) : notImplemented(method);
}

const notImplemented = (method: string): ApiError =>
  new ApiError(501, 'not_implemented', `The method ${method} is not known here.`);

/** The method of the request line that parsing stopped in, if it is a request line (RFC 9112, section 3). */
function methodAt(packet: unknown, parsed = 0): string | undefined {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const line = text.slice(text.lastIndexOf('\n', parsed - 1) + 1).split('\n', 1)[0] ?? '';
  return /^([!#$%&'*+.^_`|~\w-]{1,40}) \S+ HTTP\/1\.[01]\r?$/.exec(line)?.[1];
}
