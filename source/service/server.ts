/** The specification's three operations over HTTP, on one database, which several services may share. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { systemClock, type Clock } from '../platform/time/clock.js';
import { createHttpApp, type Tls } from './http/app.js';
import { createKeyForgetter, createIdempotency } from './pets/idempotency.js';
import type { Observer } from './metrics/metrics.js';
import { createKeyRegister } from './auth/keys.js';
import { defaultLimits, type Limits } from './http/limits.js';
import { type SeedPet, seedPets } from './pets/pet-repository.js';
import { createFailureThrottle, createRateLimiter } from './auth/throttles.js';
import { createReadCache } from './pets/read-cache.js';
import { type Forwarding, createRequestLog, type LogLevel } from './http/request-log.js';
import { createReadiness } from './storage/readiness.js';
import { openStorage } from './storage/open-storage.js';

/** The parts of a service; all but the database has a default. */
export type ServiceOptions = {
  readonly database: string;
  readonly removeGetPet?: boolean | undefined;
  readonly rateLimit?: number | undefined;
  readonly forwarding?: Forwarding | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly log?: (line: object) => void;
  readonly logLevel?: LogLevel | undefined;
  readonly observer?: Observer | undefined;
  readonly limits?: Partial<Limits>;
  readonly clock?: Pick<Clock, 'now'> & Partial<Pick<Clock, 'uptime'>>;
};

type ListenOptions = { readonly host: string; readonly port: number; readonly tls?: Tls | undefined };

/** A service that is open, and may be listening. */
export type Service = Awaited<ReturnType<typeof createService>>;

/** Opens the database; throws a DatabaseError. It listens only after `listen`. */
export async function createService(options: ServiceOptions) {
  const clock = { ...systemClock, ...options.clock };
  const limits = { ...defaultLimits, ...options.limits };
  const log = createRequestLog(options.log ?? (() => undefined), clock, options.logLevel);
  const warn = (event: string) => (error: unknown) => log('warn', event, { error: String(error) });
  const { observer } = options;
  const storage = await openStorage(options.database, warn('database connection lost'), observer);
  const readiness = createReadiness(() => storage.ping(), clock, limits.readinessKept);
  const cache = createReadCache(() => storage.version());
  const keys = createKeyRegister(storage, clock, warn('last use of a key not noted'));
  const forgetter = createKeyForgetter(storage, clock, warn('old idempotency keys not removed'));
  const createOnce = createIdempotency(storage, clock, forgetter.look, observer?.replayed);
  const rateLimiter = createRateLimiter(clock);
  const failureThrottle = createFailureThrottle(clock);
  let app: FastifyInstance | undefined;
  let closing: Promise<void> | undefined;
  let closeUnused = (): void => undefined;

  const close = async (): Promise<void> => {
    const overdue = setTimeout(() => app?.server.closeAllConnections(), limits.drain);
    // A connection that was busy when the end began is idle after its answer, and a client may keep it.
    const tidying = setInterval(() => app?.server.closeIdleConnections(), 50);
    await app?.close();
    const closed = new Promise((resolve) => (app ? app.server.close(resolve) : resolve(undefined)));
    closeUnused();
    await closed;
    clearInterval(tidying);
    clearTimeout(overdue);
    forgetter.stop();
    await storage.close();
  };

  return {
    keys,
    /** Fills an empty store as a whole, with ids from 1 in the order given, or those given. False: it is not empty. */
    seed: (pets: readonly SeedPet[]): Promise<boolean> => seedPets(storage, pets),
    isReady: (): Promise<boolean> =>
      closing
        ? Promise.resolve(false)
        : readiness().then(
            () => true,
            () => false,
          ),

    /** Port 0 takes a free one. Rejects with the error of the system. */
    async listen({ host, port, tls }: ListenOptions): Promise<{ readonly baseUrl: string }> {
      app = createHttpApp({
        ...options,
        storage,
        readiness,
        cache,
        createOnce,
        keys,
        rateLimiter,
        failureThrottle,
        limits,
        log,
        tls,
        isDraining: () => closing !== undefined,
      });
      closeUnused = watchUnusedConnections(app.server);
      await app.ready();
      // Not Fastify's: it asks for the machine's interfaces, for which the unit of systemd gives no right, and opens a
      // second socket for `localhost`, which a free port cannot promise to have.
      app.server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
      await once(app.server, 'listening');
      return { baseUrl: toBaseUrl(host, (app.server.address() as AddressInfo).port, tls) };
    },

    /** For connections from now on. Throws, and keeps the one it has, if the new one cannot be used. */
    renewTls({ cert, key }: Tls): void {
      (app?.server as Partial<TlsServer> | undefined)?.setSecureContext?.({ cert, key });
    },

    /** Stops taking requests, finishes those under way within 10 s, closes the database. May be called again. */
    close: (): Promise<void> => (closing ??= close()),
  };
}

/** Node counts unused ones as busy, and browsers open them in reserve: each would hold the end up for 10 s. */
function watchUnusedConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => [...sockets].filter(({ bytesRead }) => bytesRead === 0).forEach((socket) => socket.destroy());
}

/** Where a client of this machine finds a service: `0.0.0.0` is nobody's address. */
function toBaseUrl(host: string, port: number, tls: Tls | undefined): string {
  const everywhere = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ]).get(host);
  const name = everywhere === undefined ? host : (tls?.name ?? everywhere);
  return `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}/v1`;
}
