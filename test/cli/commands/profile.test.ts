import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createFaultService } from '../../helpers/fault-service/fault-service.js';
import { runHere, runJsonHere } from '../../helpers/run-here.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const readConfig = (home: string) => JSON.parse(readFileSync(join(home, 'config', 'config.json'), 'utf8')) as Record<string, unknown>;

test('the first profile added becomes the current one, and use changes that', async (t) => {
  const home = temporaryFolder(t);
  t.deepEqual((await runJsonHere(home, ['profile'])).json, { profiles: [] });
  t.regex((await runHere(home, ['profile', 'add', 'production', '--base-url', 'https://Pets.Example.org:443/v1/'])).stderr, /It is the current one/);
  t.is((await runHere(home, ['profile', 'add', 'lab', '--base-url', 'http://lab.example.org/v2', '--allow-http', '--idempotency', 'honoured'])).code, 0);
  const profiles = [
    { name: 'lab', baseUrl: 'http://lab.example.org/v2', allowHttp: true, idempotency: 'honoured', source: 'config', current: false },
    { name: 'production', baseUrl: 'https://pets.example.org/v1', allowHttp: false, idempotency: 'unknown', source: 'config', current: true },
  ];
  t.deepEqual((await runJsonHere(home, ['profile', 'list'])).json, { profiles });
  t.is((await runHere(home, ['profile', 'use', 'lab'])).code, 0);
  t.is(readConfig(home)['profile'], 'lab');
  t.is(statSync(join(home, 'config', 'config.json')).mode & 0o777, 0o600);
});

test('a profile that cannot be is refused, and nothing is saved', async (t) => {
  const home = temporaryFolder(t);
  const add = (name: string, url: string) => runHere(home, ['profile', 'add', name, '--base-url', url]);
  await add('a', 'https://a.example/v1');
  const before = readFileSync(join(home, 'config', 'config.json'), 'utf8');
  for (const [name, url, words] of [['a', 'https://b.example/v1', /a profile "a" already/], ['env', 'https://b.example/v1', /"env" is taken/], ['demo', 'https://b.example/v1', /built-in store/], ['../x', 'https://b.example/v1', /1 to 64 letters/], ['b', 'https://b.example', /\/v1\./], ['b', 'http://b.example/v1', /--allow-http/]] as const) {
    const { code, stderr } = await add(name, url);
    t.is(code, 2, name);
    t.regex(stderr, words);
  }

  t.regex((await runHere(home, ['profile', 'use', 'b'])).stderr, /There are: a, demo/);
  t.is(readFileSync(join(home, 'config', 'config.json'), 'utf8'), before);
});

test('what a newer version or a person wrote into the configuration is kept', async (t) => {
  const home = temporaryFolder(t);
  await runHere(home, ['profile', 'add', 'a', '--base-url', 'https://a.example/v1']);
  writeFileSync(join(home, 'config', 'config.json'), '\uFEFF{"future": {"x": [1]}, "profile": "a", "profiles": {"a": {"baseUrl": "https://a.example/v1", "note": "mine"}}}');
  t.is((await runHere(home, ['profile', 'add', 'b', '--base-url', 'https://b.example/v1'])).code, 0);
  t.is((await runHere(home, ['config', 'set', 'timeout', '5s'])).code, 0);
  t.deepEqual(readConfig(home), { future: { x: [1] }, profile: 'a', profiles: { a: { baseUrl: 'https://a.example/v1', note: 'mine' }, b: { baseUrl: 'https://b.example/v1' } }, timeout: '5s' });
});

test('a configuration of a newer version is neither used nor written', async (t) => {
  const home = temporaryFolder(t);
  await runHere(home, ['profile', 'add', 'a', '--base-url', 'https://a.example/v1']);
  const text = '{"version": 2, "profiles": {"a": {"baseUrl": "https://a.example/v1"}}}';
  writeFileSync(join(home, 'config', 'config.json'), text);
  for (const args of [['queue', 'list'], ['profile', 'add', 'b', '--base-url', 'https://b.example/v1'], ['add', '--name', 'Rex', '--category', '3', '--no-wait']]) {
    t.like(await runJsonHere(home, args), { code: 7, json: { error: { code: 'newer_version' } } as never }, args.join(' '));
  }

  t.is(readFileSync(join(home, 'config', 'config.json'), 'utf8'), text);
});

test('a queue goes along with a store that moves, and is sent there once', async (t) => {
  const home = temporaryFolder(t);
  const service = await createFaultService();
  t.teardown(() => service.stop());
  const env = { PETSTORE_API_KEY: service.apiKey };
  await runHere(home, ['profile', 'add', 'shop', '--base-url', 'http://127.0.0.1:9/v1']);
  await runHere(home, ['add', '--name', 'Coco', '--category', '7', '--no-wait'], { env });
  t.regex((await runHere(home, ['profile', 'remove', 'shop'])).stderr, /is kept: 1 animal waits there/);
  t.is((await runHere(home, ['profile', 'move', 'shop', '--base-url', service.baseUrl])).code, 0);
  t.like(await runJsonHere(home, ['sync'], { env }), { code: 0, json: { created: [{ localId: 'Q-1', id: 1 }], waiting: 0 } as never });
  t.is((await runHere(home, ['profile', 'remove', 'shop'])).code, 0);
  t.is(service.pets().length, 1);
});

test('how a profile treats idempotency keys can be changed where it is', async (t) => {
  const home = temporaryFolder(t);
  await runHere(home, ['profile', 'add', 'a', '--base-url', 'https://a.example/v1']);
  t.is((await runHere(home, ['profile', 'move', 'a', '--base-url', 'https://a.example/v1', '--idempotency', 'off'])).code, 0);
  t.deepEqual(readConfig(home), { profile: 'a', profiles: { a: { baseUrl: 'https://a.example/v1', allowHttp: false, idempotency: 'off' } } });
});

test('a store does not move to an address that has a queue of its own', async (t) => {
  const home = temporaryFolder(t);
  for (const [name, port] of [['a', 9], ['b', 10]] as const) {
    await runHere(home, ['profile', 'add', name, '--base-url', `http://127.0.0.1:${port}/v1`]);
  }

  await runHere(home, ['add', '--name', 'Coco', '--category', '7', '--no-wait', '--profile', 'b']);
  t.is((await runHere(home, ['profile', 'move', 'a', '--base-url', 'http://127.0.0.1:10/v1'])).code, 2);
  t.regex((await runHere(home, ['status', '--profile', 'a', '--quiet'])).stderr, /1 animal waits for another store, http:\/\/127\.0\.0\.1:10\/v1/);
});

test('a profile can be removed while another one has its address', async (t) => {
  const home = temporaryFolder(t);
  for (const name of ['a', 'b']) {
    await runHere(home, ['profile', 'add', name, '--base-url', 'http://127.0.0.1:9/v1']);
  }

  await runHere(home, ['add', '--name', 'Coco', '--category', '7', '--no-wait']);
  t.is((await runHere(home, ['profile', 'remove', 'a'])).code, 0);
  t.is(((await runJsonHere(home, ['queue', '--profile', 'b'])).json['entries'] as object[]).length, 1);
});

test('a profile on the command line wins over the environment, and that over the configuration', async (t) => {
  const home = temporaryFolder(t);
  for (const name of ['a', 'b', 'c']) {
    await runHere(home, ['profile', 'add', name, '--base-url', `https://${name}.example/v1`]);
  }

  const used = async (args: readonly string[], env = {}) => (await runHere(home, ['config', 'get', 'profile', '--json', ...args], { env })).stdout;
  t.is(await used([]), '{"name":"profile","value":"a","source":"configuration file"}\n');
  t.is(await used([], { PETSTORE_BASE_URL: 'https://x.example/v1' }), '{"name":"profile","value":"env","source":"PETSTORE_BASE_URL"}\n');
  t.is(await used([], { PETSTORE_PROFILE: 'b', PETSTORE_BASE_URL: 'https://x.example/v1' }), '{"name":"profile","value":"b","source":"PETSTORE_PROFILE"}\n');
  t.is(await used(['--profile', 'c'], { PETSTORE_PROFILE: 'b' }), '{"name":"profile","value":"c","source":"--profile"}\n');
});

test('a profile that is removed leaves no key, unless another one has its address', async (t) => {
  const home = temporaryFolder(t);
  const keys = join(home, 'config', 'keys');
  const run = (...args: readonly string[]) => runHere(home, args, { input: 'pst_SECRET0123456789\n' });
  await run('profile', 'add', 'a', '--base-url', 'http://127.0.0.1:9/v1');
  await run('profile', 'add', 'b', '--base-url', 'http://127.0.0.1:9/v1');
  await run('auth', 'login', '--no-test', '--profile', 'a');
  t.regex((await run('profile', 'remove', 'a')).stderr, /^Profile "a" is removed\. Its key is kept, as another profile has the same address\./);
  t.is(readdirSync(keys).length, 1);
  t.regex((await run('profile', 'remove', 'b')).stderr, /^Profile "b" is removed\. Its key is removed from this machine, too\./);
  t.deepEqual(readdirSync(keys), []);
  await run('profile', 'add', 'c', '--base-url', 'http://127.0.0.1:9/v1');
  t.regex((await run('profile', 'remove', 'c')).stderr, /No key was saved for it\./);
});
