import type { Case } from '../case.js';

const open = (path: string) => ({ path, outside: true, authorization: null });

export const operationsCases: readonly Case[] = [
  {
    title: 'health needs no key and says what the service is',
    label: 'decided here',
    send: open('/healthz'),
    expect: { status: 200, text: /^\{"status":"ok","service":"petstore","idempotency":"honoured"\}$/ },
  },
  {
    title: 'readiness needs no key',
    label: 'decided here',
    send: open('/readyz'),
    expect: { status: 200, text: /^\{"status":"ready"\}$/ },
  },
  {
    title: 'the description needs no key',
    label: 'decided here',
    send: open('/openapi.yaml'),
    expect: { status: 200, headers: { 'content-type': 'application/yaml' }, text: /openapi: 3\.1/ },
  },
  {
    title: 'health cannot be posted to',
    label: 'standard',
    send: { ...open('/healthz'), method: 'POST' },
    expect: { status: 405, code: 'method_not_allowed', headers: { allow: 'GET, HEAD, OPTIONS' } },
  },
  {
    title: 'outside the versioned address an unknown path needs no key to be unknown',
    label: 'decided here',
    send: open('/favicon.ico'),
    expect: { status: 404, code: 'not_found' },
  },
];
