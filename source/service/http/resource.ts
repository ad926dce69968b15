import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './answers.js';
import type { Caller } from '../auth/keys.js';
import { uncached, type ReadView } from '../pets/read-cache.js';
import type { PetRange, Reads } from '../storage/database.js';

/** Answers one method of one path. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

type Method = {
  readonly handler: Handler;
  readonly refuse?: (request: FastifyRequest) => ApiError | undefined;
  readonly foresee?: Foresee;
};

/** `GET` brings `HEAD`, and every other method gets 405, for which Fastify would say that the path does not exist. */
export function addResource(
  app: FastifyInstance,
  url: string,
  methods: Readonly<Record<string, Method>>,
  config: { readonly open?: boolean } = {},
): void {
  for (const [method, { handler, refuse, foresee }] of Object.entries(methods)) {
    // HEAD is GET without the body, which Node leaves out. Fastify's own HEAD tells a 304 the length of nought, which
    // is not what GET would have (RFC 9110, section 8.6).
    app.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      config: { ...config, foresee },
      handler,
      ...(refuse ? { onRequest: (request, _reply, done) => done(refuse(request)) } : {}),
    });
  }

  const allowed = [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS'].sort();
  const allow = allowed.join(', ');
  const tellAllowed: Handler = (_request, reply) => reply.code(204).header('allow', allow).send();
  app.route({ method: 'OPTIONS', url, config, handler: tellAllowed });
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    config,
    // Before the body is read, since it would be thrown away.
    onRequest: (request, _reply, done) =>
      done(new ApiError(405, 'method_not_allowed', `${request.method} is not offered here; use ${allow}.`, { allow })),
    handler: (_request, reply) => reply,
  });
}

/** The reads of a request, as soon as its key is known; may be wrong, but not fail. */
type Foresee = (request: FastifyRequest) => PetRange | undefined;

// Interfaces, because only those merge with Fastify's own.
declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyRequest {
    clientAddress: string;
    /** Who asks; undefined on open paths. */
    caller: Caller | undefined;
    /** The animal that the request added, or had added before. */
    petId: string | undefined;
    view: ReadView;
    reads: Reads;
    /** What made the answer a 5xx. */
    failure: Error | undefined;
  }

  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyContextConfig {
    readonly open?: boolean;
    readonly foresee?: Foresee | undefined;
  }
}

/** Before the first guard. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '');
  app.decorateRequest('caller', undefined);
  app.decorateRequest('petId', undefined);
  app.decorateRequest('view', uncached);
  app.decorateRequest('failure', undefined);
  app.decorateRequest('reads');
}
