/** Quotas, network folders, file systems without locks: the fault is named, and blamed on what it comes from. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import test from 'ava';
import type { Problem } from '../../source/domain/problem.ts';
import { openWorldHere } from '../helpers/command-world.ts';
import { canFailCalls, failing } from '../helpers/failing-calls/failing-calls.ts';
import { programEnvironment, programPath, runJson, runProgram } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const onLinux = canFailCalls ? test : test.skip;
const onUnix = process.platform === 'win32' ? test.skip : test;
const rex = ['add', '--name', 'Rex', '--category', '3'];

for (const [error, code, words] of [
  ['EDQUOT', 'disk_full', /quota is used up\. Free some space/],
  ['ESTALE', 'disk_error', /network folder is not there any more\. Mount it anew/],
] as const) {
  onLinux(`${error} has a sentence and exit code 7, and nothing is half saved`, async (t) => {
    const { home, env, run, service } = await openWorldHere(t);
    const failed = await runJson(home, [...rex, '--no-wait'], { env: { ...env, ...failing('fsync', error) } });
    t.is(failed.code, 7, failed.stderr);
    t.like(failed.json, { error: { code } });
    t.regex(failed.stderr, words);
    t.notRegex(failed.stderr, /report it|unexpected/);
    t.is((await run(['sync'])).code, 0);
    t.is(service.inserted().length, 0);
  });
}

onLinux('a file system without locks is blamed for itself: by add, sync and doctor alike', async (t) => {
  const { home, env: usual, json, run, service } = await openWorldHere(t);
  const env = { ...usual, ...failing('lock', 'EOPNOTSUPP') };
  const added = await runJson(home, rex, { env });
  t.is(added.code, 7, added.stderr);
  t.like(added.json, { error: { code: 'no_locks' } });
  t.regex(added.stderr, /The animal was not saved: the file system locks no files\. Set PETSTORE_HOME to a folder on/);
  t.deepEqual((await json(['queue'])).json['entries'], []);
  // It waits since before the folder was mounted otherwise.
  t.is((await run([...rex, '--no-wait'])).code, 0);
  const synced = await runJson(home, ['sync'], { env });
  t.is(synced.code, 7);
  t.like(synced.json, { error: { code: 'no_locks' } });
  const doctor = await runProgram(home, ['doctor'], { env });
  t.regex(doctor.stdout, /^lock\t.*Animals cannot be sent: the file system locks no files\. .*PETSTORE_HOME/m);
  const told = [added.stderr, synced.stderr, doctor.stdout];
  for (const words of told) {
    t.regex(words, /the file system locks no files/);
    t.notRegex(words, /another petstore|disk reported|unexpected/i);
  }

  t.regex((await runProgram(home, ['config', 'set', 'mouse', 'off'], { env })).stderr, /locks no files/);
  t.deepEqual(
    readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.new-')),
    [],
  );
  t.is(service.inserted().length, 0);
  t.is((await run(['sync'])).code, 0);
  t.is(service.inserted().length, 1);
});

const mayMount = spawnSync('unshare', ['--map-root-user', '--mount', 'true'], { timeout: 10_000 }).status === 0;
(mayMount ? test : test.skip)(
  'a read-only file system is called that by sync and doctor, as by every command',
  async (t) => {
    const { home, env, run, service } = await openWorldHere(t);
    await run([...rex, '--no-wait']);
    const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';
    for (const command of ['sync', 'doctor']) {
      const inside = [
        '--map-root-user',
        '--mount',
        'sh',
        '-c',
        script,
        'sh',
        home,
        process.execPath,
        programPath,
        command,
      ];
      const child = spawn('unshare', inside, { env: programEnvironment(home, env), timeout: 60_000 });
      const ended = once(child, 'close');
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      t.is(child.exitCode, 7, stderr);
      t.regex(stdout + stderr, /the file system is read-only\. Make it writable, or set PETSTORE_HOME/);
      t.notRegex(stdout + stderr, /permission|yours|^lock\tproblem/m);
    }

    t.is((await run(['sync'])).code, 0);
    t.deepEqual(service.insertedNames(), ['Rex']);
  },
);

for (const [what, args, more] of [
  ['a home', ['status'], { PETSTORE_HOME: 'home' }],
  ['the file of a key', ['status'], { PETSTORE_API_KEY: undefined, PETSTORE_API_KEY_FILE: 'key' }],
  ['a database', ['keys', 'list', '--database', 'pets.db'], {}],
  ['the file of the bad rows', ['import', '-', '--skip-bad'], {}],
] as const) {
  onUnix(`in a folder that was deleted, ${what} without a whole path is exit 2`, async (t) => {
    const { home, env, json } = await openWorldHere(t);
    const folder = temporaryFolder(t);
    const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
    const child = spawn('sh', ['-c', script, 'sh', folder, process.execPath, programPath, ...args], {
      env: programEnvironment(home, { ...env, ...more }),
      timeout: 60_000,
    });
    child.stdin.end('name,category\nRex,3\nLuna,\n');
    const ended = once(child, 'close');
    const [words] = await Promise.all([text(child.stderr), ended]);
    t.is(child.exitCode, 2, words);
    t.regex(
      words,
      /^petstore: The current folder is not there any more\. Change to another one, or give whole paths\. No/,
    );
    t.deepEqual((await json(['queue'])).json['entries'], []);
  });
}

onUnix('a sync that can save no list is exit 7, and its JSON says why, also with an empty queue', async (t) => {
  const { home, env, service } = await openWorldHere(t);
  service.insert({ name: 'x'.repeat(5000), categoryId: 3 });
  // No file may become longer than a block, as on a disk that is full by then.
  const child = spawn('sh', ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, programPath, 'sync', '--json'], {
    env: programEnvironment(home, env),
    timeout: 60_000,
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  t.is(child.exitCode, 7, stderr);
  const told = JSON.parse(stdout) as { readonly error?: Problem };
  t.like(told, { connection: 'online', waiting: 0, refreshed: false });
  t.regex(told.error?.message ?? '', /^The local store cannot be written: /u);
  t.true(stderr.endsWith(`${told.error?.message}\n`), stderr);
});
