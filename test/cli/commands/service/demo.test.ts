import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import test from 'ava';
import { programEnvironment, programPath, runJson, runProgram } from '../../../helpers/program.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { openProgram, openTerminal } from '../../../helpers/terminal.ts';
import { until } from '../../../helpers/until.ts';

const animals = (
  JSON.parse(readFileSync(new URL('../../../../data/demo-pets.json', import.meta.url), 'utf8')) as unknown[]
).length;

test('the demo without a terminal prints the list and ends, and lasts from start to start, also where its key was deleted', async (t) => {
  const home = temporaryFolder(t);
  const env = { PETSTORE_TLS_CERT: 'none', PETSTORE_HOST: '0.0.0.0' };
  const first = await runProgram(home, ['demo'], { env });
  t.is(first.code, 0, first.stderr);
  t.is(first.stdout.trim().split('\n').length, animals);
  t.like(await runJson(home, ['add', '--name', 'Coco', '--category', '7', '--profile', 'demo']), {
    code: 0,
    json: { outcome: 'created', pet: { id: animals + 1 } },
  });
  const key = join(home, 'data', 'demo', 'key');
  t.is(statSync(key).mode & 0o777, 0o600);
  rmSync(key);
  const app = await runProgram(home, ['--profile', 'demo']);
  t.is(app.stdout.trim().split('\n').length, animals + 1);
  t.regex(app.stderr, /no terminal to show the app on; this is `petstore list --profile demo`/);
});

test('two demos started at once both work on the same animals', async (t) => {
  const home = temporaryFolder(t);
  const both = await Promise.all([runProgram(home, ['demo']), runProgram(home, ['demo'])]);
  t.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
    both.map(({ stderr }) => stderr).join(),
  );
  t.deepEqual(
    both.map(({ stdout }) => stdout.trim().split('\n').length),
    [animals, animals],
  );
});

// Other systems do not tell which process listens where.
(process.platform === 'linux' ? test : test.skip)(
  'the demo opens the app, and its service ends with the app, also when that is killed',
  async (t) => {
    const home = temporaryFolder(t);
    for (const end of ['quit', 'SIGKILL'] as const) {
      const app = openProgram(t, home, { args: ['demo'] });
      await app.waitFor(/\[All \d+\]/);
      const baseUrl = findService(app.pid);
      t.is((await fetch(`${baseUrl}/healthz`)).status, 200);
      if (end === 'quit') {
        app.press('q');
      } else {
        app.signal(end);
      }

      await app.exit;
      await until('the service refuses', () =>
        fetch(`${baseUrl}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      t.pass();
    }
  },
);

/** The address a process's child listens on, from Linux's tables. */
function findService(parent: number): string {
  const child =
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8', timeout: 60_000 })
      .trim()
      .split('\n')[0]
      ?.trim() ?? '';
  const sockets = new Set(
    readdirSync(`/proc/${child}/fd`).map((fd) => {
      try {
        return /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${child}/fd/${fd}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .find((columns) => columns[3] === '0A' && sockets.has(columns[9]));
  return `http://127.0.0.1:${parseInt(line?.[1]?.split(':')[1] ?? '', 16)}`;
}

test('a terminal that cannot move its cursor gets the list too', async (t) => {
  const home = temporaryFolder(t);
  const app = openTerminal({
    command: '/usr/bin/env',
    args: ['TERM=dumb', process.execPath, programPath, '--profile', 'demo'],
    env: programEnvironment(home),
  });
  t.teardown(() => app.close());
  t.is((await app.exit).code, 0);
  t.false(app.alternate());
  // The list fills the screen, so that the line before it may be off it already.
  t.regex(app.written(), /TERM=dumb/);
});
