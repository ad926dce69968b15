/**
 * The program where a person happens to have put it: files that nobody may write, homes with odd paths, a proxy in the
 * way, no network.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import demoPets from '../../data/demo-pets.json' with { type: 'json' };
import { programPath, runProgram, type ProgramResult } from '../helpers/program.ts';
import { runHere, runJsonHere } from '../helpers/run-here.ts';
import { filesBelow, temporaryFolder } from '../helpers/temporary-folder.ts';

/** Runs a program with nothing in its environment but what is given. */
async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<ProgramResult> {
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 200_000,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** The first minutes with the built-in store; each step has to work. */
const firstSteps = [
  [['demo'], new RegExp(`^(?:[^\\n]+\\n){${demoPets.length}}$`)],
  [['add', '--profile', 'demo', '--name', 'Süßer', '--category', '2', '--no-wait'], /Q-1/],
  [['sync', '--profile', 'demo'], /created/],
  [['list', '--profile', 'demo', '--offline'], /Süßer/],
] as const;

/** A home `length` bytes long, with spaces and umlauts. */
function makeHome(t: ExecutionContext, length: number): string {
  let home = join(temporaryFolder(t), 'Zoë Müller, ihr Ordner');
  while (Buffer.byteLength(home) < length) {
    home = join(home, 'x'.repeat(Math.min(100, Math.max(1, length - Buffer.byteLength(home) - 1))));
  }

  mkdirSync(home, { recursive: true });
  return home;
}

test('a PETSTORE_HOME of 400 bytes is one like any other, for the built-in store too', async (t) => {
  const [[demo, prints]] = firstSteps;
  const { code, stdout, stderr } = await runProgram(makeHome(t, 400), demo);
  t.is(code, 0, stderr);
  t.regex(stdout, prints);
});

test('a home whose path is too long for SQLite is told so in words, whatever the command', async (t) => {
  const home = makeHome(t, 550);
  const profile = ['profile', 'add', 'main', '--base-url', 'http://127.0.0.1:1/v1'];
  for (const { code, stdout, stderr } of [await runProgram(home, ['demo']), await runHere(home, profile)]) {
    t.is(code, 7);
    t.is(stdout, '');
    t.regex(
      stderr,
      /^petstore: .*: the path is too long for its files\. Set PETSTORE_HOME to a folder whose path has at most 400 bytes\. Everything saved before is untouched \(.*\)\.\n$/,
    );
  }

  t.like((await runJsonHere(home, profile)).json, { error: { code: 'path_too_long' } });
  const serve = await runProgram(home, ['serve', '--port', '0']);
  t.not(serve.code, 0);
  t.regex(
    serve.stderr,
    /^petstore: .* is too long a path for SQLite, or for this system\. Give a shorter one with --database\.\n$/,
  );
  const queued = await runHere(home, ['add', '--name', 'Luna', '--category', '2', '--no-wait'], {
    env: { PETSTORE_BASE_URL: 'http://127.0.0.1:1/v1', PETSTORE_API_KEY: 'k' },
  });
  t.true(queued.code === 0 || /path is too long/.test(queued.stderr), queued.stderr);
});

test('a store on this machine is asked directly, whatever proxy is set', async (t) => {
  let connections = 0;
  const proxy = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  t.teardown(() => proxy.close());
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const [[demo, prints]] = firstSteps;
  const { code, stdout, stderr } = await runProgram(temporaryFolder(t), demo, {
    // Node itself heeds the variables where it is told to.
    env: {
      ...Object.fromEntries(names.map((name) => [name, address])),
      NODE_USE_ENV_PROXY: '1',
      NO_PROXY: 'a.example',
    },
  });
  t.is(code, 0, stderr);
  t.regex(stdout, prints);
  t.is(connections, 0);
});

test('a proxy where nothing listens is a store that cannot be reached: what is added is kept, and NO_PROXY goes around it', async (t) => {
  const home = temporaryFolder(t);
  const env = {
    HTTPS_PROXY: 'http://127.0.0.1:9',
    PETSTORE_BASE_URL: 'https://store.invalid/v1',
    PETSTORE_API_KEY: 'k',
  };
  const added = await runHere(home, ['add', '--name', 'Luna', '--category', '2'], { env });
  t.is(added.code, 0, added.stderr);
  t.regex(added.stdout, /Q-1/);
  const status = await runHere(home, ['status'], { env });
  t.regex(
    status.stdout + status.stderr,
    /offline: The proxy 127\.0\.0\.1:9 \(HTTPS_PROXY\) refused the connection, so store\.invalid was not reached/,
  );
  t.regex((await runHere(home, ['doctor'], { env })).stdout, /HTTPS_PROXY/);
  const around = await runHere(home, ['status'], { env: { ...env, NO_PROXY: '.invalid' } });
  t.regex(around.stdout, /Connection\toffline/);
  t.notRegex(around.stdout, /proxy/);
});

const inNamespace = (script: string): readonly string[] => ['--map-root-user', '--mount', '--net', 'sh', '-ec', script];
const canSeparate = spawnSync('unshare', inNamespace('ip link set lo up'), { timeout: 10_000 }).status === 0;
const separately = canSeparate ? test : test.skip;

separately(
  'files that nobody may write, and no network: everything works, and nothing is written beside the program',
  async (t) => {
    const folder = temporaryFolder(t);
    const prefix = join(folder, 'prefix');
    cpSync(dirname(programPath), join(prefix, 'dist'), { recursive: true });
    cpSync('data', join(prefix, 'data'), { recursive: true });
    const before = digestsOf(prefix);
    const home = join(folder, 'Zoë Müller, ihr Ordner');
    mkdirSync(home);
    const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter), HOME: home };
    const program = join(prefix, 'dist/cli.js');
    const inside = (command: string, args: readonly string[], setUp: string) =>
      run('unshare', [...inNamespace(`${setUp}; exec "$0" "$@"`), command, ...args], env);

    // As it is first, or what cannot be written would leave no trace.
    for (const [setUp, steps] of [
      [':', firstSteps.slice(0, 1)],
      [
        `mount --bind '${prefix}' '${prefix}'; mount -o remount,bind,ro '${prefix}'; if touch '${prefix}/dist/x' 2>&-; then exit 99; fi`,
        firstSteps,
      ],
    ] as const) {
      for (const [args, prints] of steps) {
        const result = await inside(process.execPath, [program, ...args], `ip link set lo up; ${setUp}`);
        t.is(result.code, 0, `${args.join(' ')}: ${result.stderr}`);
        t.notRegex(result.stderr, /EROFS|read-only/i);
        t.regex(result.stdout, args[0] === 'demo' ? /^(?:[^\n]+\n)+$/ : prints, args.join(' '));
      }

      t.deepEqual(digestsOf(prefix), before);
    }

    const manual = await inside('man', ['-P', 'cat', '-l', join(prefix, 'dist/petstore.1')], ':');
    t.true(manual.code === 0 ? /petstore demo/.test(manual.stdout) : !isThere('man'), manual.stderr);
  },
);

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { timeout: 60_000 }).status === 0;
}

/** Every file below a folder with what is in it. */
function digestsOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    filesBelow(folder)
      .toSorted()
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}
