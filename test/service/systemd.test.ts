/** The units in `data/`, held against systemd and against the program. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { parseCommandLine } from '../../source/cli/parse/parse.ts';
import { commandTable } from '../../source/cli/table/table.ts';
import { defaultLimits } from '../../source/service/http/limits.ts';
import { installProgram } from '../docs/install-program.ts';
import { programEnvironment } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startProgram } from './start-process.ts';

const run = promisify(execFile);
const version = await run('systemd-analyze', ['--version']).then(
  ({ stdout }) => Number(/\d+/.exec(stdout)?.[0]),
  () => 0,
);
// Before 250 it does not know credentials' place, and cannot judge a file.
const systemdTest = version < 250 ? test.skip : test;
const needs = version < 250 ? ' (skipped: needs the package systemd, 250 or newer)' : '';

const units = readdirSync('data').filter((name) => /\.(?:service|timer)$/.test(name));
const readUnit = (name: string): string => readFileSync(`data/${name}`, 'utf8');
const unit = readUnit('petstore@.service');
/** The words of each start of petstore in a unit, without `petstore`. */
const startsOf = (text: string): readonly string[][] =>
  [...text.matchAll(/^ExecStart=petstore (.+)$/gm)].map(([, words = '']) => words.split(' '));

test('every start that a unit names is a command, with flags it has', (t) => {
  t.deepEqual(
    units.flatMap((name) =>
      startsOf(readUnit(name)).map((words) => parseCommandLine(words, commandTable).command?.words.join(' ')),
    ),
    ['service backup', 'serve'],
  );
});

test('what the service uses is what is backed up: that unit has its settings, its user and its folder', (t) => {
  const settingsOf = (text: string) =>
    [...text.matchAll(/^(?:Environment=PETSTORE_\w+|EnvironmentFile|User|DynamicUser)=.*$/gm)].map(String);
  const backup = readUnit('petstore-backup@.service');
  t.deepEqual(settingsOf(backup), settingsOf(unit));
  t.regex(backup, /^StateDirectory=petstore\/%i petstore-backup\/%i$/m);
  t.regex(unit, /^StateDirectory=petstore\/%i$/m, 'the service itself has no way to the backups');
});

test('the unit file starts the service on the one folder that it may write, and stops it in time', async (t) => {
  const state = temporaryFolder(t);
  const settings = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  const own = settings.get('StateDirectory')?.replace('%i', 'main') ?? '';
  mkdirSync(join(state, own), { recursive: true, mode: Number.parseInt(settings.get('StateDirectoryMode') ?? '', 8) });

  // systemd gives a user of no home.
  const service = await startProgram(
    t,
    [...startsOf(unit)[0]!, '--port', '0', '--json'],
    programEnvironment('/', { PETSTORE_HOME: undefined, ...readVariables(unit, state) }),
  );
  t.is((await fetch(new URL('/readyz', service.baseUrl))).status, 200);
  service.child.kill(settings.get('KillSignal') as NodeJS.Signals);
  t.deepEqual(await once(service.child, 'exit'), [0, null]);
  t.true(defaultLimits.drain < Number(settings.get('TimeoutStopSec')) * 1000);
});

/** What the unit's `Environment=` lines set, where state is kept in a folder. */
function readVariables(text: string, state: string): Readonly<Record<string, string>> {
  const lines = text.matchAll(/^Environment=(\w+)=(.*)$/gm);
  return Object.fromEntries(
    Array.from(lines, ([, name = '', value = '']) => [name, value.replace('%S', state).replace('%i', 'main')]),
  );
}

systemdTest(`systemd finds nothing wrong with the units of a store${needs}`, async (t) => {
  const folder = temporaryFolder(t);
  const program = join(installProgram(folder), 'petstore');
  for (const name of units) {
    // It looks for programs where systemd does, and there is none of ours.
    writeFileSync(join(folder, name), readUnit(name).replace(/^ExecStart=petstore/gm, `ExecStart=${program}`));
  }

  for (const name of units) {
    const instance = join(folder, name.replace('@', '@main'));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', instance]);
    t.is(stdout + stderr, '', name);
  }
});

systemdTest(`systemd calls each unit well confined${needs}`, async (t) => {
  for (const name of units.filter((each) => each.endsWith('.service'))) {
    // Of 10, in tenths; 1.5 leaves the network, which a service needs, and writable code, which Node needs.
    const asked = ['security', '--no-pager', '--offline=true', '--threshold=15', `data/${name}`];
    const { stdout } = await run('systemd-analyze', asked);
    t.regex(stdout, /Overall exposure level for .*: [01]\.\d/, name);
  }
});
