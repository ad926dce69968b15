import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openWorldHere } from '../../../helpers/command-world.ts';
import { runJson, runProgram } from '../../../helpers/program.ts';
import { openProgram } from '../../../helpers/terminal.ts';

const longKey = 'pst_0123456789test';
const noKey = { PETSTORE_API_KEY: undefined };

test('a key from standard input is saved for its owner only, tested, and removed', async (t) => {
  const { home, service, run, json } = await openWorldHere(t, { apiKey: longKey });
  t.like(await json(['status', '--check'], { env: noKey }), {
    code: 4,
    json: { key: null, connection: 'unauthorized' },
  });
  t.is((await run(['auth', 'login'], { env: noKey, input: `${longKey}\n` })).code, 0);
  const folder = join(home, 'config', 'keys');
  const [file = ''] = readdirSync(folder);
  t.is(readFileSync(join(folder, file), 'utf8'), `${service.apiKey}\n`);
  t.is(statSync(join(folder, file)).mode & 0o777, 0o600);
  t.is(statSync(folder).mode & 0o777, 0o700);
  t.like(await json(['status'], { env: noKey }), {
    code: 0,
    json: { key: { last4: 'test', source: join(folder, file) }, connection: 'online' },
  });
  t.is((await run(['list'], { env: noKey })).code, 0);
  t.is((await run(['auth', 'logout'], { env: noKey })).code, 0);
  t.deepEqual(readdirSync(folder), []);
  t.is((await run(['status', '--check'], { env: noKey })).code, 4);
});

test('a key that cannot be sent is refused, and nothing is saved', async (t) => {
  const { home, run } = await openWorldHere(t);
  for (const input of ['', '\n', 'two\nlines\n', 'with space', 'ключ']) {
    const { code, stderr } = await run(['auth', 'login'], { env: noKey, input });
    t.is(code, 2, JSON.stringify(input));
    t.false(input.trim() !== '' && stderr.includes(input.trim()), 'a key is never quoted');
  }

  t.like(await run(['auth', 'login'], { env: noKey, input: 'x'.repeat(100_000) }), {
    code: 2,
    stderr: 'petstore: Standard input is not a key: it is too long. Nothing was saved.\n',
  });
  t.false(existsSync(join(home, 'config')));
});

test('a key in the environment wins and is named', async (t) => {
  const { home, run, json } = await openWorldHere(t, { apiKey: longKey });
  const { stderr } = await run(['auth', 'login'], { input: 'another\n' });
  t.regex(stderr, /PETSTORE_API_KEY is set and wins/);
  t.like(await json(['status']), { code: 0, json: { key: { last4: 'test', source: 'PETSTORE_API_KEY' } } });
  writeFileSync(join(home, 'key.txt'), `${longKey}\r\n`);
  t.like(await json(['status'], { env: { ...noKey, PETSTORE_API_KEY_FILE: join(home, 'key.txt') } }), {
    code: 0,
    json: { key: { source: `PETSTORE_API_KEY_FILE (${home}/key.txt)` }, connection: 'online' },
  });
});

test('of a short key nothing is shown', async (t) => {
  const { home, run, json } = await openWorldHere(t, { apiKey: 'elevenchars' });
  t.like(await json(['status']), {
    code: 0,
    json: { key: { last4: null, source: 'PETSTORE_API_KEY' }, connection: 'online' },
  });
  t.like(await json(['auth', 'login'], { input: 'elevenchars\n' }), { json: { last4: null } });
  for (const args of [['status'], ['doctor'], ['doctor', '--json'], ['status', '--json']]) {
    const { stdout, stderr } = await run(args);
    t.false(/hars|char/.test((stdout + stderr).replaceAll(home, '')), `${args.join(' ')}: ${stdout}`);
  }
});

test('the prompt shows nothing of what is typed', async (t) => {
  const { home, env } = await openWorldHere(t);
  const terminal = openProgram(t, home, { args: ['auth', 'login'], env: { ...env, ...noKey } });
  await terminal.waitFor(/API key for http/);
  terminal.press('pst_wrong', '\u0015', 'pst_tesX', '\u007f', 't', '\r');
  const screen = await terminal.waitFor(/is saved in/);
  t.false(screen.join('\n').includes('pst_'));
  t.is((await terminal.exit).code, 0);
  const folder = join(home, 'config', 'keys');
  t.is(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8'), 'pst_test\n');
});

test('Ctrl-C at the prompt saves nothing', async (t) => {
  const { home, env } = await openWorldHere(t);
  const terminal = openProgram(t, home, { args: ['auth', 'login'], env: { ...env, ...noKey } });
  await terminal.waitFor(/API key for http/);
  terminal.press('pst_test', '\u0003');
  t.is((await terminal.exit).code, 130);
  t.false(existsSync(join(home, 'config')));
});

test('the key is in no file but its own, and in no output', async (t) => {
  const { home, service, run, env } = await openWorldHere(t, { apiKey: 'pst_SECRET0123456789' });
  const key = service.apiKey;
  const said: string[] = [];
  const keep = async (args: readonly string[], input = '') => {
    const { stdout, stderr } = await run([...args, '--verbose'], { env: noKey, input });
    said.push(stdout, stderr);
  };
  await keep(['auth', 'login'], `${key}\n`);
  service.next('400');
  service.next('insert-then-drop');
  for (const args of [
    ['add', '--name', 'A', '--category', '9223372036854775807'],
    ['add', '--name', 'B', '--category', '9223372036854775807'],
    ['list', '--json'],
    ['get', '1'],
    ['sync', '--timeout', '5s'],
    ['queue', '--json'],
    ['status', '--json'],
    ['doctor', '--json'],
    ['config', '--json'],
  ]) {
    await keep(args);
  }

  await service.stop();
  await keep(['list']);
  await keep(['sync', '--timeout', '1s']);
  const broken = {
    ...env,
    NODE_OPTIONS: `--import=data:text/javascript,JSON.rawJSON=()=>{throw(new(TypeError)(\`${key}\`))}`,
  };
  const crashed = await runProgram(home, ['get', '1', '--json'], { env: broken });
  t.is(crashed.code, 1);
  said.push(crashed.stdout, crashed.stderr);
  t.deepEqual(
    said.filter((text) => text.includes(key)),
    [],
  );

  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const holders = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(key));
  t.deepEqual(
    holders.map(({ parentPath }) => parentPath),
    [join(home, 'config', 'keys')],
  );
  t.true(files.some(({ name }) => name === 'petstore.log'));
});

test('the built-in store is never sent the key of another one', async (t) => {
  const { home } = await openWorldHere(t);
  t.like(await runJson(home, ['status', '--profile', 'demo'], { env: { PETSTORE_API_KEY: 'of-another-store' } }), {
    code: 0,
    json: { profile: 'demo', connection: 'online' },
  });
});

test('login tries the key: a wrong one is saved and said to be refused, exit 4', async (t) => {
  const { json, run, service } = await openWorldHere(t, { apiKey: longKey });
  const wrong = await json(['auth', 'login'], { env: noKey, input: 'pst_0123456789wrong\n' });
  t.like(wrong, {
    code: 4,
    json: { place: 'file', connection: 'unauthorized', error: { code: 'unauthorized', status: 401 } },
  } as never);
  t.regex(wrong.stderr, /^The key for \S+ is saved in \S+, readable by you only, but: \S+ refused the key\./);
  const right = await json(['auth', 'login'], { env: noKey, input: `${longKey}\n` });
  t.like(right, { code: 0, json: { connection: 'online', error: undefined } });
  t.regex(right.stderr, /readable by you only\. The store accepts it\.$/m);
  // The key in the environment wins everywhere else, and must not stand in for the one that was given.
  t.is((await run(['auth', 'login'], { input: 'pst_0123456789wrong\n' })).code, 4);
  const asked = service.attempts().length;
  const untried = await json(['auth', 'login', '--no-test'], { env: noKey, input: 'pst_0123456789wrong\n' });
  t.like(untried, { code: 0, json: { connection: null } });
  t.regex(untried.stderr, /It was not tried; `petstore status` does that\./);
  t.is(service.attempts().length, asked);
  await service.stop();
  const unreachable = await json(['auth', 'login'], { env: noKey, input: `${longKey}\n` });
  t.like(unreachable, { code: 0, json: { connection: 'offline' } });
  t.regex(unreachable.stderr, /It could not be tried: .*`petstore status` tries it again\./);
});

test('a key that is missing and one that is refused are told apart by every command', async (t) => {
  const { run } = await openWorldHere(t, { apiKey: longKey });
  for (const args of [
    ['status'],
    ['doctor'],
    ['add', '--name', 'X', '--category', '1'],
    ['list'],
    ['sync'],
    ['get', '1'],
  ]) {
    const missing = await run(args, { env: noKey });
    const refused = await run(args, { env: { PETSTORE_API_KEY: 'pst_0123456789wrong' } });
    const said = (each: typeof missing) =>
      (each.stdout + each.stderr).replaceAll('The store says: The key is missing or wrong.', '');
    t.regex(said(missing), /needs an API key|there is none\tEnter it/, args.join(' '));
    t.notRegex(said(missing), /refused/, args.join(' '));
    t.regex(said(refused), /refused the key|refused it/, args.join(' '));
    t.notRegex(said(refused), /there is none|missing/, args.join(' '));
  }
});

test('a key that was removed is never denied for one in the environment that cannot be read', async (t) => {
  const { home, json } = await openWorldHere(t);
  await json(['auth', 'login', '--no-test'], { env: noKey, input: `${longKey}\n` });
  const env = { ...noKey, PETSTORE_API_KEY_FILE: join(home, 'missing') };
  const { code, json: answer, stderr } = await json(['auth', 'logout'], { env });
  t.deepEqual([code, answer['removed']], [0, true], stderr);
  t.regex(stderr, /^The key for \S+ is removed from this machine\. Queued animals are kept\.\n$/);
});
