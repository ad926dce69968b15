/** The specification's three operations over HTTP, on one database, which several services may share. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { systemClock, type Clock } from '../platform/time/clock.ts';
import { createHttpApp, refuseUnknown, type Tls } from './http/app.ts';
import { addContract } from './http/contract.ts';
import { addCrossOrigin } from './http/cross-origin.ts';
import { addFraming } from './http/framing.ts';
import { defaultLimits, type Limits } from './http/limits.ts';
import type { LogTarget } from './http/logger.ts';
import { addAuthentication, addRights } from './keys/authentication.ts';
import { createKeyRegister } from './keys/key-register.ts';
import { addRateLimits } from './keys/throttles.ts';
import { addHealth, createReadiness } from './operation/health.ts';
import type { Observer } from './operation/metrics.ts';
import { addReference } from './operation/reference.ts';
import { addRequestEnds } from './operation/request-ends.ts';
import { addIdempotency } from './pets/idempotency.ts';
import { type SeedPet, seedPets } from './pets/pet-repository.ts';
import { addPets } from './pets/pets.ts';
import { openStorage } from './storage/open-storage.ts';
import { createReadCache } from './storage/read-cache.ts';
import { readLastBackup } from './storage/upkeep-notes.ts';

/** The parts of a service; all but the database has a default. */
export type ServiceOptions = {
  readonly database: string;
  readonly removeGetPet?: boolean | undefined;
  readonly rateLimit?: number | undefined;
  /** Its proxy names the client of each request. */
  readonly behindProxy?: boolean | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly tls?: Tls | undefined;
  /** Absent: nothing is logged. */
  readonly log?: LogTarget | undefined;
  readonly observer?: Observer | undefined;
  readonly limits?: Partial<Limits>;
  readonly clock?: Pick<Clock, 'now'> & Partial<Pick<Clock, 'uptime'>>;
};

/** A service that is open, and may be listening. */
export type Service = Awaited<ReturnType<typeof createService>>;

/** Opens the database; throws a DatabaseError. It listens only after `listen`. */
export async function createService(options: ServiceOptions) {
  const { removeGetPet = false, behindProxy = false, observer, tls } = options;
  const clock = { ...systemClock, ...options.clock };
  const limits = { ...defaultLimits, ...options.limits };
  const app = createHttpApp({ limits, log: options.log, behindProxy, tls });
  const warn = (event: string) => (error: unknown) => app.log.warn({ error: String(error) }, event);
  const storage = await openStorage(options.database, warn('database connection lost'), observer);
  const readiness = createReadiness(() => storage.ping(), clock, limits.readinessKept);
  const keys = createKeyRegister(storage, clock, warn('last use of a key not noted'));
  let closing: Promise<void> | undefined;
  const isDraining = (): boolean => closing !== undefined;

  addRequestEnds(app, observer);
  app.register(async (open) => {
    await addCrossOrigin(open, options.allowedOrigins);
    addFraming(open);
    addHealth(open, { readiness, isDraining });
    addReference(open);
  });
  app.register(
    async (api) => {
      api.setNotFoundHandler(refuseUnknown);
      await addCrossOrigin(api, options.allowedOrigins);
      addAuthentication(api, { storage, keys, cache: createReadCache(() => storage.version()), clock });
      addRateLimits(api, { perMinute: options.rateLimit ?? 0, clock });
      addRights(api);
      addFraming(api);
      addContract(api);
      addIdempotency(api, { storage, onReplay: observer?.replayed });
      addPets(api, { storage, removeGetPet });
    },
    { prefix: '/v1' },
  );
  app.addHook('onClose', () => storage.close());
  await app.ready();

  return {
    keys,
    log: app.log,
    /** A request without a connection. */
    inject: app.inject.bind(app),
    /** Fills a new store as a whole, with ids from 1 in the order given, or those given. False: it has had animals. */
    seed: (animals: readonly SeedPet[], begin = () => Promise.resolve()): Promise<boolean> =>
      seedPets(storage, animals, begin),
    upkeep: {
      lastBackup: () => readLastBackup(storage.reads.ask),
      diskFree: storage.diskFree,
    },
    isReady: (): Promise<boolean> =>
      isDraining()
        ? Promise.resolve(false)
        : readiness().then(
            () => true,
            () => false,
          ),

    /** Port 0 takes a free one. Rejects with the error of the system. */
    async listen({
      host,
      port,
    }: {
      readonly host: string;
      readonly port: number;
    }): Promise<{ readonly baseUrl: string }> {
      // Not Fastify's: it asks for the machine's interfaces, for which the unit of systemd gives no right, and opens a
      // second socket for `localhost`, which a free port cannot promise to have.
      app.server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
      await once(app.server, 'listening');
      return { baseUrl: toBaseUrl(host, (app.server.address() as AddressInfo).port, tls) };
    },

    /** For connections from now on. Throws, and keeps the one it has, if the new one cannot be used. */
    renewTls({ cert, key }: Tls): void {
      (app.server as unknown as Partial<TlsServer>).setSecureContext?.({ cert, key });
    },

    /** Stops taking requests, finishes those under way within 10 s, closes the database. May be called again. */
    close: (): Promise<void> => (closing ??= app.close()),
  };
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
