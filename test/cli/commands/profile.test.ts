import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createFaultService } from '../../helpers/fault-service/fault-service.ts';
import { runHere, runJsonHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const readConfig = (home: string) =>
  JSON.parse(readFileSync(join(home, 'config', 'config.json'), 'utf8')) as Record<string, unknown>;

/** A home of its own, and a profile in it: its address is after its name where none is given. */
function openHome(t: ExecutionContext) {
  const home = temporaryFolder(t);
  const add = async (name: string, url = `https://${name}.example/v1`, ...flags: readonly string[]) =>
    await runHere(home, ['profile', 'add', name, '--base-url', url, ...flags]);
  return { home, add };
}

test('the first profile added becomes the current one, and use changes that', async (t) => {
  const { home, add } = openHome(t);
  t.deepEqual((await runJsonHere(home, ['profile'])).json, { profiles: [] });
  t.regex((await add('production', 'https://Pets.Example.org:443/v1/')).stderr, /It is the current one/);
  const lab = await add('lab', 'http://lab.example.org/v2', '--allow-http', '--idempotency', 'honoured');
  t.is(lab.code, 0);
  const profiles = [
    {
      name: 'lab',
      baseUrl: 'http://lab.example.org/v2',
      allowHttp: true,
      idempotency: 'honoured',
      source: 'config',
      current: false,
    },
    {
      name: 'production',
      baseUrl: 'https://pets.example.org/v1',
      allowHttp: false,
      idempotency: 'auto',
      source: 'config',
      current: true,
    },
  ];
  t.deepEqual((await runJsonHere(home, ['profile', 'list'])).json, { profiles });
  t.is((await runHere(home, ['profile', 'use', 'lab'])).code, 0);
  t.is(readConfig(home)['profile'], 'lab');
  t.is(statSync(join(home, 'config', 'config.json')).mode & 0o777, 0o600);
});

test('which profile is the current one after its removal is said, and the next one added does not take its place', async (t) => {
  const { home, add } = openHome(t);
  const profile = (...words: readonly string[]) => runHere(home, ['profile', ...words]);
  const current = async () => {
    const { json } = await runJsonHere(home, ['profile', 'list']);
    return (json as { profiles: { name: string; current: boolean }[] }).profiles.find((each) => each.current)?.name;
  };
  await add('main');
  await add('second');
  await add('third');
  t.notRegex((await profile('remove', 'second')).stderr, /current/);
  t.regex(
    (await profile('remove', 'main')).stderr,
    /It was the current profile; that is "third" now: https:\/\/third\.example\/v1\./,
  );
  t.is(await current(), 'third');
  t.regex((await add('fourth')).stderr, /Use it with `petstore profile use fourth`/);
  t.is(await current(), 'third');
  await add('fifth');
  t.regex((await profile('remove', 'third')).stderr, /No profile is the current one now\. Choose one with/);
  t.is(await current(), undefined);
  t.regex((await runHere(home, ['list', '--offline'])).stderr, /No profile is chosen; there are fourth, fifth/);
  t.regex((await add('sixth')).stderr, /Use it with `petstore profile use sixth`/);
  t.is(await current(), undefined);
});

test('a profile that cannot be is refused, and nothing is saved', async (t) => {
  const { home, add } = openHome(t);
  await add('a');
  const before = readFileSync(join(home, 'config', 'config.json'), 'utf8');
  for (const [name, url, words] of [
    ['a', 'https://b.example/v1', /a profile "a" already/],
    ['env', 'https://b.example/v1', /"env" is taken/],
    ['demo', 'https://b.example/v1', /built-in store/],
    ['default', 'https://b.example/v1', /"default" is taken: `petstore config set profile default` means/],
    ['../x', 'https://b.example/v1', /1 to 64 letters/],
    ['b', 'https://b.example', /\/v1\./],
    ['b', 'http://b.example/v1', /--allow-http/],
  ] as const) {
    const { code, stderr } = await add(name, url);
    t.is(code, 2, name);
    t.regex(stderr, words);
  }

  t.regex((await runHere(home, ['profile', 'use', 'b'])).stderr, /There are: a, demo/);
  for (const [name, remedy] of [
    ['b', ' Add one with `petstore profile add b --base-url URL`.'],
    ['env', ' For "env", set PETSTORE_BASE_URL.'],
    ['my shop', ''],
    ['default', ''],
  ] as const) {
    t.is(
      (await runHere(home, ['queue', '--profile', name])).stderr,
      `petstore: There is no profile "${name}". There are: a, demo.${remedy}\n`,
    );
  }

  t.is(readFileSync(join(home, 'config', 'config.json'), 'utf8'), before);
});

test('what a newer version or a person wrote into the configuration is kept', async (t) => {
  const { home, add } = openHome(t);
  await add('a');
  writeFileSync(
    join(home, 'config', 'config.json'),
    '\uFEFF{"future": {"x": [1]}, "profile": "a", "profiles": {"a": {"baseUrl": "https://a.example/v1", "note": "mine"}}}',
  );
  t.is((await add('b')).code, 0);
  t.is((await runHere(home, ['config', 'set', 'timeout', '5s'])).code, 0);
  t.deepEqual(readConfig(home), {
    future: { x: [1] },
    profile: 'a',
    profiles: { a: { baseUrl: 'https://a.example/v1', note: 'mine' }, b: { baseUrl: 'https://b.example/v1' } },
    timeout: '5s',
  });
});

test('a configuration of a newer version is neither used nor written', async (t) => {
  const { home, add } = openHome(t);
  await add('a');
  const text = '{"version": 2, "profiles": {"a": {"baseUrl": "https://a.example/v1"}}}';
  writeFileSync(join(home, 'config', 'config.json'), text);
  for (const args of [
    ['queue', 'list'],
    ['profile', 'add', 'b', '--base-url', 'https://b.example/v1'],
    ['add', '--name', 'Rex', '--category', '3', '--no-wait'],
  ]) {
    t.like(
      await runJsonHere(home, args),
      { code: 7, json: { error: { code: 'newer_version' } } as never },
      args.join(' '),
    );
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
  const kept = (await runHere(home, ['profile', 'remove', 'shop'])).stderr;
  t.is(
    kept,
    'petstore: Profile "shop" is kept: 1 animal waits there. `petstore queue` names it; ' +
      'send it with `petstore sync`, or discard it.\n',
  );
  for (const [, hint = ''] of kept.matchAll(/`petstore ([^`]+)`/g)) {
    t.not((await runHere(home, hint.split(' '))).code, 2, hint);
  }

  t.is((await runHere(home, ['profile', 'move', 'shop', '--base-url', service.baseUrl])).code, 0);
  t.like(await runJsonHere(home, ['sync'], { env }), {
    code: 0,
    json: { created: [{ localId: 'Q-1', id: 1 }], waiting: 0 } as never,
  });
  t.is((await runHere(home, ['profile', 'remove', 'shop'])).code, 0);
  t.is(service.pets().length, 1);
});

test('the proof of an animal names the store that it went to, also when its profile has another store', async (t) => {
  const home = temporaryFolder(t);
  const [former, present] = [await createFaultService(), await createFaultService()];
  t.teardown(() => Promise.all([former.stop(), present.stop()]));
  const run = async (...args: readonly string[]) =>
    (await runHere(home, args, { env: { PETSTORE_API_KEY: former.apiKey } })).stdout;
  former.insert({ name: 'Rex', categoryId: 3 });
  await run('profile', 'add', 'shop', '--base-url', former.baseUrl);
  await run('list');
  await run('add', '--name', 'Coco', '--category', '7');
  await run('profile', 'move', 'shop', '--base-url', present.baseUrl);
  await run('sync', '--resume');
  const page = await run('queue', 'show', 'Q-1', '--proof');
  t.regex(page, /^State +created as #2, at the former store$/m);
  t.regex(page, new RegExp(`^Store +${former.baseUrl}$`, 'mu'));
  t.regex(page, new RegExp(` sent\\n +to ${former.baseUrl}\\n +profile shop, key`, 'u'));
  t.false(page.includes(present.baseUrl), page);
});

test('a profile that is removed leaves its key to another one that has its address', async (t) => {
  const home = temporaryFolder(t);
  const run = (...args: readonly string[]) => runHere(home, args, { input: 'pst_SECRET0123456789\n' });
  await run('profile', 'add', 'a', '--base-url', 'http://127.0.0.1:9/v1');
  await run('profile', 'add', 'b', '--base-url', 'http://127.0.0.1:9/v1');
  await run('auth', 'login', '--no-test', '--profile', 'a');
  t.regex(
    (await run('profile', 'remove', 'a')).stderr,
    /^Profile "a" is removed\. Its key is kept, as another profile has the same address\./,
  );
  t.is(readdirSync(join(home, 'config', 'keys')).length, 1);
});

test('a profile that stays where it is keeps its queue and its key, and that is said', async (t) => {
  const home = temporaryFolder(t);
  const address = ['--base-url', 'https://a.example/v1'];
  await runHere(home, ['profile', 'add', 'a', ...address]);
  const same = await runHere(home, ['profile', 'move', 'a', ...address]);
  t.is(same.stderr, 'Profile "a" is at https://a.example/v1 already: its queue and its key stay as they are.\n');
  const honours = await runHere(home, ['profile', 'move', 'a', ...address, '--idempotency', 'honoured']);
  t.regex(honours.stderr, /stay as they are\. What else was given for it is saved\.\n$/);
  t.like(readConfig(home), { profiles: { a: { idempotency: 'honoured' } } });
});

test('who adds a current profile that the environment wins over is told so', async (t) => {
  for (const [env, words] of [
    [{ PETSTORE_BASE_URL: 'https://x.example/v1' }, 'PETSTORE_BASE_URL is set and wins over it: "env" stays'],
    [{ PETSTORE_PROFILE: 'b' }, 'PETSTORE_PROFILE is set and wins over it: "b" stays'],
  ] as const) {
    const home = temporaryFolder(t);
    const add = async (name: string): Promise<string> =>
      (await runHere(home, ['profile', 'add', name, '--base-url', `https://${name}.example/v1`], { env })).stderr;
    const first = await add('a');
    t.true(first.endsWith(`${words} in use here.\n`), first);
    t.notRegex(await add('b'), /wins over/);
  }

  const home = temporaryFolder(t);
  const own = { env: { PETSTORE_PROFILE: 'a' } };
  const added = await runHere(home, ['profile', 'add', 'a', '--base-url', 'https://a.example/v1'], own);
  t.notRegex(added.stderr, /wins over/);
});

test('a second profile of a store asks for no key that is there', async (t) => {
  const { home, add } = openHome(t);
  t.regex((await add('a')).stderr, /Enter its key/);
  await runHere(home, ['auth', 'login', '--profile', 'a'], { input: 'pst_0123456789\n' });
  t.notRegex((await add('b', 'https://a.example/v1')).stderr, /key/);
});

test('a profile that was saved is never denied for a mistake elsewhere', async (t) => {
  const home = temporaryFolder(t);
  const add = (name: string, env: Readonly<Record<string, string>> = {}) =>
    runJsonHere(home, ['profile', 'add', name, '--base-url', `https://${name}.example/v1`], { env });
  for (const [name, env] of [
    ['a', { PETSTORE_API_KEY_FILE: join(home, 'missing') }],
    ['b', { PETSTORE_API_KEY: 'bad key' }],
  ] as const) {
    const added = await add(name, env);
    t.like(added, { code: 0, json: { profile: { name } } } as never);
    t.regex(added.stderr, /^Profile "[ab]" is saved: [^\n]*\n$/);
  }

  writeFileSync(join(home, 'config', 'config.json'), '{"profiles":{"broken":{"baseUrl":"nowhere"}}}');
  const beside = await add('c');
  t.like(beside, { code: 0, json: { profile: { name: 'c' } } } as never);
  t.regex(beside.stderr, /^Profile "c" is saved: [^\n]*\n$/);
  t.deepEqual(Object.keys(readConfig(home)['profiles'] as object), ['broken', 'c']);
});

test('the key of an address that a profile left goes with the profile, unless another one is there', async (t) => {
  const home = temporaryFolder(t);
  const run = (line: string, input = '') => runHere(home, line.split(' '), { input });
  const [before, now] = ['http://127.0.0.1:1/v1', 'http://127.0.0.1:2/v1'];
  const savedKeys = (): readonly string[] =>
    readdirSync(join(home, 'config', 'keys')).map((name) => readFileSync(join(home, 'config', 'keys', name), 'utf8'));
  const open = async (): Promise<void> => {
    await run(`profile add shop --base-url ${before}`);
    await run('auth login --no-test --profile shop', 'pst_before');
    await run(`profile move shop --base-url ${now}`);
  };
  await open();
  t.deepEqual(savedKeys(), ['pst_before\n']);
  t.is((await run(`profile move shop --base-url ${before}`)).code, 0);
  t.regex((await run('auth logout')).stderr, /^The key for .*:1\/v1 is removed from this machine\. Queued animals/u);

  await run('profile remove shop');
  await open();
  const left = await run('auth logout');
  t.regex(left.stderr, /^No key was saved for .*:2\/v1\. The key for .*:1\/v1, where it was before, is removed/u);
  t.is(left.stdout, 'shop\ttrue\n');
  t.deepEqual(savedKeys(), []);

  await run('profile remove shop');
  await open();
  await run('auth login --no-test', 'pst_now');
  t.regex(
    (await run('profile remove shop')).stderr,
    /Its key is removed from this machine, too\. The key for .*:1\/v1, where it was before, is removed/u,
  );
  t.deepEqual(savedKeys(), []);

  await open();
  await run(`profile add other --base-url ${before}`);
  t.regex((await run('profile remove shop')).stderr, /is removed\. No key was saved for it\./u);
  t.deepEqual(savedKeys(), ['pst_before\n']);
  await run(`profile add twin --base-url ${now}`);
  await run(`profile add second --base-url ${now}`);
  t.regex((await run('profile remove twin')).stderr, /is removed\. No key was saved for it\./u);
});
