import { type Case, specified, standard, decided } from '../case.ts';

const ending = { sunset: 'Thu, 05 Dec 2030 00:00:00 GMT', deprecation: /^@\d+$/, link: /rel="successor-version"/ };
const absent = (title: string, id: string, label: Case['label'] = 'decided here'): Case => ({
  title,
  label,
  send: { path: `/pets/${id}` },
  expect: { status: 404, code: 'not_found' },
});

export const getCases: readonly Case[] = [
  specified(
    'an animal is fetched by its id',
    { path: '/pets/{pet}' },
    {
      status: 200,
      json: (pet: { id: number; name: string }) => pet.id > 0 && pet.name.startsWith('Conformance'),
    },
  ),
  standard('an id may be percent-encoded', { path: '/pets/%31' }, { status: 200, text: /^\{"id":1,/ }),
  absent('an id nobody has is not found', '9223372036854775807', 'specified'),
  absent('nought is not found', '0', 'specified'),
  absent('an id beyond int64 is not found', '9223372036854775808'),
  absent('an id that is text is not found', 'luna'),
  absent('an id with a leading nought is not found', '01'),
  absent('an id of a thousand digits is not found', '1'.repeat(1000)),
  absent('an id that cannot be decoded is not found', '%zz'),
  absent('an id with an encoded slash is not found', '1%2F2'),
  decided('a fetched animal says when look-ups end', { path: '/pets/{pet}' }, { status: 200, headers: ending }),
  decided('an animal that is not found says when look-ups end', { path: '/pets/0' }, { status: 404, headers: ending }),
  decided('a list does not say so', {}, { status: 200, headers: { sunset: null, deprecation: null } }),
];
