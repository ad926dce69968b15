import { post, type Case, specified, decided, standard } from '../case.ts';

type Pet = { readonly id: number; readonly name: string; readonly categoryId: number; readonly status?: string };

const refused = (title: string, body: unknown, label: Case['label'] = 'specified'): Case => ({
  title,
  label,
  send: post(body),
  expect: { status: 400, code: 'invalid_body' },
});
const notJson = (title: string, body: unknown): Case =>
  specified(title, post(body), { status: 400, code: 'invalid_json' });
const accepted = (title: string, body: string, text: RegExp, label: Case['label'] = 'standard'): Case => ({
  title,
  label,
  send: post(body),
  expect: { status: 201, text },
});

export const createCases: readonly Case[] = [
  specified('an animal comes back with its id', post({ name: 'Luna', categoryId: 2, status: 'sold' }), {
    status: 201,
    json: (pet: Pet) => pet.id > 0 && pet.name === 'Luna' && pet.categoryId === 2 && pet.status === 'sold',
  }),
  decided('an animal needs no status, and gets none', post({ name: 'Luna', categoryId: 2 }), {
    status: 201,
    text: /^\{"id":\d+,"name":"Luna","categoryId":2\}$/,
  }),
  specified(
    'what was added can be fetched',
    { path: '/pets/{first.id}' },
    { status: 200, json: (pet: Pet) => pet.name === 'Ünïcødé 🐾' && pet.categoryId === 5 },
    post({ name: 'Ünïcødé 🐾', categoryId: 5 }),
  ),
  standard(
    'the location leads to the animal',
    { path: '{first.location}' },
    { status: 200, json: (pet: Pet) => pet.name === 'Locatable' },
    post({ name: 'Locatable', categoryId: 1 }),
  ),
  refused('a body without a name is refused', { categoryId: 1 }),
  refused('a body without a category is refused', { name: 'Luna' }),
  refused('a name that is a number is refused', { name: 7, categoryId: 1 }),
  refused('a name that is null is refused', { name: null, categoryId: 1 }),
  refused('an empty name is refused', { name: '', categoryId: 1 }, 'decided here'),
  refused('a name of more than 1 000 characters is refused', { name: 'x'.repeat(1001), categoryId: 1 }, 'decided here'),
  decided(
    'a name of 1 000 characters is kept exactly, whatever they are',
    post({ name: '🐾'.repeat(1000), categoryId: 1 }),
    { status: 201, json: (pet: Pet) => pet.name === '🐾'.repeat(1000) },
  ),
  refused('a name with NUL is refused', { name: 'a\0b', categoryId: 1 }, 'decided here'),
  refused('a name with half a surrogate pair is refused', '{"name":"\\ud83d","categoryId":1}', 'decided here'),
  refused('a category that is text is refused', { name: 'Luna', categoryId: '7' }),
  refused('a category with a fraction is refused', { name: 'Luna', categoryId: 1.5 }),
  refused(
    'a category that only rounding would make whole is refused',
    '{"name":"Luna","categoryId":1.0000000000000001}',
  ),
  refused('a category that is null is refused', { name: 'Luna', categoryId: null }),
  refused('a category just above int64 is refused', '{"name":"Luna","categoryId":9223372036854775808}'),
  refused('a category beyond any float is refused', '{"name":"Luna","categoryId":1e999}'),
  refused('an unknown status is refused', { name: 'Luna', categoryId: 1, status: 'lost' }),
  refused('a status that is null is refused', { name: 'Luna', categoryId: 1, status: null }),
  refused('an array is refused', [{ name: 'Luna', categoryId: 1 }]),
  refused('null is refused', 'null'),
  refused(
    'fields inherited through __proto__ do not count',
    '{"__proto__":{"name":"Luna","categoryId":1}}',
    'standard',
  ),
  notJson('half an object is refused', '{"name":"Luna"'),
  notJson('a surrogate written in UTF-8 is refused', Buffer.from('{"name":"\xed\xa0\x80","categoryId":1}', 'latin1')),
  notJson('a category with a nought before it is refused', '{"name":"Luna","categoryId":01}'),
  notJson('bytes that are no UTF-8 are refused', Buffer.from('{"name":"\xff\xfe","categoryId":1}', 'latin1')),
  notJson('an empty body is refused', ''),
  specified('no body at all is refused', { method: 'POST' }, { status: 400, code: 'invalid_json' }),
  decided('a message about a category begins with the field', post({ name: 'Luna', categoryId: 'x' }), {
    status: 400,
    text: /"message":"categoryId /,
  }),
  decided('a message about a name begins with the field', post({ name: 7, categoryId: 1 }), {
    status: 400,
    text: /"message":"name /,
  }),
  decided('the message does not repeat what was sent', post('{"name":"<script>", oops'), {
    status: 400,
    text: /^(?!.*script)/,
  }),
  accepted(
    'the largest category is kept exactly',
    '{"name":"Max","categoryId":9223372036854775807}',
    /"categoryId":9223372036854775807\}/,
  ),
  accepted(
    'the smallest category is kept exactly',
    '{"name":"Min","categoryId":-9223372036854775808}',
    /"categoryId":-9223372036854775808\}/,
  ),
  accepted(
    'a category just above 2^53 is kept exactly',
    '{"name":"Odd","categoryId":9007199254740993}',
    /"categoryId":9007199254740993\}/,
  ),
  accepted('a category written 3.0 is the integer 3', '{"name":"Three","categoryId":3.0}', /"categoryId":3\}/),
  accepted('a category written 1e2 is the integer 100', '{"name":"Hundred","categoryId":1e2}', /"categoryId":100\}/),
  accepted('a category written -0 is nought', '{"name":"Nought","categoryId":-0}', /"categoryId":0\}/),
  accepted(
    'a category of int64 with a fraction of nought is kept exactly',
    '{"name":"Max","categoryId":9223372036854775807.0}',
    /"categoryId":9223372036854775807\}/,
  ),
  refused('a category just above 2^53 with a half is refused', '{"name":"Half","categoryId":9007199254740993.5}'),
  accepted(
    'fields named like what every object has are ignored',
    '{"constructor":1,"hasOwnProperty":2,"name":"Plain","categoryId":1}',
    /"name":"Plain","categoryId":1\}/,
  ),
  accepted('a byte order mark is ignored', '\ufeff{"name":"Marked","categoryId":1}', /"name":"Marked"/, 'decided here'),
  accepted(
    'an id of the client is ignored',
    '{"id":1,"name":"Sly","categoryId":1}',
    /^\{"id":(?!1,)\d+,"name":"Sly"/,
    'decided here',
  ),
  accepted(
    'an unknown field is ignored',
    '{"name":"Extra","categoryId":1,"colour":"red"}',
    /^(?!.*colour)/,
    'decided here',
  ),
  accepted(
    'of a field that comes twice the last counts',
    '{"name":"First","name":"Last","categoryId":1}',
    /"name":"Last"/,
    'decided here',
  ),
  accepted(
    'an unknown field may be nested deeply',
    `{"name":"Deep","categoryId":1,"x":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    /"name":"Deep"/,
    'decided here',
  ),
  accepted(
    'spaces in a name are kept',
    '{"name":"  two  words ","categoryId":1}',
    /"name":" {2}two {2}words "/,
    'decided here',
  ),
  accepted('a name is not normalised', '{"name":"e\\u0301","categoryId":1}', /"name":"e\u0301"/, 'decided here'),
  standard('nesting without end is refused', post('['.repeat(50_000)), { status: 400, code: 'invalid_json' }),
  standard(
    'a charset parameter of utf-8 is accepted',
    post({ name: 'Param', categoryId: 1 }, { 'content-type': 'Application/JSON; charset="UTF-8"' }),
    { status: 201 },
  ),
];
