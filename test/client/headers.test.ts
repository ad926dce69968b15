import test from 'ava';
import { isHeaderSafeKey } from '../../source/platform/process/environment.ts';
import { findLink, vetNextLink } from '../../source/client/outcomes/classify-read.ts';
import { chooseProxy } from '../../source/client/transport/connections.ts';
import { connect } from './servers.ts';

test('a next link is found whatever stands around it', (t) => {
  for (const header of [
    '</a>; rel="next"',
    '</a>;rel=next',
    '</x>; rel="prev", </a>; rel="next"',
    '</x>; rel=prev; title="a, b; c \\" <d>; rel=next", </a>; rel="next"',
    '< /a >; title=x; REL="last NEXT"',
    '</a>; rel="next"; foo',
    '</a>; title="a, b; rel=x"; rel="last next"',
  ]) {
    t.is(findLink(header, 'next'), '/a', header);
  }

  for (const header of [
    '',
    '</a>',
    '</a>; rel="nextpage"',
    '</a>; title="; rel=next"',
    'rel=next',
    '</a; rel=next',
    '<'.repeat(50_000),
    `</a>${'; a=b'.repeat(5000)}!`,
  ]) {
    t.is(findLink(header, 'next'), undefined, header.slice(0, 30));
  }
});

test('a vetted link is absolute and on the list itself', (t) => {
  const list = 'https://store.example/v1/pets';
  const vet = (target: string) => vetNextLink(`<${target}>; rel="next"`, `${list}?limit=2`, list);
  t.deepEqual(vet('?page=2'), { next: `${list}?page=2`, suspiciousNext: false });
  t.deepEqual(vet('/v1/pets?page=2'), { next: `${list}?page=2`, suspiciousNext: false });
  t.deepEqual(vet('https://store.example:443/v1/pets?page=2'), { next: `${list}?page=2`, suspiciousNext: false });
  t.deepEqual(
    vet('http://store.example/v1/pets?page=2'),
    { next: `${list}?page=2`, suspiciousNext: false },
    'the same place by the other scheme, as behind a TLS proxy',
  );
  for (const origin of ['http://other.example', 'https://store.example:444', 'http://10.0.0.7:8080']) {
    t.deepEqual(
      vet(`${origin}/v1/pets?page=2`),
      { next: `${list}?page=2`, suspiciousNext: false, leadsTo: `${origin}/v1/pets` },
      'an address that only a proxy knows, asked for at our own',
    );
  }

  for (const target of [
    'http://store.example:80/v1/pets/',
    'http://other.example/v2/pets',
    'ftp://store.example/v1/pets',
    'http://a:b@store.example/v1/pets',
    'https://a:b@store.example/v1/pets',
    '/v2/pets',
    '/v1/pets/',
    'javascript:alert(1)',
  ]) {
    t.like(vet(target), { next: undefined, suspiciousNext: true }, target);
  }
  t.deepEqual(vetNextLink(undefined, list, list), { next: undefined, suspiciousNext: false });
});

test('a key that could end or split a header is refused', (t) => {
  t.true(isHeaderSafeKey('pst_aZ09-._~+/=='));
  for (const key of ['', 'a b', 'a\nb', 'a\r\nX: y', 'a\u0000', 'schlüssel', 'a\u007f']) {
    t.false(isHeaderSafeKey(key));
    t.throws(() => connect(t, 'http://127.0.0.1:1', { apiKey: key }), { instanceOf: TypeError });
  }
});

test('NO_PROXY exempts names, subdomains and ports, and loopback is always exempt', (t) => {
  const through = (url: string, noProxy?: string, httpsProxy = 'http://proxy.example:3128') =>
    chooseProxy(new URL(url), { httpsProxy, noProxy })?.host;
  t.is(through('https://store.example/v1'), 'proxy.example:3128');
  t.is(through('https://store.example/v1', undefined, 'proxy.example:3128'), 'proxy.example:3128');
  t.is(through('https://notstore.example/v1', 'store.example'), 'proxy.example:3128');
  t.is(through('https://store.example/v1', 'store.example:8443'), 'proxy.example:3128');
  for (const rule of [
    '*',
    'store.example',
    'a.b, STORE.example',
    '.example',
    '*.example',
    'example',
    'store.example:443',
  ]) {
    t.is(through('https://store.example/v1', rule), undefined, rule);
  }
  for (const url of [
    'http://store.example/v1',
    'https://localhost/v1',
    'https://127.0.0.2/v1',
    'https://[::1]:8443/v1',
  ]) {
    t.is(through(url), undefined, url);
  }
  t.is(through('https://store.example', undefined, ''), undefined);
  t.throws(() => through('https://store.example', undefined, 'socks5://proxy'), { code: 'bad-proxy' });
});

test('NO_PROXY exempts addresses, however written, and ranges of them', (t) => {
  const isExempt = (host: string, noProxy: string) =>
    chooseProxy(new URL(`https://${host}/v1`), { httpsProxy: 'http://proxy.example:3128', noProxy }) === undefined;
  for (const [host, noProxy] of [
    ['10.1.2.3', '10.0.0.0/8'],
    ['10.1.2.3', 'example.org, 10.1.2.0/24'],
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.2.3:8443', '10.0.0.0/8:8443'],
    ['10.1.2.3', '0.0.0.0/0'],
    ['[fd00::12]', 'fd00::/8'],
    ['[fd00::12]', '[fd00::]/8'],
    ['[fd00::12]', 'FD00:0:0::0012'],
    ['[fd00:1::2:3]', 'fd00:1::2:3'],
    ['pets.example.org.', 'example.org'],
  ] as const) {
    t.true(isExempt(host, noProxy), `${host} by ${noProxy}`);
  }

  for (const [host, noProxy] of [
    ['11.1.2.3', '10.0.0.0/8'],
    ['10.1.2.3', '10.0.0.0/33'],
    ['10.1.2.3', '10.0.0.0/x'],
    ['10.1.2.3:8443', '10.0.0.0/8:443'],
    ['10.0.0.13', '3'],
    ['10.0.0.13', '0.13'],
    ['10.1.2.3', 'fd00::/8'],
    ['[fe00::12]', 'fd00::/8'],
    ['pets.example.org', '0.0.0.0/0'],
    ['pets.example.org', '.'],
  ] as const) {
    t.false(isExempt(host, noProxy), `${host} by ${noProxy}`);
  }
});
