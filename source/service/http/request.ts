import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/keys.js';
import { uncached, type ReadView } from '../pets/read-cache.js';
import type { PetRange, Reads } from '../storage/reads.js';

/** The reads of a request, as soon as its key is known; may be wrong, but not fail. */
export type Foresee = (request: FastifyRequest) => PetRange | undefined;

// Interfaces, because only those merge with Fastify's own.
declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyRequest {
    /** The address of the client. */
    clientAddress: string;
    /** Who asks; undefined on open paths. */
    caller: Caller | undefined;
    /** The database as this request sees it. */
    view: ReadView;
    /** Its view of the database. */
    reads: Reads;
    /** What made the answer a 5xx. */
    failure: Error | undefined;
  }

  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyContextConfig {
    /** Answered without an API key. */
    readonly open?: boolean;
    readonly foresee?: Foresee | undefined;
  }
}

/** The fields of a request before the first guard. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '');
  app.decorateRequest('caller', undefined);
  app.decorateRequest('view', uncached);
  app.decorateRequest('failure', undefined);
  app.decorateRequest('reads');
}
