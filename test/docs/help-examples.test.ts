/**
 * Every example that help prints, run as it is printed, each in a home and a folder of its own: by a shell if that has
 * more to do than to hand over words. What stands before an example is what its reader has done by then: connected to a
 * store, queued animals, made a file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { commandTable } from '../../source/cli/table/table.js';
import { createFaultService, type FaultService } from '../helpers/fault-service/fault-service.js';
import { programEnvironment, startServiceProcess } from '../helpers/program.js';
import { runHere } from '../helpers/run-here.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { openTerminal } from '../helpers/terminal.js';
import { installProgram } from './install-program.js';

type Stage = {
  readonly home: string;
  /** Where the reader types. */
  readonly folder: string;
  readonly store: FaultService;
  /** Does what the reader did before; the exit code must be one of these, 0 if none is named. */
  readonly run: (
    line: string,
    options?: { readonly codes?: readonly number[]; readonly settle?: string },
  ) => Promise<void>;
};

type Before = (stage: Stage) => unknown;

const queued: Before = async ({ run }) => {
  for (const name of ['Ada', 'Bob', 'Coco', 'Dot']) {
    await run(`add ${name} 7 --no-wait`);
  }
};
const rejected: Before = async ({ run, store }) => {
  store.next('400');
  await run('add Coco 7', { codes: [6] });
};
/** Q-3 in review: the animals 41 and 42 may both be it. */
const review: Before = async ({ run, store }) => {
  await run('add Ada 7');
  await run('add Bob 7');
  for (let id = 3; id <= 40; id += 1) {
    store.insert({ name: `Animal ${id}`, categoryId: 1 });
  }

  store.next('insert-then-drop');
  await run('add Coco 7', { codes: [8], settle: '1m' });
  store.insert({ name: 'Coco', categoryId: 7 });
  await run('sync --timeout 20s', { codes: [8] });
};
const file =
  (name: string, text: string): Before =>
  ({ folder }) =>
    writeFileSync(join(folder, name), text);
const commands =
  (...lines: readonly string[]): Before =>
  async ({ run }) => {
    for (const line of lines) {
      await run(line);
    }
  };
const all =
  (...steps: readonly Before[]): Before =>
  async (stage) => {
    for (const step of steps) {
      await step(stage);
    }
  };
const animalsCsv = file('animals.csv', 'name,categoryId,status\nMilo,1,sold\n');
const animalsJson = file('animals.json', '[{"name":"Milo","categoryId":1}]');
const backup: Before = async ({ run, folder }) => {
  await run('keys create');
  await run(`service backup ${join(folder, 'pets-today.sqlite')}`);
};

/** An animal waits for an address that no profile leads to. */
const astray: Before = ({ home }) =>
  runHere(home, ['add', 'Ada', '7', '--no-wait'], {
    env: { PETSTORE_BASE_URL: 'https://a.example/v1', PETSTORE_API_KEY: 'pst_test' },
  });

/** A store with animals, whose service has ended. */
const seeded = commands(`serve --port 0 --end-with-stdin --seed ${resolve('data/demo-pets.json')}`);

/** What comes before the examples that begin so; the longest beginning counts. */
const before: Readonly<Record<string, Before>> = {
  'list --offline': commands('list'),
  'get 42 58 Q-3': queued,
  'get 42 --offline': commands('list'),
  'add --name Luna --category Cats --status available': commands('config category 2 Cats'),
  'import animals.csv': animalsCsv,
  'import -': animalsJson,
  queue: queued,
  'queue edit --state rejected': rejected,
  'queue send-again --state rejected': rejected,
  'queue release': all(queued, commands('queue hold Q-3')),
  'queue discard --state rejected': rejected,
  'queue restore': all(queued, commands('queue discard Q-3 --yes')),
  'queue adopt': review,
  'queue reopen': all(review, commands('queue adopt Q-3 42')),
  'queue send-again': review,
  'sync --watch': queued,
  'profile move production': commands('profile add production --base-url https://pets.example.org/v1'),
  'profile move https://a.example/v1': astray,
  'auth login < key.txt': ({ folder, store }) => {
    writeFileSync(join(folder, 'key.txt'), `${store.apiKey}\n`);
  },
  'config category 3 --remove': commands('config category 3 Dogs'),
  'serve --port 0 --json --seed': animalsJson,
  keys: commands('keys create'),
  'keys revoke 3': commands('keys create', 'keys create', 'keys create'),
  'keys rotate website': commands('keys create --label website'),
  'service backup': commands('keys create'),
  'service restore': backup,
  'service trial': backup,
  'service check': commands('keys create'),
  'service export': seeded,
  'service correct 42': seeded,
  'service remove 42': seeded,
  'service log': seeded,
};

/** What a person types where the example asks. */
const answers: Readonly<Record<string, readonly [asked: RegExp, typed: string]>> = {
  'queue discard Q-3': [/\[y\/N\]/, 'y\r'],
  'auth login': [/API key/, 'pst_test\r'],
  demo: [/Clyde/, 'q'],
};

/** What goes on until it is stopped, and what it prints before. */
const lasting: Readonly<Record<string, RegExp>> = {
  'sync --watch': /Q-1/,
  serve: /is ready at/,
  'serve --port 0 --json --seed animals.json': /"baseUrl"/,
};

/** Not run here, and why. */
const notRun: Readonly<Record<string, string>> = {
  'serve --database postgres://pets@localhost/pets': 'it needs that database; docs/service.md is run with one',
};

const examples = commandTable.flatMap((command) => command.examples);

test('what is said of an example is said of one that there is', (t) => {
  for (const beginning of [
    ...Object.keys(before),
    ...Object.keys(answers),
    ...Object.keys(lasting),
    ...Object.keys(notRun),
  ]) {
    t.true(
      examples.some((example) => example.startsWith(beginning)),
      beginning,
    );
  }
});

for (const part of [0, 1, 2, 3]) {
  test(`every example that help prints runs as it is printed (${part + 1} of 4)`, async (t) => {
    t.timeout(300_000);
    const service = await startServiceProcess(t, temporaryFolder(t), ['--seed', resolve('data/demo-pets.json')]);
    const own = examples.filter((example, index) => index % 4 === part && notRun[example] === undefined);
    for (const example of own) {
      if (example === 'serve' && !(await isFree(8787))) {
        t.log('not run: `petstore serve`, whose port 8787 is taken on this machine');
      } else {
        await runs(t, example, /^(queue|auth login)/.test(example) ? undefined : service);
      }
    }
  });
}

/** Runs one example on a store of its own that can be told to misbehave, or on the one that is given. */
async function runs(
  t: ExecutionContext,
  example: string,
  service: { readonly baseUrl: string; readonly apiKey: string | undefined } | undefined,
): Promise<void> {
  const [home, folder] = [temporaryFolder(t), temporaryFolder(t)];
  const store = await createFaultService();
  const env = { PETSTORE_MARKS: 'off', PETSTORE_SETTLE: '100ms' };
  const run: Stage['run'] = async (line, { codes = [0], settle = '100ms' } = {}) => {
    const options = { env: { ...env, PETSTORE_SETTLE: settle }, input: `${service?.apiKey ?? store.apiKey}\n` };
    const { code, stdout, stderr } = await runHere(home, line.split(' '), options);
    t.true(codes.includes(code ?? -1), `before \`petstore ${example}\`: ${line}: ${String(code)} ${stdout}${stderr}`);
  };
  await run(`profile add main --base-url ${service?.baseUrl ?? store.baseUrl} --idempotency off`);
  await run('profile add staging --base-url https://staging.example.org/v1');
  await run('auth login --profile main');
  const beginning = Object.keys(before)
    .filter((each) => example.startsWith(each))
    .reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  await before[beginning]?.({ home, folder, store, run });

  mkdirSync(join(home, '.config/fish/completions'), { recursive: true });
  const environment = programEnvironment(home, {
    ...env,
    LANG: 'C.UTF-8',
    PATH: [installProgram(home), process.env['PATH']].join(delimiter),
    // PowerShell's own.
    PROFILE: join(home, 'profile.ps1'),
  });
  const line = `petstore ${example}`;
  if (isPlain(example)) {
    const { code, stdout, stderr } = await runIn(folder, () => runHere(home, example.split(' '), { env }));
    t.is(code, 0, `${line} ended with ${String(code)}: ${stdout}${stderr}`);
    await store.stop();
    return;
  }

  const script = `set -o pipefail; fpath=(~ ~); ${line}`;
  const { code, said } = await (answers[example] === undefined
    ? runInPipe(script, folder, environment, lasting[example])
    : runOnTerminal(t, script, folder, environment, answers[example]));
  const isEndedByCtrlC = example in lasting && code === 130;
  t.true(code === 0 || isEndedByCtrlC, `${line} ended with ${String(code)}: ${said}`);
  await store.stop();
}

/** Whether a shell gives the program just these words, and the program does not care whose process it has. */
const isPlain = (example: string): boolean =>
  /^[\w ./:=-]+$/.test(example) && answers[example] === undefined && lasting[example] === undefined;

/** Does work in a folder, as in a process that was started there. */
async function runIn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

type Outcome = { readonly code: number | null; readonly said: string };

async function runInPipe(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  ready: RegExp | undefined,
): Promise<Outcome> {
  const child = spawn('bash', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  let isStopped = false;
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
    if (!isStopped && ready?.test(said) === true) {
      isStopped = true;
      // To the whole group, as Ctrl-C goes.
      process.kill(-(child.pid ?? 0), 'SIGINT');
    }
  };
  // One that does not end by itself is a failure, not a wait.
  const deadline = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 60_000);
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(deadline);
  return { code, said };
}

async function runOnTerminal(
  t: ExecutionContext,
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  [asked, typed]: readonly [asked: RegExp, typed: string],
): Promise<Outcome> {
  const terminal = openTerminal({ command: 'bash', args: ['-c', script], cwd, env });
  t.teardown(() => terminal.close());
  await terminal.waitFor(asked);
  terminal.press(typed);
  const { code } = await terminal.exit;
  return { code, said: terminal.screen().join('\n') };
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const [event] = await Promise.race([
    once(server, 'error').then(() => ['error'] as const),
    once(server.listen(port, '127.0.0.1'), 'listening').then(() => ['listening'] as const),
  ]);
  server.close();
  return event === 'listening';
}
