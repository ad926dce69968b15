import { post, type Case } from '../case.js';

const luna = { name: 'Luna', categoryId: 2 };
const keyed = { 'idempotency-key': '"{unique}"' };
const refused = (title: string, key: string): Case => ({
  title,
  label: 'decided here',
  send: post(luna, { 'idempotency-key': key }),
  expect: { status: 400, code: 'invalid_parameter' },
});

export const idempotencyCases: readonly Case[] = [
  {
    title: 'an idempotency key is echoed',
    label: 'decided here',
    send: post(luna, keyed),
    expect: { status: 201, headers: { 'idempotency-key': '"{unique}"' } },
  },
  {
    title: 'the same key and body get the same animal',
    label: 'decided here',
    first: post(luna, keyed),
    send: post(luna, keyed),
    expect: { status: 201, headers: { location: '/v1{first.location}', 'idempotency-key': '"{unique}"' } },
  },
  {
    title: 'other spaces and order are the same body',
    label: 'decided here',
    first: post(luna, keyed),
    send: post('{ "categoryId": 2, "name": "Luna" }', keyed),
    expect: { status: 201, headers: { location: '/v1{first.location}' } },
  },
  {
    title: 'the same key with another body is refused',
    label: 'decided here',
    first: post(luna, keyed),
    send: post({ ...luna, name: 'Other' }, keyed),
    expect: { status: 422, code: 'idempotency_key_reused' },
  },
  {
    title: 'a status is part of the body',
    label: 'decided here',
    first: post(luna, keyed),
    send: post({ ...luna, status: 'sold' }, keyed),
    expect: { status: 422, code: 'idempotency_key_reused' },
  },
  {
    title: 'a refused body does not use the key up',
    label: 'decided here',
    first: { path: '/pets?limit=1' },
    send: post({ name: '' }, keyed),
    expect: { status: 400, code: 'invalid_body' },
  },
  {
    title: 'a key without quotes is taken as it is',
    label: 'decided here',
    send: post(luna, { 'idempotency-key': '{unique}' }),
    expect: { status: 201, headers: { 'idempotency-key': '{unique}' } },
  },
  {
    title: 'two keys are refused',
    label: 'decided here',
    send: post(luna, { 'idempotency-key': ['"a{unique}"', '"b{unique}"'] }),
    expect: { status: 400, code: 'invalid_parameter' },
  },
  {
    title: 'a key that is too long is refused',
    label: 'decided here',
    send: post(luna, { 'idempotency-key': 'k'.repeat(256) }),
    expect: { status: 400, code: 'invalid_parameter' },
  },
  refused('an empty key is refused', '""'),
  refused('a key whose quote does not end is refused', '"{unique}'),
  refused('a key with text behind its quotes is refused', '"{unique}"x'),
  refused('two keys in one header are refused', '"a{unique}", "b{unique}"'),
  refused('a key that is not ASCII is refused', 'd\u00e9j\u00e0'),
  {
    title: 'a key may hold an escaped quote',
    label: 'standard',
    send: post(luna, { 'idempotency-key': '"{unique}\\""' }),
    expect: { status: 201, headers: { 'idempotency-key': '"{unique}\\""' } },
  },
  {
    title: 'a key of 255 characters is taken',
    label: 'decided here',
    send: post(luna, { 'idempotency-key': `{unique}${'k'.repeat(219)}` }),
    expect: { status: 201 },
  },
  {
    title: 'without a key the same body makes another animal',
    label: 'standard',
    first: post(luna),
    send: post(luna),
    expect: { status: 201, headers: { location: /\d+$/ } },
  },
];
