import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { runProgram } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The program's own cache instead of the tests'. */
const own = { NODE_COMPILE_CACHE: undefined };
const unreachable = { ...own, PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1' };

test('what Node compiles is kept in a folder only its owner can enter', async (t) => {
  const home = temporaryFolder(t);
  t.is((await runProgram(home, ['config'], { env: own })).code, 0);
  t.true(readdirSync(join(home, 'state', 'compiled')).length > 0);
  if (process.platform !== 'win32') {
    t.is(statSync(join(home, 'state')).mode & 0o777, 0o700);
  }
});

test('a home that cannot be written, or a file in the way, costs time and nothing else', async (t) => {
  const blocked = temporaryFolder(t);
  writeFileSync(join(blocked, 'state'), 'a file');
  t.is((await runProgram(blocked, ['--version'], { env: own })).code, 0);

  const readOnly = temporaryFolder(t);
  mkdirSync(join(readOnly, 'state'));
  chmodSync(join(readOnly, 'state'), 0o500);
  chmodSync(readOnly, 0o500);
  const { code, stderr } = await runProgram(readOnly, ['queue', 'list', '--quiet'], { env: unreachable });
  t.is(code, 0);
  t.is(stderr, '');
  chmodSync(readOnly, 0o700);
  chmodSync(join(readOnly, 'state'), 0o700);
});

test('cached code that was damaged is compiled anew', async (t) => {
  const home = temporaryFolder(t);
  await runProgram(home, ['--version'], { env: own });
  const folder = join(home, 'state', 'compiled');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (existsSync(path) && statSync(path).isFile()) {
      writeFileSync(path, 'damaged');
    }
  }

  const { code, stdout, stderr } = await runProgram(home, ['--version'], { env: own });
  t.is(code, 0);
  t.regex(stdout, /^\d+\.\d+\.\d+\n$/);
  t.is(stderr, '');
});

test('no warning of Node is told, whatever is loaded late', async (t) => {
  const home = temporaryFolder(t);
  const { stderr } = await runProgram(home, ['sync', '--timeout', '10s'], {
    env: { ...own, PETSTORE_BASE_URL: 'https://127.0.0.1:9/v1' },
  });
  t.regex(stderr, /refused the connection/);
  t.notRegex(stderr, /Warning/);
});
