import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, tooMany } from '../http/answers.ts';
import { isLoopbackAddress } from '../http/client-address.ts';
import { digestApiKey } from './api-key.ts';
import { type Caller, checkMayWrite, type KeyRegister } from './key-register.ts';
import { createFailureThrottle } from './throttles.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { PetRange, Reads } from '../storage/database.ts';
import type { Storage } from '../storage/open-storage.ts';
import { type ReadView, uncached } from '../storage/read-cache.ts';

type AuthenticationParts = {
  readonly storage: Pick<Storage, 'openReads'>;
  readonly keys: KeyRegister;
  readonly cache: () => ReadView;
  readonly clock: Pick<Clock, 'uptime'>;
};

/**
 * Comes first: without a key no answer of this part of the service reveals whether a path, method or body is right.
 * Asks in the same breath for the animals that the route foresees.
 */
export function addAuthentication(app: FastifyInstance, { storage, keys, cache, clock }: AuthenticationParts): void {
  const throttle = createFailureThrottle(clock);
  app.decorateRequest('caller');
  app.decorateRequest('view', uncached);
  app.decorateRequest('reads');
  app.addHook('onRequest', async (request) => {
    request.view = cache();
    request.reads = storage.openReads(() => request.routeOptions.config.foresee?.(request));
    try {
      request.caller = await keys.authenticate(request.headers.authorization, request.view, request.reads.findKey);
    } catch (error) {
      throw refuseMany(error, request, throttle);
    }
  });
}

/** After the limits, which also count what a key may not do. */
export function addRights(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => next(checkMayWrite(request.caller, request.method)));
}

/** This machine may be a proxy for everybody: there each wrong key counts by itself. */
function refuseMany(error: unknown, request: FastifyRequest, throttle: ReturnType<typeof createFailureThrottle>) {
  const { clientAddress, headers } = request;
  if (!(error instanceof ApiError) || headers.authorization === undefined) {
    return error;
  }

  const wait = throttle(
    isLoopbackAddress(clientAddress) ? `${clientAddress} ${digestApiKey(headers.authorization)}` : clientAddress,
  );
  return wait > 0 ? tooMany(`Too many wrong API keys came from here. Try again in ${wait} s.`, wait) : error;
}

// Interfaces, because only those merge with Fastify's own.
declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyRequest {
    /** Who asks. */
    caller: Caller;
    view: ReadView;
    reads: Reads;
  }

  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyContextConfig {
    /** The reads of a request, as soon as its key is known; may be wrong, but not fail. */
    readonly foresee?: (request: FastifyRequest) => PetRange | undefined;
  }
}
