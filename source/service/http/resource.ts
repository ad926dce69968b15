import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, onRequestHookHandler } from 'fastify';
import type { SchemaErrorFormatter } from 'fastify/types/schema.js';
import { ApiError } from './answers.ts';

/** Answers one method of one path. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

type Method = {
  readonly handler: Handler;
  readonly schema?: FastifySchema;
  readonly schemaErrorFormatter?: SchemaErrorFormatter;
  /** Before the body is read. */
  readonly refuse?: (request: FastifyRequest) => ApiError | undefined;
  /** Before the schema judges what there is. */
  readonly prepare?: (request: FastifyRequest) => undefined;
  readonly config?: object;
};

/**
 * By hand: `GET` brings `HEAD`, of which Fastify's own tells a 304 the length of nought, which is not what GET would
 * have (RFC 9110, section 8.6); and every other method gets 405, for which Fastify would say that the path does not
 * exist.
 */
export function addResource(app: FastifyInstance, url: string, methods: Readonly<Record<string, Method>>): void {
  const hook =
    (work: (request: FastifyRequest) => Error | undefined): onRequestHookHandler =>
    (request, _reply, done) =>
      done(work(request));
  for (const [method, { refuse, prepare, ...options }] of Object.entries(methods)) {
    app.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      ...options,
      ...(refuse ? { onRequest: hook(refuse) } : {}),
      ...(prepare ? { preValidation: hook(prepare) } : {}),
    });
  }

  const allowed = [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS'].sort();
  const allow = allowed.join(', ');
  app.options(url, (_request, reply) => reply.code(204).header('allow', allow).send());
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    // Before the body is read, since it would be thrown away.
    onRequest: hook(
      ({ method }) =>
        new ApiError(405, 'method_not_allowed', `${method} is not offered here; use ${allow}.`, { allow }),
    ),
    handler: (_request, reply) => reply,
  });
}
