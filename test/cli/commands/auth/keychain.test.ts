import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import test from 'ava';
import { openCommandWorld } from '../../../helpers/command-world.ts';
import { hasKeyring, openKeyringSession } from './keyring-session.ts';
import { programEnvironment, programPath } from '../../../helpers/program.ts';
import { runHere } from '../../../helpers/run-here.ts';
import { filesBelow, temporaryFolder } from '../../../helpers/temporary-folder.ts';

const key = 'pst_SECRET0123456789';
const keyringTest = hasKeyring ? test : test.skip;

/** Files below a folder that hold a text. */
function holdersOf(text: string, folder: string): readonly string[] {
  return filesBelow(folder).filter((path) => readFileSync(path).includes(text));
}

keyringTest('a key is kept in a real keychain: saved, used, found locked, unlocked, and removed', async (t) => {
  const keyring = await openKeyringSession(t);
  const { home, run, json, service } = await openCommandWorld(t, { apiKey: key });
  const env = { ...keyring.env, PETSTORE_API_KEY: undefined };
  service.insert({ name: 'Rex', categoryId: 3 });
  t.is((await runHere(home, ['config', 'set', 'key-store', 'keychain'])).code, 0);
  const login = await run(['auth', 'login', '--verbose'], { env, input: `${key}\n` });
  t.regex(login.stderr, /is saved in the system keychain/);
  t.like(await json(['status'], { env }), {
    code: 0,
    json: { key: { last4: '6789', source: 'system keychain' }, connection: 'online' },
  });

  await keyring.lock();
  const locked = await json(['get', '2'], { env });
  t.like(locked, { code: 4, json: { error: { code: 'unauthorized' } } });
  t.regex(locked.stderr, /is in the system keychain, which cannot be read \(it is locked, and was not unlocked\)/);
  t.like(await json(['add', '--name', 'Coco', '--category', '7'], { env }), {
    code: 4,
    json: { outcome: 'queued', localId: 'Q-1' },
  });
  const doctor = await json(['doctor'], { env });
  t.deepEqual(
    (doctor.json['checks'] as { name: string; ok: boolean }[]).filter(({ ok }) => !ok).map(({ name }) => name),
    ['key'],
  );
  t.like(await json(['auth', 'logout'], { env }), { code: 7, json: { error: { code: 'keychain' } } });

  await keyring.unlock();
  t.is((await run(['auth', 'login'], { env, input: `${key}\n` })).code, 0);
  t.like(await json(['sync', '--timeout', '20s'], { env }), { code: 0, json: { created: [{ localId: 'Q-1' }] } });
  t.deepEqual([...holdersOf(key, home), ...holdersOf(key, keyring.folder)], []);
  t.like(await json(['auth', 'logout'], { env }), { code: 0, json: { removed: true } });
  t.deepEqual(readdirSync(join(home, 'config', 'keys')), []);
  t.is((await run(['status', '--check'], { env })).code, 4);
});

test('without the package for it, a file holds the key, and why is told', (t) => {
  const folder = temporaryFolder(t);
  cpSync(dirname(programPath), join(folder, 'dist'), { recursive: true });
  // The home is the usual one, where the keychain is the first choice.
  const env = {
    ...programEnvironment(folder, { PETSTORE_BASE_URL: 'https://pets.example.org/v1' }),
    PETSTORE_HOME: undefined,
    APPDATA: folder,
    LOCALAPPDATA: folder,
  };
  const run = (args: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, 'dist', 'cli.js'), ...args], {
      env,
      input: key,
      encoding: 'utf8',
      timeout: 60_000,
    });
  const { status, stderr } = run(['auth', 'login']);
  t.is(status, 0);
  t.regex(
    stderr,
    /is saved in [^]*readable by you only[^]*The system keychain cannot be used: the package for it, @napi-rs\/keyring, is not installed/,
  );
  t.is(holdersOf(key, folder).length, 1);

  t.is(run(['config', 'set', 'key-store', 'keychain']).status, 0);
  const must = run(['auth', 'login']);
  t.is(must.status, 7);
  t.regex(must.stderr, /was not saved: .*key-store file/);
  t.true(existsSync(holdersOf(key, folder)[0] ?? ''), 'the key from before is untouched');
});
