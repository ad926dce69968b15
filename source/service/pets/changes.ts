import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { systemRandom } from '../../platform/process/self.js';
import type { KeyRegister } from '../auth/keys.js';
import { ApiError, tooMany, unavailable } from '../http/answers.js';
import type { Limits } from '../http/limits.js';
import { addResource, type Handler } from '../http/resource.js';
import type { Storage } from '../storage/open-storage.js';
import { readNewestToken } from './pet-repository.js';
import type { ReadView } from './read-cache.js';

/** The tools of the stream of events. */
export type ChangesRouteParts = {
  readonly feed: ReturnType<typeof createChangeFeed>;
  readonly storage: Storage;
  readonly keys: KeyRegister;
  readonly cache: () => ReadView;
  readonly limits: Limits;
};

/** More waiting means that the client does not read: an event is a hundred bytes and comes every few seconds. */
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
  ({ feed, storage, keys, cache, limits }: ChangesRouteParts, streams: Set<Readable>): Handler =>
  async (request, reply) => {
    const token = await readNewestToken(storage);
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
    const timer = setInterval(() => {
      write(': still here\n\n');
      // A key may be revoked while it listens. A database that is away does not answer that.
      keys
        .authenticate(request.headers.authorization, cache())
        .catch((error: unknown) => error instanceof ApiError && error.status === 401 && stream.push(null));
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

type Listener = {
  readonly owner: string;
  readonly tell: (token: string) => void;
  known: string;
  quietUntil: number;
  timer: NodeJS.Timeout | undefined;
};

/**
 * Tells listeners that something changed, never what. Looks for news a few times a second while anybody listens, since
 * another process adds silently (PostgreSQL's `LISTEN` dies behind poolers). The first news after a quiet while is told
 * at a moment of each listener's own, as all will ask for the same; later only the latest, and not before `quiet` is
 * over.
 */
export function createChangeFeed(
  readNewest: () => Promise<string>,
  onMissedLook: (error: unknown) => void,
  limits: Limits['events'],
) {
  const listeners = new Set<Listener>();
  let newest: string | undefined;
  let looking: NodeJS.Timeout | undefined;

  const tellLater = (listener: Listener): void => {
    const wait = Math.max(systemRandom() * limits.spread, listener.quietUntil - performance.now());
    listener.timer ??= setTimeout(() => {
      listener.timer = undefined;
      if (newest !== undefined && newest !== listener.known) {
        listener.known = newest;
        listener.quietUntil = performance.now() + limits.quiet;
        listener.tell(newest);
      }
    }, wait);
  };

  const look = async (): Promise<void> => {
    try {
      newest = await readNewest();
      [...listeners].filter(({ known }) => known !== newest).forEach(tellLater);
    } catch (error) {
      onMissedLook(error);
    }

    looking = listeners.size > 0 ? setTimeout(() => void look(), limits.lookEvery) : undefined;
  };

  return {
    /** Returns what ends it. Throws 503 or 429 if too many listen already. */
    listen(owner: string, known: string, tell: (token: string) => void): () => void {
      const instead = 'Ask for the list now and then instead.';
      if (listeners.size >= limits.most) {
        throw unavailable(`Too many clients listen for changes here. ${instead}`, 60);
      }

      if ([...listeners].filter((one) => one.owner === owner).length >= limits.mostOfKey) {
        throw tooMany(`Too many clients listen for changes with this API key. ${instead}`, 60);
      }

      const listener: Listener = { owner, tell, known, quietUntil: performance.now(), timer: undefined };
      listeners.add(listener);
      looking ??= setTimeout(() => void look(), limits.lookEvery);
      return () => {
        clearTimeout(listener.timer);
        listeners.delete(listener);
      };
    },

    stop(): void {
      clearTimeout(looking);
      listeners.forEach(({ timer }) => clearTimeout(timer));
      listeners.clear();
    },
  };
}
