import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { findDataFile } from '../../platform/files/paths.ts';
import { addResource, type Handler } from '../http/resource.ts';

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

/** The interface, for programs and for people (`data/openapi.yaml` and its pages). Needs no key. */
export function addReference(app: FastifyInstance): void {
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
  };
  for (const [url, handler] of Object.entries(resources)) {
    addResource(app, url, { GET: { handler } });
  }
}
