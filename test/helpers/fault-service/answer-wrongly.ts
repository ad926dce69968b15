import type http from 'node:http';
import type { HttpAnswer } from '../../../source/client/outcomes/answer.ts';
import { toAnswer, type Wrong } from './faults.ts';

/** An answer before it is sent. */
export type PlainAnswer = Pick<HttpAnswer, 'status' | 'body' | 'headers'>;

/** Sends an answer as it is. */
export function send(response: http.ServerResponse, { status, headers, body }: PlainAnswer): void {
  if (!response.destroyed) {
    response.writeHead(status, headers).end(body);
  }
}

/** Sends what a fault says instead of the true answer. `later` runs its argument at the release. */
export function sendWrongly(
  wrong: Wrong,
  truth: PlainAnswer,
  response: http.ServerResponse,
  extraHeaders: Readonly<Record<string, string>>,
  later: (run: () => void) => void,
): void {
  switch (wrong) {
    case 'truth':
      send(response, truth);
      break;
    case 'truth-late':
      later(() => send(response, truth));
      break;
    case 'drop':
      response.socket?.resetAndDestroy();
      break;
    case 'nothing':
      break;
    case 'half':
      response.writeHead(truth.status, { ...truth.headers, 'content-length': String(Buffer.byteLength(truth.body)) });
      response.write(truth.body.slice(0, truth.body.length / 2), () => response.destroy());
      break;
    case 'drip':
      drip(response, truth);
      break;
    default: {
      const answer = toAnswer(wrong, truth.body)!;
      send(response, { ...answer, headers: { ...answer.headers, ...extraHeaders } });
    }
  }
}

function drip(response: http.ServerResponse, { status, headers }: PlainAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': '1000000' });
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
}
