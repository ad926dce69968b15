import { type Case, decided, specified, standard } from '../case.ts';

type Pets = readonly { readonly id: number; readonly status?: string }[];

const ascending = (pets: Pets): boolean =>
  pets.every(({ id }, index) => index === 0 || id > (pets[index - 1]?.id ?? id));
const changesLink = /<\/[^>]*pets\?limit=3&since=[\w-]{22}>; rel="https:\/\/petstore\.example\/rels\/changes"$/;
const bad = { status: 400, code: 'invalid_parameter' };
const titled = (title: string, path: string): Case => decided(title, { path }, bad);

export const listCases: readonly Case[] = [
  specified(
    'a page is an array of 20 animals unless asked otherwise',
    {},
    { status: 200, json: (pets: Pets) => pets.length === 20 },
  ),
  specified(
    'limit 1 is the smallest page',
    { path: '/pets?limit=1' },
    { status: 200, json: (pets: Pets) => pets.length === 1 },
  ),
  specified(
    'limit 100 is allowed',
    { path: '/pets?limit=100' },
    { status: 200, json: (pets: Pets) => pets.length > 20 },
  ),
  ...['available', 'pending', 'sold'].map((status): Case => ({
    title: `status ${status} lists those animals only`,
    label: 'specified',
    send: { path: `/pets?status=${status}` },
    // A function is shown by its source, which cannot show the status.
    expect: { status: 200, json: (pets: Pets) => pets.length > 0 && pets.every((pet) => pet.status === status) },
  })),
  standard(
    'a list is application/json and nothing more',
    {},
    { status: 200, headers: { 'content-type': 'application/json' } },
  ),
  decided(
    'an animal without a status has no status member',
    { path: '/pets/{pet}' },
    { status: 200, text: /"categoryId":\d+\}$/ },
  ),
  decided('animals come by ascending id', { path: '/pets?limit=100' }, { status: 200, json: ascending }),
  decided(
    'a page with more after it links to the next',
    { path: '/pets?limit=3' },
    { status: 200, headers: { link: /^<\/[^>]*pets\?limit=3&after=\d+>; rel="next"(?:,|$)/ } },
  ),
  decided(
    'the link keeps the status',
    { path: '/pets?limit=1&status=sold' },
    { status: 200, headers: { link: /limit=1&status=sold&after=\d+/ } },
  ),
  decided(
    'the next page continues with as many',
    { path: '{first.next}' },
    { status: 200, json: (pets: Pets) => pets.length === 3 && ascending(pets) && (pets[0]?.id ?? 0) > 3 },
    { path: '/pets?limit=3' },
  ),
  decided(
    'a page behind the last links to no next one',
    { path: '/pets?after=9223372036854775806' },
    { status: 200, text: /^\[\]$/, headers: { link: null } },
  ),
  decided(
    'a page of everything links to what changes after it',
    { path: '/pets?limit=3' },
    { status: 200, headers: { link: changesLink } },
  ),
  decided(
    'what changes after a page links to what changes after that',
    { path: '{first.changes}' },
    {
      status: 200,
      headers: { link: changesLink, etag: /^"/ },
      json: (pets: Pets) => pets.length === 3 && ascending(pets) && (pets[0]?.id ?? 0) > 3,
    },
    { path: '/pets?limit=3' },
  ),
  decided(
    'a page of changes with more after it links to the next',
    { path: '{first.changes}' },
    { status: 200, headers: { link: /^<[^>]*pets\?limit=3&since=[\w-]+>; rel="next", / } },
    { path: '/pets?limit=3' },
  ),
  decided(
    'a filtered page has no link to changes',
    { path: '/pets?limit=1&status=sold' },
    { status: 200, headers: { link: /^(?!.*rels\/changes)/ } },
  ),
  ...['AAAAAAAAAAEAAAAAAAAAAQ', 'x', 'AAAAAAAAAAAAAAAAAAAAAB'].map((token): Case =>
    decided(
      `a token that is not of this store is gone: ${token}`,
      { path: `/pets?since=${token}` },
      { status: 410, code: 'gone' },
    ),
  ),
  titled('an empty since is refused', '/pets?since='),
  titled('a since that no service ever made is refused', '/pets?since=!!'),
  titled('since given twice is refused', '/pets?since=AAAAAAAAAAAAAAAAAAAAAA&since=AAAAAAAAAAAAAAAAAAAAAA'),
  titled('since with a status is refused', '/pets?since=AAAAAAAAAAAAAAAAAAAAAA&status=sold'),
  titled('since with after is refused', '/pets?since=AAAAAAAAAAAAAAAAAAAAAA&after=1'),
  decided(
    'a parameter nobody knows is ignored',
    { path: '/pets?limit=2&colour=red' },
    { status: 200, json: (pets: Pets) => pets.length === 2 },
  ),
  decided(
    'a limit may have noughts before it',
    { path: '/pets?limit=0002' },
    { status: 200, json: (pets: Pets) => pets.length === 2 },
  ),
  standard(
    'a parameter may be percent-encoded',
    { path: '/pets?li%6Dit=%32' },
    { status: 200, json: (pets: Pets) => pets.length === 2 },
  ),
  standard(
    'names of parameters tell capitals from small letters',
    { path: '/pets?LIMIT=2' },
    { status: 200, json: (pets: Pets) => pets.length === 20 },
  ),
  standard(
    'a second question mark belongs to the name of a parameter',
    { path: '/pets??limit=2' },
    { status: 200, json: (pets: Pets) => pets.length === 20 },
  ),
  titled('a limit with an exponent is refused', '/pets?limit=1e1'),
  titled('limit 0 is refused', '/pets?limit=0'),
  titled('limit 101 is refused', '/pets?limit=101'),
  titled('a limit that is no number is refused', '/pets?limit=ten'),
  titled('an empty limit is refused', '/pets?limit='),
  titled('a limit given twice is refused', '/pets?limit=1&limit=2'),
  titled('an unknown status is refused', '/pets?status=lost'),
  titled('an empty status is refused', '/pets?status='),
  titled('a status given twice is refused', '/pets?status=sold&status=pending'),
  titled('a status with NUL after it is refused', '/pets?status=sold%00'),
  titled('a place to continue after beyond int64 is refused', '/pets?after=9223372036854775808'),
  titled('a place to continue after with a leading nought is refused', '/pets?after=01'),
  titled('an empty place to continue after is refused', '/pets?after='),
  titled('a place to continue after that is no id is refused', '/pets?after=x'),
  decided('the message names the parameter', { path: '/pets?limit=0' }, { status: 400, text: /limit/ }),
  decided(
    'a list carries a tag and is not kept by shared caches',
    {},
    { status: 200, headers: { etag: /^"[\w-]+"$/, 'cache-control': 'private, no-cache' } },
  ),
];
