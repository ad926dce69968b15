import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../http/answers/api-error.js';
import type { Limits } from '../http/limits.js';
import { addResource, type Handler } from '../http/answers/resource.js';
import type { ChangeFeed } from './change-feed.js';

/** The tools of the stream of events. */
export type ChangesRouteParts = {
  readonly feed: ChangeFeed;
  readonly readNewest: () => Promise<string>;
  /** Rejects with 401 if the key of a request does not open anything any more. */
  readonly authenticate: (request: FastifyRequest) => Promise<unknown>;
  readonly limits: Limits;
};

/**
 * More than this waiting means that the client does not read: an event is a hundred bytes and comes every few seconds.
 */
const unread = 16_384;

/** `GET /v1/changes`, server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html). */
export function addChangesRoute(app: FastifyInstance, parts: ChangesRouteParts): void {
  const streams = new Set<Readable>();
  addResource(app, '/v1/changes', { GET: { handler: changesHandler(parts, streams) } });
  // Before the connections are asked to end: an answer that never does would hold the stop up.
  app.addHook('preClose', (done) => {
    parts.feed.stop();
    streams.forEach((stream) => stream.push(null));
    done();
  });
}

const changesHandler =
  ({ feed, readNewest, authenticate, limits }: ChangesRouteParts, streams: Set<Readable>): Handler =>
  async (request, reply) => {
    const token = await readNewest();
    const headers = {
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
    };
    if (request.method === 'HEAD') {
      return reply.headers(headers).send();
    }

    const stream = new Readable({ read: () => undefined });
    const write = (text: string): void => {
      stream.push(text);
      if (stream.readableLength > unread) {
        stream.destroy();
      }
    };
    const tell = (newest: string): void => write(`event: changed\ndata: ${newest}\n\n`);
    const leave = feed.listen(request.caller?.id ?? '', token, tell);
    if (typeof leave === 'string') {
      const [status, code, where] =
        leave === 'too many'
          ? ([503, 'unavailable', 'here'] as const)
          : ([429, 'rate_limited', 'with this API key'] as const);
      const message = `Too many clients listen for changes ${where}. Ask for the list now and then instead.`;
      throw new ApiError(status, code, message, { 'retry-after': '60' });
    }

    const timer = setInterval(() => {
      write(': still here\n\n');
      // A key may be revoked while it listens. A database that is away does not answer that.
      authenticate(request).catch(
        (error: unknown) => error instanceof ApiError && error.status === 401 && stream.push(null),
      );
    }, limits.events.comment);
    streams.add(stream);
    stream.once('close', () => {
      clearInterval(timer);
      leave();
      streams.delete(stream);
    });
    tell(token);
    return reply.headers(headers).send(stream);
  };
