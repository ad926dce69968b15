import test from 'ava';
import { normaliseBaseUrl } from '../../../source/app/profiles/profiles.ts';
import { SettingsError } from '../../../source/app/settings/setting-definitions.ts';

const normalise = (text: string, allowHttp = false) => normaliseBaseUrl(text, { allowHttp, what: 'The address' });

test('blanks, capitals, characters that need no percent sign, the case of its digits and the dot of the root make no second store', (t) => {
  const spellings = {
    'https://pets.example.org/v1': [
      ' https://pets.example.org/v1/ ',
      'HTTPS://PETS.example.org:443/v1//',
      'https://pets.example.org/./v1',
    ],
    'https://pets.example.org:8443/shop/v2.1': [],
    'https://xn--bcher-kva.example/v1': ['https://bücher.example/v1'],
    'https://example.org/shop-x/v1': [
      'https://example.org./shop-x/v1',
      'https://example.org.:443/shop%2Dx/v1',
      'https://example.org/%73hop%2dx/v%31',
      'https://EXAMPLE.org/shop-x/v1/',
    ],
    'https://example.org/a%2Fb~c/v1': ['https://example.org/a%2fb%7ec/v1', 'https://example.org/a%2fb%7Ec/v%31'],
  };
  for (const [address, others] of Object.entries(spellings)) {
    for (const text of [address, ...others]) {
      t.is(normalise(text), address, text);
    }
  }
});

test('addresses that may be two stores stay two', (t) => {
  const addresses = [
    'https://example.org/a/b/v1',
    'https://example.org/a%2Fb/v1',
    'https://example.org/a//b/v1',
    'https://example.org/A/b/v1',
    'https://example.org/a%252Fb/v1',
    'https://example.org/a+b/v1',
    'https://example.org/a%2Bb/v1',
    'https://example.org/a%20b/v1',
    'https://example.org:8443/a/b/v1',
    'https://shop/v1',
    'https://shop./v1',
    'https://www.example.org/a/b/v1',
  ];
  t.is(new Set(addresses.map((text) => normalise(text))).size, addresses.length);
  // What is already one form stays it.
  t.deepEqual(
    addresses.map((text) => normalise(normalise(text))),
    addresses.map((text) => normalise(text)),
  );
});

test('http is for this machine, or where a person allows it', (t) => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'pets.localhost']) {
    t.is(normalise(`http://${host}:8787/v1`), `http://${host}:8787/v1`);
  }

  for (const host of ['pets.example.org', '10.0.0.1', 'localhost.example.org', '0.0.0.0']) {
    t.throws(() => normalise(`http://${host}/v1`), { instanceOf: SettingsError, message: /--allow-http/ }, host);
    t.is(normalise(`http://${host}/v1`, true), `http://${host}/v1`);
  }
});

test('what is no address is refused without quoting it', (t) => {
  for (const text of [
    '',
    'not-a-url',
    'pets.example.org/v1',
    'ftp://x/v1',
    'file:///v1',
    'https://',
    'https://x',
    'https://x/',
    'https://x/pets',
    'https://x/v1/pets',
    'https://u:p4ss@x/v1',
    'https://x/v1?key=p4ss',
    'https://x/v1#p4ss',
    'javascript:alert(1)',
  ]) {
    const error = t.throws(() => normalise(text), { instanceOf: SettingsError }, text);
    t.regex(error.message, /^The address cannot be used: /);
    t.false(error.message.includes('p4ss'));
  }
});
