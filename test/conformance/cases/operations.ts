import { type Case, decided, standard } from '../case.ts';

const open = (path: string) => ({ path, outside: true, authorization: null });

export const operationsCases: readonly Case[] = [
  decided('health needs no key and says what the service is', open('/healthz'), {
    status: 200,
    text: /^\{"status":"ok","service":"petstore","idempotency":"honoured"\}$/,
  }),
  decided('readiness needs no key', open('/readyz'), { status: 200, text: /^\{"status":"ready"\}$/ }),
  decided('the description needs no key', open('/openapi.yaml'), {
    status: 200,
    headers: { 'content-type': 'application/yaml' },
    text: /openapi: 3\.1/,
  }),
  standard(
    'health cannot be posted to',
    { ...open('/healthz'), method: 'POST' },
    { status: 405, code: 'method_not_allowed', headers: { allow: 'GET, HEAD, OPTIONS' } },
  ),
  decided('outside the versioned address an unknown path needs no key to be unknown', open('/favicon.ico'), {
    status: 404,
    code: 'not_found',
  }),
];
