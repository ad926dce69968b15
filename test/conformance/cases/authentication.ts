import { post, type Case, type Expected, type Request, decided, specified, standard } from '../case.ts';

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

/** The challenge is the same whatever would be wrong with the request besides. */
const untold = (title: string, send: Request): Case =>
  decided(`without a key ${title} is not told`, { ...send, authorization: null }, refused);

export const authenticationCases: readonly Case[] = [
  ...([null, 'Bearer nonsense'] as const).flatMap((authorization) => {
    const how = authorization === null ? 'without a key' : 'with a wrong key';
    const wrongly = (title: string, send: Request): Case =>
      specified(`${title} ${how} is refused`, { ...send, authorization }, { status: 401 });
    return [wrongly('listing', {}), wrongly('adding', post(luna)), wrongly('fetching', { path: '/pets/{pet}' })];
  }),
  ...(
    [
      ['without credentials the challenge names the scheme and no error', null, refused],
      ['with a wrong key the challenge says invalid_token', 'Bearer nonsense', invalid],
      ['a wrong key of the right form is no better', `Bearer ${wellFormed}AAAAAA`, invalid],
      ['another scheme counts as no credentials', 'Basic dXNlcjpwYXNz', refused],
      ['a scheme without a key counts as no credentials', 'Bearer', refused],
    ] as const
  ).map(([title, authorization, expect]): Case => standard(title, { authorization }, expect)),
  decided(
    'a key in the query is not looked at',
    { path: '/pets?access_token=x&api_key=x', authorization: null },
    refused,
  ),
  untold('a bad parameter', { path: '/pets?limit=0' }),
  untold('an unknown path', { path: '/nothing' }),
  untold('a path that cannot be decoded', { path: '/pets/%zz' }),
  untold('a wrong method', { method: 'DELETE' }),
  untold('which methods there are', { method: 'OPTIONS' }),
  untold('a wrong media type', post('x', { 'content-type': 'text/plain' })),
  untold('a body that is too large', post('x'.repeat(1_100_000))),
];
