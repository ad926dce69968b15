/** `data/petstore.service` and what docs/service.md adds to it, held against systemd and against the program. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { parseCommandLine } from '../../source/cli/parse/parse.js';
import { commandTable } from '../../source/cli/table/table.js';
import { readDocument } from '../docs/document.js';
import { installProgram } from '../docs/install-program.js';
import { programEnvironment } from '../helpers/program.js';
import { until } from '../helpers/until.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { startProgram } from './start-process.js';

const run = promisify(execFile);
const version = await run('systemd-analyze', ['--version']).then(
  ({ stdout }) => Number(/\d+/.exec(stdout)?.[0]),
  () => 0,
);
const python = await run('python3', ['--version']).then(
  () => true,
  () => false,
);
// Before 250 it does not know credentials' place, and cannot judge a file.
const systemdTest = version < 250 ? test.skip : test;
const needs = version < 250 ? ' (skipped: needs the package systemd, 250 or newer)' : '';

const unit = readFileSync('data/petstore.service', 'utf8');
const additions = readDocument('docs/service.md')
  .blocks.filter(({ language }) => language === 'ini')
  .map(({ text }) => text);
/** The words of each ExecStart that is not empty, without `petstore`. */
const starts = [unit, ...additions].flatMap((text) =>
  [...text.matchAll(/^ExecStart=petstore (.+)$/gm)].map(([, words = '']) => words.split(' ')),
);

test('every start that the unit file and the document name is a command, with flags it has', (t) => {
  t.true(starts.length >= 1);
  for (const words of starts) {
    t.deepEqual(parseCommandLine(words, commandTable).command?.words, ['serve'], words.join(' '));
  }
});

test('the unit file starts the service on the one folder that it may write, and stops it in time', async (t) => {
  const state = temporaryFolder(t);
  const settings = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  t.is(settings.get('StateDirectory'), 'petstore');
  mkdirSync(join(state, 'petstore'), { mode: Number.parseInt(settings.get('StateDirectoryMode') ?? '', 8) });

  // systemd gives a user of no home.
  const service = await startProgram(
    t,
    [...starts[0]!, '--port', '0', '--json'],
    programEnvironment('/', { PETSTORE_HOME: undefined, ...readVariables(settings.get('Environment') ?? '', state) }),
  );
  t.is((await fetch(new URL('/readyz', service.baseUrl))).status, 200);
  const asked = performance.now();
  service.child.kill(settings.get('KillSignal') as NodeJS.Signals);
  t.deepEqual(await once(service.child, 'exit'), [0, null]);
  t.true(performance.now() - asked < Number(settings.get('TimeoutStopSec')) * 1000);
});

/** What the unit's `Environment=` sets, where state is kept in a folder. */
function readVariables(line: string, state: string): Readonly<Record<string, string>> {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
  return { [name]: value.replace('%S', state) };
}

systemdTest(
  `systemd finds nothing wrong with the unit file, alone and with each addition of the document${needs}`,
  async (t) => {
    for (const addition of [undefined, ...additions]) {
      const folder = temporaryFolder(t);
      const program = join(installProgram(folder), 'petstore');
      const file = join(folder, 'petstore.service');
      // It looks for programs where systemd does, and there is none of ours.
      const withProgram = (text: string): string => text.replace(/^ExecStart=petstore/gm, `ExecStart=${program}`);
      writeFileSync(file, withProgram(unit));
      if (addition !== undefined) {
        mkdirSync(`${file}.d`);
        writeFileSync(join(`${file}.d`, 'override.conf'), withProgram(addition));
      }

      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
      t.is(stdout + stderr, '', addition ?? 'alone');
    }
  },
);

systemdTest(`systemd calls the unit well confined${needs}`, async (t) => {
  // Of 10, in tenths; 1.5 leaves the network, which a service needs, and writable code, which Node needs.
  const { stdout } = await run('systemd-analyze', [
    'security',
    '--no-pager',
    '--offline=true',
    '--threshold=15',
    'data/petstore.service',
  ]);
  t.regex(stdout, /Overall exposure level for petstore\.service: [01]\.\d/);
});

// Node cannot listen to datagrams on a path.
const listener = `import os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
while True:
    data, fds, _, _ = socket.recv_fds(s, 4096, 8)
    [os.close(fd) for fd in fds]
    print(data.decode().strip(), flush=True)`;

(python ? systemdTest : test.skip)(
  `systemd is told that it is ready, and again and again that it is not stuck${needs || (python ? '' : ' (skipped: needs python3)')}`,
  async (t) => {
    const folder = temporaryFolder(t);
    const socket = join(folder, 'notify');
    const heard: string[] = [];
    const child = spawn('python3', ['-c', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.teardown(() => child.kill());
    child.stdout.on('data', (chunk: Buffer) => heard.push(...chunk.toString().trim().split('\n')));
    await until('somebody listens', () => existsSync(socket));
    const service = await startProgram(
      t,
      ['serve', '--port', '0', '--json', '--database', join(folder, 'pets.sqlite')],
      programEnvironment(folder, { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' }),
    );
    const pings = () => heard.filter((text) => text === 'WATCHDOG=1').length;
    await until('it was told', () => heard.includes('READY=1') && pings() >= 2);

    service.child.kill('SIGHUP');
    t.is((await fetch(new URL('/readyz', service.baseUrl))).status, 200, 'a reload is no end, also without TLS');
  },
);
