/** The reference page and what else tells about the interface: as they are made, and as they are served. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import test from 'ava';
import { makeReference } from '../../tools/build/reference-page.ts';
import { startService, openService } from './start-service.ts';

const run = promisify(execFile);
const yaml = readFileSync('data/openapi.yaml', 'utf8');
const page = readFileSync('data/reference.html', 'utf8');
const open = { authorization: null, outside: true } as const;

test('the page and the JSON are made from the document as it is now (npm run docs)', (t) => {
  for (const [name, text] of Object.entries(makeReference(yaml))) {
    t.true(readFileSync(`data/${name}`, 'utf8') === text, name);
  }
});

test('each operation has a curl that works as it stands', async (t) => {
  const { baseUrl, apiKey } = await startService(t);
  const text = (html: string): string =>
    html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const curls = [...page.matchAll(/<pre>(curl[^]*?)<\/pre>/g)].map(([, html = '']) => text(html));
  t.is(curls.length, 3);
  // The second one adds the animal that the third one asks for.
  for (const [index, status] of [200, 201, 200].entries()) {
    const { stdout } = await run(
      'bash',
      ['-c', `${curls[index]!} --silent --output /dev/null --write-out '%{http_code}'`],
      { env: { ...process.env, BASE: new URL(baseUrl).origin, API_KEY: apiKey } },
    );
    t.is(stdout, String(status), curls[index]);
  }
});

test('what tells about the interface is there without a key, with links from one to the other', async (t) => {
  const { send } = await openService(t);
  const root = await send({ path: '/', ...open });
  t.is(root.status, 302);
  t.is(root.headers['location'], '/docs');
  const docs = await send({ path: '/docs', ...open });
  t.is(docs.body.toString(), page);
  t.like(docs.headers, { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' });
  t.regex(docs.headers['content-security-policy'] ?? '', /default-src 'none'/);
  for (const headers of [root.headers, docs.headers]) {
    t.regex(headers['link'] ?? '', /<\/docs>; rel="service-doc".*<\/openapi\.yaml>; rel="service-desc"/);
  }

  t.is(
    (JSON.parse((await send({ path: '/openapi.json', ...open })).body.toString()) as { openapi: string }).openapi,
    '3.1.0',
  );
  const catalog = await send({ path: '/.well-known/api-catalog', ...open });
  t.regex(
    catalog.headers['content-type'] ?? '',
    /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
  );
  const { linkset } = JSON.parse(catalog.body.toString()) as {
    linkset: [Record<string, [{ href: string }]> & { anchor: never }];
  };
  for (const relation of ['service-desc', 'service-doc', 'status']) {
    for (const { href } of linkset[0][relation]!) {
      t.is((await send({ path: href, ...open })).status, 200, href);
    }
  }

  const ending = (await send({ path: '/pets/1' })).headers['link'] ?? '';
  for (const relation of ['deprecation', 'sunset']) {
    const [, target = ''] = new RegExp(`<([^>]+)>; rel="${relation}"`).exec(ending) ?? [];
    t.regex(target, /^\/docs#getPet$/);
  }

  t.true(page.includes('id="getPet"'));
});
