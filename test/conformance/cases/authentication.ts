import { post, type Case, type Expected } from '../case.js';

const refused: Expected = {
  status: 401,
  code: 'unauthorized',
  headers: { 'www-authenticate': 'Bearer realm="petstore"' },
};
const invalid: Expected = {
  status: 401,
  code: 'unauthorized',
  headers: { 'www-authenticate': 'Bearer realm="petstore", error="invalid_token"' },
};
const luna = { name: 'Luna', categoryId: 2 };
const wellFormed = `pst_${'A'.repeat(43)}`;

export const authenticationCases: readonly Case[] = [
  {
    title: 'listing without a key is refused',
    label: 'specified',
    send: { authorization: null },
    expect: { status: 401 },
  },
  {
    title: 'adding without a key is refused',
    label: 'specified',
    send: { ...post(luna), authorization: null },
    expect: { status: 401 },
  },
  {
    title: 'fetching without a key is refused',
    label: 'specified',
    send: { path: '/pets/{pet}', authorization: null },
    expect: { status: 401 },
  },
  {
    title: 'listing with a wrong key is refused',
    label: 'specified',
    send: { authorization: 'Bearer nonsense' },
    expect: { status: 401 },
  },
  {
    title: 'adding with a wrong key is refused',
    label: 'specified',
    send: { ...post(luna), authorization: 'Bearer nonsense' },
    expect: { status: 401 },
  },
  {
    title: 'fetching with a wrong key is refused',
    label: 'specified',
    send: { path: '/pets/{pet}', authorization: 'Bearer nonsense' },
    expect: { status: 401 },
  },
  {
    title: 'without credentials the challenge names the scheme and no error',
    label: 'standard',
    send: { authorization: null },
    expect: refused,
  },
  {
    title: 'with a wrong key the challenge says invalid_token',
    label: 'standard',
    send: { authorization: 'Bearer nonsense' },
    expect: invalid,
  },
  {
    title: 'a wrong key of the right form is no better',
    label: 'standard',
    send: { authorization: `Bearer ${wellFormed}AAAAAA` },
    expect: invalid,
  },
  {
    title: 'another scheme counts as no credentials',
    label: 'standard',
    send: { authorization: 'Basic dXNlcjpwYXNz' },
    expect: refused,
  },
  {
    title: 'a scheme without a key counts as no credentials',
    label: 'standard',
    send: { authorization: 'Bearer' },
    expect: refused,
  },
  {
    title: 'a key in the query is not looked at',
    label: 'decided here',
    send: { path: '/pets?access_token=x&api_key=x', authorization: null },
    expect: refused,
  },
  {
    title: 'without a key a bad parameter is not told',
    label: 'decided here',
    send: { path: '/pets?limit=0', authorization: null },
    expect: refused,
  },
  {
    title: 'without a key an unknown path is not told',
    label: 'decided here',
    send: { path: '/nothing', authorization: null },
    expect: refused,
  },
  {
    title: 'without a key a path that cannot be decoded is not told',
    label: 'decided here',
    send: { path: '/pets/%zz', authorization: null },
    expect: refused,
  },
  {
    title: 'without a key a wrong method is not told',
    label: 'decided here',
    send: { method: 'DELETE', authorization: null },
    expect: refused,
  },
  {
    title: 'without a key the methods are not told',
    label: 'decided here',
    send: { method: 'OPTIONS', authorization: null },
    expect: refused,
  },
  {
    title: 'without a key a wrong media type is not told',
    label: 'decided here',
    send: { ...post('x', { 'content-type': 'text/plain' }), authorization: null },
    expect: refused,
  },
  {
    title: 'without a key a body that is too large is not told',
    label: 'decided here',
    send: { ...post('x'.repeat(1_100_000)), authorization: null },
    expect: refused,
  },
  {
    title: 'a spelling of the path does not get around authentication',
    label: 'standard',
    send: { path: '/%76%31/pets', outside: true, authorization: null },
    expect: refused,
  },
];
