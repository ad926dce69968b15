import { post, type Case, decided, standard } from '../case.ts';

const luna = { name: 'Luna', categoryId: 2 };
const keyed = { 'idempotency-key': '"{unique}"' };
const refused = (title: string, key: string): Case =>
  decided(title, post(luna, { 'idempotency-key': key }), { status: 400, code: 'invalid_parameter' });

export const idempotencyCases: readonly Case[] = [
  decided('an idempotency key is echoed', post(luna, keyed), {
    status: 201,
    headers: { 'idempotency-key': '"{unique}"' },
  }),
  decided(
    'the same key and body get the same animal',
    post(luna, keyed),
    { status: 201, headers: { location: '/v1{first.location}', 'idempotency-key': '"{unique}"' } },
    post(luna, keyed),
  ),
  decided(
    'other spaces and order are the same body',
    post('{ "categoryId": 2, "name": "Luna" }', keyed),
    { status: 201, headers: { location: '/v1{first.location}' } },
    post(luna, keyed),
  ),
  decided(
    'the same key with another body is refused',
    post({ ...luna, name: 'Other' }, keyed),
    { status: 422, code: 'idempotency_key_reused' },
    post(luna, keyed),
  ),
  decided(
    'a status is part of the body',
    post({ ...luna, status: 'sold' }, keyed),
    { status: 422, code: 'idempotency_key_reused' },
    post(luna, keyed),
  ),
  decided(
    'a refused body does not use the key up',
    post({ name: '' }, keyed),
    { status: 400, code: 'invalid_body' },
    { path: '/pets?limit=1' },
  ),
  decided('a key without quotes is taken as it is', post(luna, { 'idempotency-key': '{unique}' }), {
    status: 201,
    headers: { 'idempotency-key': '{unique}' },
  }),
  decided('two keys are refused', post(luna, { 'idempotency-key': ['"a{unique}"', '"b{unique}"'] }), {
    status: 400,
    code: 'invalid_parameter',
  }),
  refused('a key that is too long is refused', 'k'.repeat(256)),
  refused('an empty key is refused', '""'),
  refused('a key whose quote does not end is refused', '"{unique}'),
  refused('a key with text behind its quotes is refused', '"{unique}"x'),
  refused('two keys in one header are refused', '"a{unique}", "b{unique}"'),
  refused('a key that is not ASCII is refused', 'd\u00e9j\u00e0'),
  standard('a key may hold an escaped quote', post(luna, { 'idempotency-key': '"{unique}\\""' }), {
    status: 201,
    headers: { 'idempotency-key': '"{unique}\\""' },
  }),
  standard('a key in quotes may hold a blank', post(luna, { 'idempotency-key': '"a {unique}"' }), { status: 201 }),
  refused('a key without quotes that holds a blank is refused', 'a {unique}'),
  decided('a key of 255 characters is taken', post(luna, { 'idempotency-key': `{unique}${'k'.repeat(219)}` }), {
    status: 201,
  }),
  decided(
    'quotes do not count, nor what escapes',
    post(luna, { 'idempotency-key': `"{unique}${'\\"'.repeat(219)}"` }),
    { status: 201 },
  ),
  refused('a key of 256 characters in quotes is refused', `"${'k'.repeat(256)}"`),
  standard(
    'without a key the same body makes another animal',
    post(luna),
    { status: 201, headers: { location: /\d+$/ } },
    post(luna),
  ),
];
