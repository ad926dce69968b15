/** Every "queued" and every 201 is preceded by the syncs that it claims, as the kernel saw them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { programEnvironment, programPath } from '../../helpers/program.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { missingBefore201, missingBeforeQueued } from './durable-trace.ts';

/** Whether there is a strace that may follow a process here. */
const hasStrace = process.platform === 'linux' && spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

const tracedTest = hasStrace ? test : test.skip;

/** Starts the program with every thread of it traced. */
function startTraced(t: ExecutionContext, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const log = join(temporaryFolder(t), 'trace');
  const calls = 'write,pwrite64,writev,pwritev,sendto,sendmsg,fsync,fdatasync,link,rename';
  const child = spawn(
    'strace',
    ['-f', '-yy', '-s', '20000', '-o', log, '-e', `trace=${calls}`, process.execPath, programPath, ...args],
    // A group of its own: without strace the program would go on, and hold the pipes open that are waited for.
    { env: programEnvironment(temporaryFolder(t), env), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.resume();
  const closed = once(child, 'close');
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid!, 'SIGKILL');
    }

    await closed;
  });
  return { child, closed, trace: () => readFileSync(log, 'utf8'), stdout: () => stdout };
}

const withoutSyncs = (trace: string, of: RegExp): string =>
  trace
    .split('\n')
    .filter((line) => !(/f(data)?sync\(/.test(line) && of.test(line)))
    .join('\n');

tracedTest('"queued" is said after the animal and its name are on the disk', async (t) => {
  const env = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'x' };
  for (const more of [[], ['--json']]) {
    const { closed, trace } = startTraced(t, ['add', '--name', 'Zelda', '--category', '3', '--no-wait', ...more], env);
    t.deepEqual(await closed, [0, null]);
    t.is(missingBeforeQueued(trace(), 'Zelda', /Q-1/), undefined);
    // And the trace would tell.
    t.is(
      missingBeforeQueued(withoutSyncs(trace(), /stores\/[^/>]+>/), 'Zelda', /Q-1/),
      'told before the folder is synced',
    );
    t.is(missingBeforeQueued(withoutSyncs(trace(), /\.new-/), 'Zelda', /Q-1/), 'told before its file is synced');
  }
});

tracedTest(
  'a 201 of the service on SQLite goes out after the animal is on the disk, also where many come at once',
  async (t) => {
    const { child, stdout, trace, closed } = startTraced(t, ['serve', '--json', '--port', '0']);
    await until('the service says that it is ready', () => stdout().includes('\n'));
    const { baseUrl, apiKey } = JSON.parse(stdout()) as { baseUrl: string; apiKey: string };
    const names = Array.from({ length: 24 }, (_, index) => `Zelda-${index}-`);
    const post = async (name: string): Promise<number> => {
      const answer = await fetch(`${baseUrl}/pets`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ name, categoryId: 3 }),
      });
      await answer.text();
      return answer.status;
    };
    // One by one, then all that are left together: a group of writes shares one sync.
    for (const name of names.slice(0, 4)) {
      t.is(await post(name), 201);
    }

    t.deepEqual(new Set(await Promise.all(names.slice(4).map(post))), new Set([201]));
    process.kill(await programOf(child.pid!), 'SIGTERM');
    await closed;
    t.deepEqual(
      names.map((name) => missingBefore201(trace(), name)).filter((missing) => missing !== undefined),
      [],
    );
    // And the trace would tell.
    t.is(missingBefore201(withoutSyncs(trace(), /-wal/), names[0]!), 'answered before the log is synced');
  },
);

/** The process that strace started. */
async function programOf(pid: number): Promise<number> {
  let found = '';
  await until(
    'strace has its child',
    () => (found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()) !== '',
  );
  return Number(found.split(' ')[0]);
}
