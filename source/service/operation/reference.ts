import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { findDataFile } from '../../platform/files/paths.js';
import { sendJson, sendTagged, toTagged, unavailable } from './answers.js';
import { addResource, type Handler } from './resource.js';
import { isDiskFull, NotWritable } from '../storage/storage-error.js';

const links =
  '</docs>; rel="service-doc"; type="text/html", </openapi.yaml>; rel="service-desc"; type="application/yaml", ' +
  '</.well-known/api-catalog>; rel="api-catalog"';

/** RFC 9727: what there is at this address, for programs that look around (a linkset, RFC 9264). */
const catalog = JSON.stringify({
  linkset: [
    {
      anchor: '/v1',
      'service-desc': [
        { href: '/openapi.yaml', type: 'application/yaml' },
        { href: '/openapi.json', type: 'application/json' },
      ],
      'service-doc': [{ href: '/docs', type: 'text/html' }],
      status: [{ href: '/healthz', type: 'application/json' }],
    },
  ],
});

const catalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The page makes no requests, not even to this service, and must not be put into a frame. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** The subjects of the operator's paths. */
export type OpenRouteParts = {
  readonly readiness: () => Promise<void>;
  readonly isDraining: () => boolean;
};

const health = toTagged(JSON.stringify({ status: 'ok', service: 'petstore', idempotency: 'honoured' }));
const ready = JSON.stringify({ status: 'ready' });

/** Without a key: the interface (`data/openapi.yaml` and its pages), and the probes of operators and balancers. */
export function addOpenRoutes(app: FastifyInstance, { readiness, isDraining }: OpenRouteParts): void {
  const file = (name: string): Buffer => readFileSync(findDataFile(name, import.meta.url));
  const serve =
    (bytes: Buffer | string, type: string, headers: Readonly<Record<string, string>> = {}): Handler =>
    (_request, reply) =>
      reply
        .headers({ 'content-type': type, 'x-content-type-options': 'nosniff', link: links, ...headers })
        .send(Buffer.from(bytes));
  const resources: Readonly<Record<string, Handler>> = {
    '/': (_request, reply) => reply.code(302).headers({ location: '/docs', link: links }).send(),
    '/docs': serve(file('reference.html'), 'text/html; charset=utf-8', pageHeaders),
    '/openapi.yaml': serve(file('openapi.yaml'), 'application/yaml'),
    '/openapi.json': serve(file('openapi.json'), 'application/json'),
    '/.well-known/api-catalog': serve(catalog, catalogType),
    // Alive is all it says: a restart does not bring a lost database back.
    '/healthz': (request, reply) => sendTagged(request, reply, health),
    '/readyz': async (_request, reply) => {
      if (isDraining()) {
        throw unavailable('The service is stopping.');
      }

      await readiness().catch((cause: unknown) => {
        const answers = cause instanceof NotWritable || isDiskFull(cause);
        const what = answers ? 'The database answers, but it takes no animals.' : 'The database does not answer.';
        throw Object.assign(unavailable(what), { cause });
      });
      return sendJson(reply, 200, ready);
    },
  };
  for (const [url, handler] of Object.entries(resources)) {
    addResource(app, url, { GET: { handler } }, { open: true });
  }
}
