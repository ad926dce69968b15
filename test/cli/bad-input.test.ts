import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openCommandWorld, openWorldHere } from '../helpers/command-world.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { runHere, runJsonHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const noStack = /\n\s+at |node:internal|Error:/;

test('a look-up that cannot be read speaks of no saving', async (t) => {
  t.regex((await runHere(temporaryFolder(t), ['get', 'abc'])).stderr, /; "abc" is not\.\n$/);
  t.regex((await runHere(temporaryFolder(t), ['list', '-L', '0'])).stderr, /; "0" is not\.\n$/);
});

test('what is wrong on the command line or in the environment is exit 2, one sentence, and nothing saved', async (t) => {
  const good = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'k' };
  const add = ['add', '--name', 'Rex', '--category', '3'];
  const cases: readonly (readonly [args: readonly string[], env: Readonly<Record<string, string>>, words: RegExp])[] = [
    [add, { ...good, PETSTORE_BASE_URL: 'not-a-url' }, /PETSTORE_BASE_URL cannot be used/],
    [add, { ...good, PETSTORE_BASE_URL: 'https://me:secret@example.org/v1' }, /user name or password/],
    [add, { ...good, PETSTORE_API_KEY: 'two\nlines' }, /PETSTORE_API_KEY cannot be used: it has a line break/],
    [add, { ...good, PETSTORE_API_KEY: 'with space' }, /visible ASCII/],
    [
      add,
      { PETSTORE_BASE_URL: good.PETSTORE_BASE_URL, PETSTORE_API_KEY_FILE: '/does/not/exist' },
      /PETSTORE_API_KEY_FILE .* cannot be read: there is no such file/,
    ],
    [add, { ...good, PETSTORE_TIMEOUT: 'soon' }, /PETSTORE_TIMEOUT must be a length of time/],
    [add, { ...good, PETSTORE_SETTLE: '-1s' }, /PETSTORE_SETTLE/],
    [add, { ...good, PETSTORE_REFRESH: '5' }, /PETSTORE_REFRESH/],
    [add, { ...good, PETSTORE_PROFILE: 'nope' }, /There is no profile "nope"\. There are: env, demo/],
    [
      ['add', '--name', 'Rex', '--category', '9223372036854775808'],
      good,
      /--category must be the number of a category/,
    ],
    [['list'], {}, /No store is set up yet/],
    [[], {}, /No store is set up yet/],
  ];
  for (const [args, env, words] of cases) {
    const home = temporaryFolder(t);
    const { code, stdout, stderr } = await runHere(home, args, { env });
    const what = `${args.join(' ')} ${JSON.stringify(env)}`;
    t.is(code, 2, what);
    t.is(stdout, '', what);
    t.regex(stderr, words, what);
    t.notRegex(stderr, noStack, what);
    t.false(stderr.includes('secret'), what);
    t.false(existsSync(join(home, 'data')), what);
  }
});

test('a mistake in the configuration file is named by file and field, and left as it is', async (t) => {
  const home = temporaryFolder(t);
  mkdirSync(join(home, 'config'));
  const path = join(home, 'config', 'config.json');
  const cases: readonly (readonly [text: string, words: RegExp])[] = [
    ['{"profile": 7}', /config\.json has a mistake in "profile": it must be a string/],
    [
      '{"profiles": {"a": {"baseUrl": "https://x.example/v1", "idempotency": "maybe"}}}',
      /mistake in "profiles\.a\.idempotency": it must be one of auto, honoured, off/,
    ],
    [
      '{"profile": "a", "profiles": {"a": {"baseUrl": "x"}}}',
      /The address of profile "a" in config\.json .*`petstore config` names the file/,
    ],
    [
      '{"timeout": "later", "profiles": {"a": {"baseUrl": "https://x.example/v1"}}}',
      /"timeout" in \/.*config\.json must be a length of time/,
    ],
    ['{"profile": ', /config\.json is not valid JSON/],
    ['[]', /its outermost value/],
  ];
  for (const [text, words] of cases) {
    writeFileSync(path, text);
    for (const args of [['list'], ['profile', 'use', 'a']]) {
      const { code, stderr } = await runHere(home, args);
      t.is(code, 2, text);
      t.regex(stderr, words, text);
      t.is(readFileSync(path, 'utf8'), text);
    }
  }
});

test('a folder that cannot be written is exit 7, and says what to do', async (t) => {
  const { service } = await openWorldHere(t);
  const home = temporaryFolder(t);
  // A file where the folder should be: root, whom tests may run as, is stopped by this and not by permissions.
  writeFileSync(join(home, 'data'), '');
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey };
  const { code, json, stderr } = await runJsonHere(home, ['add', '--name', 'Rex', '--category', '3'], { env });
  t.is(code, 7);
  t.like(json, { error: { code: 'not_a_folder' } });
  t.regex(stderr, /was not saved: .*PETSTORE_HOME/);
  t.deepEqual(service.attempts(), []);
});

test('a name that was no UTF-8 is refused: what was meant is not known any more', async (t) => {
  const { home, env, json } = await openCommandWorld(t);
  const line = `"$0" "$1" add --category 7 --no-wait --name $'G\\xfcnter'`;
  const { status, stderr } = spawnSync('bash', ['-c', line, process.execPath, programPath], {
    env: programEnvironment(home, env),
    encoding: 'utf8',
    timeout: 60_000,
  });
  t.is(status, 2);
  t.regex(stderr, /--name cannot be used: it is not UTF-8 text\. Nothing was saved/);
  t.deepEqual((await json(['queue'])).json, { entries: [] });
});
