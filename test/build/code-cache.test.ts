import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { programEnvironment, programPath, runProgram } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

/** The program's own cache instead of the tests'. */
const own = { NODE_COMPILE_CACHE: undefined };
const unreachable = { ...own, PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1' };

test('what Node compiles is kept in a folder only its owner can enter', async (t) => {
  const home = temporaryFolder(t);
  t.is((await runProgram(home, ['config', 'path'], { env: own })).code, 0);
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
  const { stderr } = await runProgram(home, ['sync', '--timeout', '1s'], {
    env: { ...own, PETSTORE_BASE_URL: 'https://127.0.0.1:9/v1' },
  });
  t.regex(stderr, /refused the connection/);
  t.notRegex(stderr, /Warning/);
});

/** A home in which a command kept the code that it called, and the files of it. */
async function keptCode(t: ExecutionContext): Promise<{ readonly home: string; readonly files: readonly string[] }> {
  const home = temporaryFolder(t);
  t.is((await runProgram(home, ['queue', 'list'], { env: unreachable })).code, 0);
  const folder = join(home, 'state', 'compiled');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.js.queue.'))
    .map((name) => join(folder, name));
  t.true(files.some((path) => path.includes('client-')));
  return { home, files };
}

test('what a command called is kept once, for its owner alone, and a command that failed keeps nothing', async (t) => {
  const { home, files } = await keptCode(t);
  const times = files.map((path) => statSync(path, { bigint: true }).ctimeNs);
  const { code, stdout } = await runProgram(home, ['queue', 'list', '--json'], { env: unreachable });
  t.is(code, 0);
  t.is(stdout, '{"entries":[]}\n');
  t.deepEqual(
    files.map((path) => statSync(path, { bigint: true }).ctimeNs),
    times,
    'it was taken over',
  );
  if (process.platform !== 'win32') {
    t.true(files.every((path) => (statSync(path).mode & 0o777) === 0o600));
  }

  t.not((await runProgram(home, ['list', '--offline', '--sort', 'nothing'], { env: unreachable })).code, 0);
  t.false(readdirSync(dirname(files[0]!)).some((name) => name.includes('.js.list.')));
});

for (const [damage, spoil] of [
  ['was cut', (path: string) => truncateSync(path, statSync(path).size >> 1)],
  ['is empty', (path: string) => truncateSync(path, 0)],
  ['has another byte in its middle', (path: string) => flip(path, statSync(path).size >> 1)],
  ['has another byte at its beginning', (path: string) => flip(path, 0)],
] as const) {
  test(`kept code that ${damage} is not run, and is kept anew`, async (t) => {
    const { home, files } = await keptCode(t);
    files.forEach(spoil);
    const spoilt = files.map((path) => readFileSync(path));
    const { code, stdout, stderr } = await runProgram(home, ['queue', 'list', '--json', '--quiet'], {
      env: unreachable,
    });
    t.is(code, 0, stderr);
    t.is(stdout, '{"entries":[]}\n');
    t.is(stderr, '');
    files.forEach((path, index) => t.false(readFileSync(path).equals(spoilt[index]!), path));
  });
}

test('code that was kept of another text under the same name is not run', (t) => {
  const home = temporaryFolder(t);
  const program = join(temporaryFolder(t), 'dist', 'cli.js');
  cpSync(dirname(programPath), dirname(program), { recursive: true });
  const env = programEnvironment(home, unreachable);
  const run = () => spawnSync(process.execPath, [program, 'status'], { env, encoding: 'utf8' }).stdout;
  const before = run();
  t.regex(before, /Connection/);
  // Of the same length, which is all that V8 looks at.
  const folder = dirname(program);
  for (const name of readdirSync(folder).filter((each) => each.startsWith('client-'))) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Connection', 'Konnektion'));
  }

  t.is(run(), before.replaceAll('Connection', 'Konnektion'));
});

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 0xff;
  writeFileSync(path, bytes);
}
