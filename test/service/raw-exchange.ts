import { once } from 'node:events';
import net from 'node:net';

/**
 * Writes bytes to the service as they are, says with `end` that there are no more, and answers everything it sent until
 * it closed the connection.
 */
export async function rawExchange(baseUrl: string, text: string, { end = false } = {}): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = net.connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  socket.setTimeout(120_000, () => socket.destroy());
  socket.write(text);
  if (end) {
    socket.end();
  }

  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

/** The parsed body of a raw answer. */
export function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}
