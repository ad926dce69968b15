import { post, type Case, standard, decided } from '../case.ts';

const luna = { name: 'Luna', categoryId: 2 };
const onPets = 'GET, HEAD, OPTIONS, POST';
const onPet = 'GET, HEAD, OPTIONS';
const notOffered = (method: string, path: string, allow: string): Case =>
  standard(
    `${method} of ${path} is not offered`,
    { method, path },
    { status: 405, code: 'method_not_allowed', headers: { allow } },
  );
const nothing = (title: string, path: string, outside = false, label: Case['label'] = 'decided here'): Case => ({
  title,
  label,
  send: { path, outside },
  expect: { status: 404, code: 'not_found' },
});
const wrongType = (title: string, headers: Record<string, string>): Case =>
  standard(title, post(luna, headers), { status: 415, code: 'unsupported_media_type' });

export const protocolCases: readonly Case[] = [
  notOffered('PUT', '/pets', onPets),
  notOffered('DELETE', '/pets', onPets),
  notOffered('PATCH', '/pets', onPets),
  notOffered('TRACE', '/pets', onPets),
  notOffered('PROPFIND', '/pets', onPets),
  notOffered('QUERY', '/pets', onPets),
  notOffered('PUT', '/pets/{pet}', onPet),
  notOffered('PATCH', '/pets/{pet}', onPet),
  notOffered('DELETE', '/pets/{pet}', onPet),
  notOffered('POST', '/pets/{pet}', onPet),
  standard(
    'the methods of the list are told',
    { method: 'OPTIONS' },
    { status: 204, headers: { allow: onPets }, text: /^$/ },
  ),
  standard(
    'the methods of an animal are told',
    { method: 'OPTIONS', path: '/pets/{pet}' },
    { status: 204, headers: { allow: onPet }, text: /^$/ },
  ),
  nothing('a trailing slash is another address', '/pets/'),
  nothing('a trailing slash after an id is another address', '/pets/{pet}/'),
  nothing('nothing is below an animal', '/pets/{pet}/toys', false, 'standard'),
  nothing('a doubled slash is another address', '//pets'),
  nothing('paths tell capitals from small letters', '/Pets', false, 'standard'),
  nothing('orders are not offered', '/orders'),
  nothing('categories are not offered', '/categories'),
  nothing('there is nothing at the base address', ''),
  nothing('there is no version 2', '/v2/pets', true),
  standard(
    'a POST to an unknown path is not found',
    { ...post(luna), path: '/nothing' },
    { status: 404, code: 'not_found' },
  ),
  wrongType('a form is refused', { 'content-type': 'application/x-www-form-urlencoded' }),
  wrongType('text is refused', { 'content-type': 'text/plain' }),
  wrongType('another JSON type is refused', { 'content-type': 'application/vnd.api+json' }),
  wrongType('another charset is refused', { 'content-type': 'application/json; charset=utf-16' }),
  wrongType('a type that is no type is refused', { 'content-type': 'json' }),
  wrongType('a body without a type is refused', { 'content-type': '' }),
  wrongType('a compressed body is refused', { 'content-encoding': 'gzip' }),
  decided('a body over 64 KiB is refused', post({ name: 'x'.repeat(65_537), categoryId: 1 }), {
    status: 413,
    code: 'content_too_large',
  }),
  decided(
    'a body over 64 KiB that does not tell its length is refused',
    post({ name: 'x'.repeat(65_537), categoryId: 1 }, { 'content-length': '', 'transfer-encoding': 'chunked' }),
    { status: 413, code: 'content_too_large' },
  ),
  standard('a body in chunks is accepted', post(luna, { 'content-length': '', 'transfer-encoding': 'chunked' }), {
    status: 201,
  }),
  standard(
    'HEAD of a list has its headers and no body',
    { method: 'HEAD' },
    {
      status: 200,
      headers: { 'content-type': 'application/json', 'content-length': /^[1-9]\d+$/, etag: /^"/ },
      text: /^$/,
    },
  ),
  standard(
    'HEAD of an animal has its headers and no body',
    { method: 'HEAD', path: '/pets/{pet}' },
    { status: 200, headers: { 'content-length': /^\d\d+$/ }, text: /^$/ },
  ),
  standard('HEAD of an unknown animal is not found', { method: 'HEAD', path: '/pets/0' }, { status: 404, text: /^$/ }),
  standard(
    'an animal the client has already is not sent again',
    { path: '/pets/{pet}', headers: { 'if-none-match': '{first.etag}' } },
    { status: 304, text: /^$/, headers: { etag: /^"/, 'content-type': null } },
    { path: '/pets/{pet}' },
  ),
  standard(
    'a weak tag matches too',
    { path: '/pets/{pet}', headers: { 'if-none-match': '"x", W/{first.etag}' } },
    { status: 304 },
    { path: '/pets/{pet}' },
  ),
  standard('any tag matches an asterisk', { path: '/pets/{pet}', headers: { 'if-none-match': '*' } }, { status: 304 }),
  standard(
    'another tag does not match',
    { path: '/pets/{pet}', headers: { 'if-none-match': '"other"' } },
    { status: 200 },
  ),
  standard(
    'a 304 to HEAD tells no length that GET would not have',
    { method: 'HEAD', path: '/pets/{pet}', headers: { 'if-none-match': '*' } },
    { status: 304, text: /^$/, headers: { etag: /^"/, 'content-length': null } },
  ),
  standard(
    'a 304 of a page keeps its link',
    { path: '/pets?limit=2', headers: { 'if-none-match': '{first.etag}' } },
    { status: 304, headers: { link: /rel="next"/ } },
    { path: '/pets?limit=2' },
  ),
  decided(
    'an error is not kept by shared caches',
    { path: '/pets/0' },
    { status: 404, headers: { 'cache-control': 'private, no-cache' } },
  ),
  decided(
    'JSON is sent whatever is asked for',
    { headers: { accept: 'text/html' } },
    { status: 200, headers: { 'content-type': 'application/json' } },
  ),
];
