import { post, type Case } from '../case.js';

const luna = { name: 'Luna', categoryId: 2 };
const onPets = 'GET, HEAD, OPTIONS, POST';
const onPet = 'GET, HEAD, OPTIONS';
const notOffered = (method: string, path: string, allow: string): Case => ({
  title: `${method} of ${path} is not offered`,
  label: 'standard',
  send: { method, path },
  expect: { status: 405, code: 'method_not_allowed', headers: { allow } },
});
const nothing = (title: string, path: string, outside = false, label: Case['label'] = 'decided here'): Case => ({
  title,
  label,
  send: { path, outside },
  expect: { status: 404, code: 'not_found' },
});
const wrongType = (title: string, headers: Record<string, string>): Case => ({
  title,
  label: 'standard',
  send: post(luna, headers),
  expect: { status: 415, code: 'unsupported_media_type' },
});

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
  {
    title: 'the methods of the list are told',
    label: 'standard',
    send: { method: 'OPTIONS' },
    expect: { status: 204, headers: { allow: onPets }, text: /^$/ },
  },
  {
    title: 'the methods of an animal are told',
    label: 'standard',
    send: { method: 'OPTIONS', path: '/pets/{pet}' },
    expect: { status: 204, headers: { allow: onPet }, text: /^$/ },
  },
  nothing('a trailing slash is another address', '/pets/'),
  nothing('a trailing slash after an id is another address', '/pets/{pet}/'),
  nothing('nothing is below an animal', '/pets/{pet}/toys', false, 'standard'),
  nothing('a doubled slash is another address', '//pets'),
  nothing('paths tell capitals from small letters', '/Pets', false, 'standard'),
  nothing('orders are not offered', '/orders'),
  nothing('categories are not offered', '/categories'),
  nothing('there is nothing at the base address', ''),
  nothing('there is no version 2', '/v2/pets', true),
  {
    title: 'a POST to an unknown path is not found',
    label: 'standard',
    send: { ...post(luna), path: '/nothing' },
    expect: { status: 404, code: 'not_found' },
  },
  wrongType('a form is refused', { 'content-type': 'application/x-www-form-urlencoded' }),
  wrongType('text is refused', { 'content-type': 'text/plain' }),
  wrongType('another JSON type is refused', { 'content-type': 'application/vnd.api+json' }),
  wrongType('another charset is refused', { 'content-type': 'application/json; charset=utf-16' }),
  wrongType('a type that is no type is refused', { 'content-type': 'json' }),
  wrongType('a body without a type is refused', { 'content-type': '' }),
  wrongType('a compressed body is refused', { 'content-encoding': 'gzip' }),
  {
    title: 'a body over 64 KiB is refused',
    label: 'decided here',
    send: post({ name: 'x'.repeat(65_537), categoryId: 1 }),
    expect: { status: 413, code: 'content_too_large' },
  },
  {
    title: 'a body over 64 KiB that does not tell its length is refused',
    label: 'decided here',
    send: post({ name: 'x'.repeat(65_537), categoryId: 1 }, { 'content-length': '', 'transfer-encoding': 'chunked' }),
    expect: { status: 413, code: 'content_too_large' },
  },
  {
    title: 'a body in chunks is accepted',
    label: 'standard',
    send: post(luna, { 'content-length': '', 'transfer-encoding': 'chunked' }),
    expect: { status: 201 },
  },
  {
    title: 'HEAD of a list has its headers and no body',
    label: 'standard',
    send: { method: 'HEAD' },
    expect: {
      status: 200,
      headers: { 'content-type': 'application/json', 'content-length': /^[1-9]\d+$/, etag: /^"/ },
      text: /^$/,
    },
  },
  {
    title: 'HEAD of an animal has its headers and no body',
    label: 'standard',
    send: { method: 'HEAD', path: '/pets/{pet}' },
    expect: { status: 200, headers: { 'content-length': /^\d\d+$/ }, text: /^$/ },
  },
  {
    title: 'HEAD of an unknown animal is not found',
    label: 'standard',
    send: { method: 'HEAD', path: '/pets/0' },
    expect: { status: 404, text: /^$/ },
  },
  {
    title: 'an animal the client has already is not sent again',
    label: 'standard',
    first: { path: '/pets/{pet}' },
    send: { path: '/pets/{pet}', headers: { 'if-none-match': '{first.etag}' } },
    expect: { status: 304, text: /^$/, headers: { etag: /^"/, 'content-type': null } },
  },
  {
    title: 'a weak tag matches too',
    label: 'standard',
    first: { path: '/pets/{pet}' },
    send: { path: '/pets/{pet}', headers: { 'if-none-match': '"x", W/{first.etag}' } },
    expect: { status: 304 },
  },
  {
    title: 'any tag matches an asterisk',
    label: 'standard',
    send: { path: '/pets/{pet}', headers: { 'if-none-match': '*' } },
    expect: { status: 304 },
  },
  {
    title: 'another tag does not match',
    label: 'standard',
    send: { path: '/pets/{pet}', headers: { 'if-none-match': '"other"' } },
    expect: { status: 200 },
  },
  {
    title: 'a 304 to HEAD tells no length that GET would not have',
    label: 'standard',
    send: { method: 'HEAD', path: '/pets/{pet}', headers: { 'if-none-match': '*' } },
    expect: { status: 304, text: /^$/, headers: { etag: /^"/, 'content-length': null } },
  },
  {
    title: 'a 304 of a page keeps its link',
    label: 'standard',
    first: { path: '/pets?limit=2' },
    send: { path: '/pets?limit=2', headers: { 'if-none-match': '{first.etag}' } },
    expect: { status: 304, headers: { link: /rel="next"/ } },
  },
  {
    title: 'an error is not kept by shared caches',
    label: 'decided here',
    send: { path: '/pets/0' },
    expect: { status: 404, headers: { 'cache-control': 'private, no-cache' } },
  },
  {
    title: 'JSON is sent whatever is asked for',
    label: 'decided here',
    send: { headers: { accept: 'text/html' } },
    expect: { status: 200, headers: { 'content-type': 'application/json' } },
  },
];
