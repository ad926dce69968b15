import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.js';
import type { Foresee } from '../request.js';

/** Answers one method of one path. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** The work of one method of a path. */
export type Method = {
  readonly handler: Handler;
  /** Asked before the body is read: a reason to refuse the request, if there is one. */
  readonly refuse?: (request: FastifyRequest) => ApiError | undefined;
  readonly foresee?: Foresee;
};

/**
 * Registers a path with the methods it has. `GET` brings `HEAD`; `OPTIONS` lists them (RFC 9110, section 9.3.7); every
 * other method that HTTP knows gets 405, where Fastify by itself would say that the path does not exist.
 */
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
  app.route({
    method: 'OPTIONS',
    url,
    config,
    handler: (_request, reply) => reply.code(204).header('allow', allow).send(),
  });
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
