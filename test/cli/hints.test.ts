/**
 * A hint that a command prints is pasted into the same shell, and acts on the store that the command acted on: the files
 * of another store stay as they are, and its service is not asked. One place completes all hints, so that some of what can
 * come of commands is enough; that each hint is a command at all is in test/docs/links.test.ts.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { hashIdentity } from '../../source/app/profiles/profiles.ts';
import { parseCommandLine } from '../../source/cli/parse/parse.ts';
import { commandTable } from '../../source/cli/table/table.ts';
import { createFaultService, type FaultService } from '../helpers/fault-service/fault-service.ts';
import type { ProgramResult } from '../helpers/program.ts';
import { runHere } from '../helpers/run-here.ts';
import { filesBelow, temporaryFolder } from '../helpers/temporary-folder.ts';

const rightKey = 'pst_0123456789right';
const foreignKey = 'pst_0123456789other';

/** Which store a shell means without a flag, and how the commands of an outcome say the one that they are about. */
type Shell = {
  readonly title: string;
  readonly flags: readonly string[];
  readonly env: (baseUrl: string) => Readonly<Record<string, string>>;
  readonly current: 'main' | 'shelter';
  /** Whether hints have to name the profile. */
  readonly isNamed: boolean;
  /** Outcomes are many, and shells differ in the flag that is added to all hints: only these are tried. Absent: all. */
  readonly only?: readonly string[];
};

const some = ['added and rejected', 'profiles that come and go'];

const shells: readonly Shell[] = [
  {
    title: 'of a profile that is not the current one',
    flags: ['--profile', 'shelter'],
    env: () => ({}),
    current: 'main',
    isNamed: true,
  },
  {
    title: 'of a profile that a flag names, where the environment has another address,',
    flags: ['--profile=shelter'],
    env: (baseUrl) => ({ PETSTORE_BASE_URL: baseUrl }),
    current: 'shelter',
    isNamed: true,
    only: some,
  },
  {
    title: 'of the current profile, named or not',
    flags: ['--profile', 'shelter'],
    env: () => ({}),
    current: 'shelter',
    isNamed: false,
    only: [...some, 'a lost answer, a review and its commands'],
  },
  {
    title: 'of a profile that an exported variable names',
    flags: [],
    env: () => ({ PETSTORE_PROFILE: 'shelter' }),
    current: 'main',
    isNamed: false,
    only: some,
  },
];

type World = {
  readonly home: string;
  readonly service: FaultService;
  /** The folder of its queue. */
  readonly store: string;
  /** Runs a command on the store that the outcome is about, and reads the hints in what it prints. */
  readonly say: (
    line: string,
    options?: { readonly input?: string; readonly env?: Readonly<Record<string, string>> },
  ) => Promise<ProgramResult>;
};

const wait = '--no-wait';
const add = (name: string, more = ''): string => `add --name ${name} --category 7 ${more}`.trimEnd();
const everything = ['list', 'status', 'doctor', 'sync --timeout 5s', 'queue', add('Luna')];

async function sayAll({ say }: World, lines: readonly string[] = everything): Promise<void> {
  for (const line of lines) {
    await say(line);
  }
}

/** What can come of commands. Each begins with two animals that wait on either store, Q-1 and Q-2. */
const outcomes: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'added and rejected': async (world) => {
    const { say, service } = world;
    service.next('400');
    await say(add('Coco'));
    await sayAll(world, ['queue show Q-3', 'sync --timeout 5s', 'doctor', 'queue hold Q-3', 'queue release Q-3']);
    service.next('400');
    await say('queue send-again Q-1');
  },
  'a lost answer, a review and its commands': async (world) => {
    const { say, service } = world;
    service.next('insert-then-drop');
    await say(add('Coco'), { env: { PETSTORE_SETTLE: '1m' } });
    await say(add('Coco'));
    service.insert({ name: 'Coco', categoryId: 7 });
    await sayAll(world, ['sync --timeout 20s', 'queue show Q-3', 'queue show Q-3 --json', 'queue', 'status', 'doctor']);
    await sayAll(world, [
      'queue send-again Q-3',
      'queue adopt Q-3 1',
      'queue reopen Q-3',
      'queue show Q-3',
      'queue show Q-4',
    ]);
  },
  'no key': async (world) => {
    await world.say('auth logout');
    await sayAll(world);
    await world.say('get 1');
  },
  "another store's key": async (world) => {
    const { say, service } = world;
    await sayAll(world, ['sync --timeout 5s', 'list', add('Waits', wait)]);
    service.insert({ name: 'Theirs', categoryId: 1 }, 'second');
    await say('auth login', { input: `${foreignKey}\n` });
    await sayAll(world, ['sync --timeout 5s', ...everything]);
  },
  'a reset store': async (world) => {
    const { say, service } = world;
    await sayAll(world, ['sync --timeout 5s', 'list']);
    service.reset();
    service.insert({ name: 'Quite another', categoryId: 9 });
    await say(add('Coco', wait));
    await sayAll(world);
  },
  'a moved address': async (world) => {
    await world.say(`profile move shelter --base-url ${world.service.baseUrl.replace('127.0.0.1', 'localhost')}`);
    await world.say('list');
    await world.say(`profile move shelter --base-url ${world.service.baseUrl}`);
  },
  'a damaged queue': async (world) => {
    writeFileSync(join(world.store, 'queue.json'), 'damaged');
    await sayAll(world, [...everything, 'queue show Q-1', 'queue hold Q-2']);
  },
  'working offline': async (world) => {
    await sayAll(world, ['offline', ...everything, 'offline', 'get 1', 'online', 'online']);
  },
  'every verb of the queue': async (world) => {
    const verbs = [
      ['hold Q-1', 'send-again Q-1', 'edit Q-1 --name Other', 'discard Q-1 --yes', 'edit Q-1 --name No'],
      ['restore Q-1', 'release Q-1', 'release Q-1', 'send-again Q-1', 'discard Q-1 --yes', 'reopen Q-1', 'adopt Q-1 7'],
      [
        'send-again Q-2 --yes',
        'hold --state queued',
        '--state created',
        'show Q-99',
        'hold Q-99',
        'hold X',
        'show Q-1',
      ],
    ];
    await sayAll(world, [...verbs.flat().map((verb) => `queue ${verb}`), 'get Q-99', 'get Q-99 Q-98 --json']);
  },
  'profiles that come and go': async (world) => {
    await sayAll(world, [
      'profile add third --base-url https://third.example/v1',
      'profile add shelter --base-url https://x.example/v1',
      ...['profile remove third', 'profile remove shelter', 'profile use demo', 'profile list'],
      ...['profile use nobody', 'profile remove nobody', 'status'],
    ]);
  },
};

/** The words of a line as a shell reads them, as far as hints go. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** A hint with what a person fills in, and what keeps a question or an endless wait away. */
function fill(hint: string, service: FaultService, home: string): readonly string[] {
  const words = wordsOf(hint).map((word) =>
    word === 'URL' ? service.baseUrl : word === 'FILE' ? join(home, 'animals.csv') : word === 'ID' ? '7' : word,
  );
  const more: Readonly<Record<string, readonly string[]>> = {
    'queue edit': ['--name', 'Pasted'],
    'queue discard': ['--yes'],
    'queue send-again': ['--yes'],
    add: words.includes('--help') ? [] : ['--name', 'Pasted', '--category', '7'],
    sync: ['--timeout', '5s'],
  };
  const name = Object.keys(more).find((each) => words.join(' ').startsWith(`petstore ${each}`));
  return [...words.slice(1), ...(name === undefined ? [] : (more[name] ?? []))];
}

/** The files of a store, each with its bytes: queue, saved copy and key. */
function filesOf(home: string, { baseUrl }: FaultService): readonly string[] {
  return filesBelow(home)
    .filter((path) => path.includes(hashIdentity(baseUrl)))
    .map((path) => `${path} ${statSync(path, { bigint: true }).mtimeNs} ${readFileSync(path).toString('base64')}`)
    .toSorted();
}

/** Commands that are about no store of a profile: they may be typed anywhere. */
const storeless = new Set(['help', 'profile', 'config', 'demo', 'serve', 'keys', 'service', 'completion']);

async function openWorld(t: ExecutionContext, shell: Shell) {
  const home = temporaryFolder(t);
  const options = { apiKey: rightKey, tenants: { [foreignKey]: 'second' }, skipped: 1000 };
  const services = { main: await createFaultService({ apiKey: rightKey }), shelter: await createFaultService(options) };
  t.teardown(() => Promise.all([services.main.stop(), services.shelter.stop()]));
  const env = { PETSTORE_SETTLE: '100ms', ...shell.env(services.main.baseUrl) };
  const run = (args: readonly string[], more: object = {}, input = '') =>
    runHere(home, args, { env: { ...env, ...more }, input });
  for (const name of ['main', 'shelter'] as const) {
    await run(['profile', 'add', name, '--base-url', services[name].baseUrl]);
    await run(['auth', 'login', '--no-test', '--profile', name], {}, `${rightKey}\n`);
    await run(['add', '--name', 'First', '--category', '1', wait, '--profile', name]);
    await run(['add', '--name', 'Second', '--category', '1', wait, '--profile', name]);
  }

  await run(['profile', 'use', shell.current]);
  const store = join(home, 'data', 'stores', hashIdentity(services.shelter.baseUrl));
  const hints: string[] = [];
  const world: World = {
    home,
    service: services.shelter,
    store,
    say: async (line, { input = '', env: more = {} } = {}) => {
      const result = await run([...wordsOf(line), ...shell.flags], more, input);
      // A script is given the commands that settle a review as they are.
      const settling = /"settledBy":\[.*?\]/.exec(result.stdout)?.[0] ?? '';
      // What its problems name is told to a person on stderr.
      const told = line.includes('--json') ? '' : result.stdout;
      const said = told + result.stderr;
      t.notRegex(said, /"petstore |[^`]petstore (queue|sync|auth|profile|config|keys) |unexpected went wrong/, line);
      const found = [...said.matchAll(/`(petstore [^`]+)`/g), ...settling.matchAll(/"(petstore [^"]+)"/g)];
      hints.push(...found.map(([, hint = '']) => hint));
      return result;
    },
  };
  return { world, services, run, hints };
}

for (const shell of shells) {
  for (const [what, happen] of Object.entries(outcomes)) {
    if (shell.only?.includes(what) === false) {
      continue;
    }

    test(`hints ${shell.title} act on it: ${what}`, async (t) => {
      t.timeout(120_000);
      const { world, services, run, hints } = await openWorld(t, shell);
      const before = filesOf(world.home, services.main);
      const asked = services.main.attempts().length;
      const isUntouched = (after: string): void => {
        t.deepEqual(filesOf(world.home, services.main), before, after);
        t.is(services.main.attempts().length, asked, after);
      };
      await happen(world);
      isUntouched('the outcome itself');
      const pasted = [...new Set(hints)];
      for (const hint of pasted) {
        const args = fill(hint, services.shelter, world.home);
        const [first = ''] = args;
        const isOfStore = !storeless.has(first) && !args.includes('--help');
        if (args.includes('--help')) {
          t.is((await run(args)).code, 0, hint);
        } else {
          t.truthy(parseCommandLine(args, commandTable).command, hint);
        }

        if (hint.endsWith(' --profile third')) {
          // That one was added, and is not the current one in any of these shells.
          continue;
        }

        t.is(/ --profile shelter$/.test(hint), shell.isNamed && isOfStore, hint);
        t.is(hint.includes('--profile'), shell.isNamed && isOfStore, hint);
        if (['demo', 'serve'].includes(first) || hint.startsWith('petstore profile add NAME')) {
          continue;
        }

        const { stdout, stderr } = await run([...args, '--verbose'], {}, `${rightKey}\n`);
        isUntouched(hint);
        if (isOfStore) {
          const isSeen = first === 'auth' && args[1] === 'login' ? /^shelter\t/m : /Profile shelter: |^removed /m;
          t.regex(stdout + stderr, isSeen, `${hint} opens that store`);
        }
      }

      t.true(pasted.length > 0);
      t.log(`${pasted.length} hints pasted: ${pasted.join('; ')}`);
    });
  }
}

test("a hint about the service's keys names the database that was named, and reads no other one", async (t) => {
  const home = temporaryFolder(t);
  const database = join(home, 'pets of mine.sqlite');
  await runHere(home, ['keys', 'create', '--label', 'desk', '--database', database]);
  const { code, stderr } = await runHere(home, ['keys', 'revoke', '9', '--database', database]);
  t.is(code, 3);
  const [, hint = ''] = /`(petstore [^`]+)`/.exec(stderr) ?? [];
  t.is(hint, `petstore keys list --database '${database}'`);
  t.regex((await runHere(home, wordsOf(hint).slice(1))).stdout, /\tdesk\t/);
  t.false(readdirSync(home).includes('data'));
});
