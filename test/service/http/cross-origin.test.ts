import test from 'ava';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { runServe } from '../../../source/service/commands/serve-command.ts';
import { outcomeOf } from '../outcome-of.ts';
import { startService, openService } from '../start-service.ts';

const page = 'https://shelter.example';
const preflight = {
  method: 'OPTIONS',
  authorization: null,
  headers: { origin: page, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
};

test('a page of an allowed origin is let in before anybody asks for a key, and sees what it needs', async (t) => {
  const { send } = await openService(t, { allowedOrigins: ['https://other.example', page] });
  for (const path of ['/pets', '/pets/1', '/nothing']) {
    const { status, headers } = await send({ ...preflight, path });
    t.is(status, 204, path);
    t.like(headers, {
      'access-control-allow-origin': page,
      vary: 'Origin',
      'access-control-allow-methods': 'GET, HEAD, POST',
    });
    t.regex(headers['access-control-allow-headers'] ?? '', /authorization.*idempotency-key/);
  }

  const list = await send({ headers: { origin: page } });
  t.is(list.status, 200);
  t.is(list.headers['access-control-allow-origin'], page);
  t.regex(list.headers['access-control-expose-headers'] ?? '', /link/);
  const refused = await send({ headers: { origin: page }, authorization: null });
  t.is(refused.status, 401);
  t.is(refused.headers['access-control-allow-origin'], page, 'or the page could not read why');
  t.is(
    (await send({ method: 'OPTIONS', headers: { origin: page }, authorization: null })).status,
    401,
    'which is no preflight',
  );
});

test('a page of another origin is told nothing, and neither is any where none is allowed', async (t) => {
  const some = await startService(t, { allowedOrigins: [page] });
  for (const origin of ['https://evil.example', 'null', `${page}.evil.example`, `${page}:8443`]) {
    const { status, headers } = await some.send({ ...preflight, headers: { ...preflight.headers, origin } });
    t.is(status, 401, origin);
    t.false('access-control-allow-origin' in headers);
    t.is(headers['vary'], 'Origin');
  }

  const none = await startService(t);
  t.is((await none.send(preflight)).status, 401);
  t.false('vary' in (await none.send({ headers: { origin: page } })).headers);
});

test('every page there is may be allowed', async (t) => {
  const { send } = await openService(t, { allowedOrigins: ['*'] });
  t.is((await send(preflight)).headers['access-control-allow-origin'], '*');
  t.is((await send({ headers: { origin: 'null' } })).headers['access-control-allow-origin'], '*');
});

test('what is no origin is wrong use', async (t) => {
  const settings = {
    host: '127.0.0.1',
    port: 0,
    database: `${temporaryFolder(t)}/pets.sqlite`,
    json: true,
    behindTlsProxy: false,
    removeGetPet: false,
  };
  for (const allowOrigin of [
    'shelter.example',
    'https://shelter.example/',
    'https://shelter.example/path',
    'https://a.example,',
    'file://x',
    'HTTPS://shelter.example',
  ]) {
    const { exit, stderr } = await outcomeOf(() =>
      runServe(
        { ...settings, allowOrigin },
        { stdout: () => undefined, stderr: () => undefined, signal: AbortSignal.abort() },
      ),
    );
    t.is(exit, 2, allowOrigin);
    t.regex(stderr, /--allow-origin .* takes origins/);
  }
});
