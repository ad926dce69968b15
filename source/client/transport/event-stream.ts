/**
 * Listening to server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html). They only say *that*
 * something changed, so their content is neither believed nor kept, and a stream that misbehaves costs no more than its
 * connection.
 */
import type http from 'node:http';
import type { Clock } from '../../platform/time/clock.js';
import { readRetryAfter } from '../outcomes/answer.js';
import { type ExchangeRequest, toGotOptions } from './exchange.js';
import type { AgentByProtocol } from './connections.js';

/** How a stream ended. `wasOpen`: it was one. `retryAfterMs`: the least wait the service asked for. */
export type StreamEnd = { readonly wasOpen: boolean; readonly retryAfterMs?: number | undefined };

/** Without a byte for so long a stream is dead, in milliseconds: the service writes a comment every 20 s. */
const deadAfterMs = 50_000;
/** How long the stream may take to begin, in milliseconds. */
const openWithinMs = 30_000;
/** The longest line, and the most of all within a minute, in bytes: an event has a hundred, and there is one in 5 s. */
const longestLine = 16_384;
const mostInMinute = 65_536;

/** Listens until the stream ends, misbehaves or `signal` fires. Never throws. */
export async function listenToEvents(
  { url, headers, agent }: Pick<ExchangeRequest, 'url' | 'headers'> & { readonly agent: AgentByProtocol },
  clock: Clock,
  signal: AbortSignal,
  onChange: () => void,
): Promise<StreamEnd> {
  const { default: got } = await import('got');
  if (signal.aborted) {
    return { wasOpen: false };
  }

  return await new Promise((resolve) => {
    const stream = got.stream(url, { ...toGotOptions({ method: 'GET', headers }, agent), decompress: false });
    let end: StreamEnd = { wasOpen: false };
    let timer = setTimeout(finish, openWithinMs);
    let minuteBegan = clock.uptime();
    let inMinute = 0;
    const read = createEventReader(onChange);

    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      stream.destroy();
      resolve(end);
    }

    signal.addEventListener('abort', finish);
    stream.once('response', (response: http.IncomingMessage) => {
      const isStream =
        response.statusCode === 200 && /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '');
      end = { wasOpen: isStream, retryAfterMs: readRetryAfter(response.headers, clock.now()) };
      if (!isStream) {
        finish();
      }
    });
    stream.on('data', (chunk: Uint8Array) => {
      clearTimeout(timer);
      timer = setTimeout(finish, deadAfterMs);
      if (clock.uptime() - minuteBegan > 60_000) {
        minuteBegan = clock.uptime();
        inMinute = 0;
      }

      inMinute += chunk.byteLength;
      if (inMinute > mostInMinute || !read(new TextDecoder().decode(chunk))) {
        finish();
      }
    });
    stream.once('end', finish);
    // Stays for good: destroying the stream makes one more error.
    stream.on('error', finish);
  });
}

/** Takes a stream's text, and calls back for each event named `changed`; false: a line is too long to be one. */
function createEventReader(onChange: () => void): (text: string) => boolean {
  let rest = '';
  let name = '';
  let hasData = false;
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (name === 'changed' && hasData) {
          onChange();
        }

        name = '';
        hasData = false;
      } else if (line.startsWith('event:')) {
        name = line.slice('event:'.length).trim();
      } else if (line.startsWith('data:')) {
        hasData = true;
      }
    }

    return rest.length <= longestLine;
  };
}
