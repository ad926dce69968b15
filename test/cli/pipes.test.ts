import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { openWorldHere } from '../helpers/command-world.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { howMany } from '../helpers/tier.ts';
import { until } from '../helpers/until.ts';

/** Runs a line of bash in which `petstore` is the built program; `code` is the program's own. */
async function shell(home: string, env: Readonly<Record<string, string | undefined>>, line: string) {
  const script = `petstore() { "$NODE" "$PROGRAM" "$@"; }; set -o pipefail; ${line}`;
  return await promisify(execFile)('bash', ['-c', script], {
    env: programEnvironment(home, { ...env, NODE: process.execPath, PROGRAM: programPath }),
    timeout: 200_000,
  });
}

// More than a pipe holds, which is 64 KiB.
const many = howMany(800, 3000);

test('a reader that has enough ends the program quietly with 0, and what was read is saved', async (t) => {
  const { home, env, service, run, json } = await openWorldHere(t);
  for (let index = 0; index < many; index += 1) {
    service.insert({ name: `Animal ${index} ${'x'.repeat(200)}`, categoryId: 1 });
  }

  for (const flags of ['', '--json --offline']) {
    const line = `petstore list --quiet ${flags} | head -c 50 > /dev/null; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await shell(home, env, line);
    t.deepEqual([stdout, stderr.replace(/Offline: .*\n/, '')], ['0\n', ''], flags);
  }

  t.is((await run(['list', '--offline'])).stdout.split('\n').length, many + 1);
  t.like(await json(['list', '--offline']), { code: 0, json: { complete: true } });
});

test('a command that would go on for ever ends soon after its reader left', async (t) => {
  const { home, env, run } = await openWorldHere(t);
  await run(['add', '--name', 'Coco', '--category', '7', '--no-wait']);
  // `true` reads nothing, so the first report finds nobody.
  t.is(
    (
      await shell(
        home,
        { ...env, PETSTORE_REFRESH: '100ms' },
        'petstore sync --watch --json --quiet | true; echo "${PIPESTATUS[0]}"',
      )
    ).stdout,
    '0\n',
  );
});

test('cut finds the columns, and a spreadsheet no formula', async (t) => {
  const { service, run } = await openWorldHere(t);
  service.insert({ name: 'a\tb\n=c', categoryId: 7, status: 'sold' });
  service.insert({ name: '=cmd()', categoryId: 7 });
  t.deepEqual(
    (await run(['list'])).stdout.split('\n').map((line) => line.split('\t')[2]),
    ['7', '7', undefined],
  );
  t.is(
    (await run(['list', '--format', 'csv'])).stdout,
    `id,name,categoryId,status,category\n2,'=cmd(),7,,\n1,"a\tb\n=c",7,sold,\n`,
  );
});

test('closed and full outputs make no stack and hurt no animal', async (t) => {
  const { home, env, service } = await openWorldHere(t);
  t.is((await shell(home, env, 'petstore add --name Coco --category 7 >&- 2>&-; echo $?')).stdout, '0\n');
  t.is((await shell(home, env, 'petstore list < /dev/null | cat')).stdout, '1\tCoco\t7\t\t\n');
  if (existsSync('/dev/full')) {
    const { stdout, stderr } = await shell(home, env, '{ petstore list > /dev/full; echo $? >&3; } 3>&1');
    t.is(stdout, '1\n');
    t.regex(stderr, /^petstore: The output could not be written \(ENOSPC\)\.\n$/);
    // What was done must be told, and is no failure, or somebody does it again.
    const added = await shell(home, env, '{ petstore add --name Rex --category 7 > /dev/full; echo $? >&3; } 3>&1');
    t.is(added.stdout, '0\n');
    t.deepEqual(added.stderr.split('\n').sort(), [
      '',
      'Added as #2.',
      'petstore: The output could not be written (ENOSPC).',
    ]);
    const many = await shell(
      home,
      env,
      `seq ${howMany(500, 5000)} | sed 's/.*/{"name":"&","categoryId":7}/' | petstore import - --quiet > /dev/full; echo $?`,
    );
    t.is(many.stdout, '0\n');
    const example = await shell(home, env, 'petstore import --example > /dev/full; echo $?');
    t.is(example.stdout, '1\n', 'nothing was saved');
    const quiet = await shell(home, env, 'petstore add Luna 7 --quiet --no-wait > /dev/full');
    t.regex(quiet.stderr, /^Queued as Q-\d+\./m);
  }

  t.deepEqual(service.names(), ['Coco', 'Rex']);
});

test('a disk that takes a part of the output alone is full', async (t) => {
  const { home, env } = await openWorldHere(t);
  const { stdout, stderr } = await shell(home, env, 'ulimit -f 1; { petstore help > "$HOME/part"; echo $? >&3; } 3>&1');
  t.is(stdout, '1\n');
  t.regex(stderr, /^petstore: The output could not be written \(EFBIG\)\.\n$/);
});

test('of an API key that could not be shown it is said how to end it', async (t) => {
  if (!existsSync('/dev/full')) {
    t.pass();
    return;
  }

  const { home, env } = await openWorldHere(t);
  const { stdout, stderr } = await shell(home, env, 'petstore keys create > /dev/full; echo $?');
  t.is(stdout, '1\n');
  t.regex(stderr, /^Nobody saw the new key: `petstore keys revoke 1` ends it\.$/m);
  t.notRegex(stderr, /Keep the key/);
});

test('words go to stderr and data to stdout, and --quiet leaves only what must be seen', async (t) => {
  const { run } = await openWorldHere(t);
  const add = ['add', '--name', 'Coco', '--category', '7'];
  t.like(await run([...add, '--quiet']), { stdout: '1\tCoco\t7\t\t\n', stderr: '' });
  t.like(await run(['add', '--name', 'Coco', '--category', 'x', '--quiet']), { stdout: '', code: 2 });
  t.regex((await run(['status', '--verbose'])).stderr, /Profile .*: http/);
});

// It tells in which call of the system each thread waits.
const onLinux = existsSync('/proc/self/wchan') ? test : test.skip;
for (const [what, toArgs] of [
  ['a file of animals', (pipe: string) => ['import', pipe]],
  ['the key', () => ['status']],
  ['the animals of a new store', (pipe: string) => ['serve', '--port', '0', '--seed', pipe]],
] as const) {
  onLinux(`Ctrl-C and SIGTERM end a command that reads ${what} from a pipe to which nobody writes`, async (t) => {
    const folder = temporaryFolder(t);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const store = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY_FILE: pipe };
    const env = programEnvironment(folder, store);
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const child = spawn(process.execPath, [programPath, ...toArgs(pipe)], { env, stdio: 'ignore' });
      t.teardown(() => child.kill('SIGKILL'));
      const threads = `/proc/${child.pid}/task`;
      const callOf = (thread: string): string => readFileSync(join(threads, thread, 'wchan'), 'utf8');
      await until('it waits for a writer', () => readdirSync(threads).map(callOf).includes('wait_for_partner'));
      child.kill(signal);
      t.deepEqual(await once(child, 'exit'), [code, null]);
    }
  });
}
