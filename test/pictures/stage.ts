/**
 * What the pictures show: the built program in a terminal, in a fresh account, on a store that answers as the test
 * says, at a time that stands still.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NewPet } from '../../source/domain/pet.ts';
import type { EntryRecord } from '../../source/domain/record.ts';
import { createMachineState } from '../../source/local/machine-state.ts';
import { systemClock } from '../../source/platform/time/clock.ts';
import { diskFileSystem } from '../../source/platform/files/file-system.ts';
import { demoLabels, hashIdentity } from '../../source/app/profiles/profiles.ts';
import { takePicture, writePicture } from './picture.ts';
import { createFaultService, type FaultService } from '../helpers/fault-service/fault-service.ts';
import { openStore } from '../helpers/open-store.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { runHere } from '../helpers/run-here.ts';
import { until } from '../helpers/until.ts';
import { openTerminal, type TerminalSession } from '../helpers/terminal.ts';

/** The moment at which the pictures are taken: 14 March 2026, 11:05. */
export const stageTime = Date.UTC(2026, 2, 14, 11, 5);

/** Where the store is, as the screens say it. */
export const stageAddress = 'http://127.0.0.1:8787/v1';

/** Stands in pictures for the folder of the account, whose name is another one each time, and just as long. */
const homeInPictures = '/home/ada/.the-pet-shop';

export type Stage = {
  readonly home: string;
  readonly service: FaultService;
  /** Puts the program's clock forward, and lets everything happen that is due by then. */
  pass(ms: number): Promise<void>;
  /** Writes down the store, its key and what its categories are called, as a person would with a few commands. */
  connect(): Promise<void>;
  /** Puts animals into the queue by what happened to them; the first one is Q-1. */
  enter(...histories: readonly (readonly [NewPet, minutesAgo: number, ...EntryRecord[]])[]): Promise<void>;
  /** Writes into the change log what happened so many minutes ago, oldest first. */
  happen(...activities: readonly (readonly [minutesAgo: number, activity: object])[]): void;
  /** Starts the program in a window of a size; one that is open is closed. */
  open(cols: number, rows: number): Promise<TerminalSession>;
  /** The screen as it is now. */
  picture(): string;
  close(): Promise<void>;
};

/** `ago(5)`: five minutes before the pictures are taken. */
export const ago = (minutes: number): string => new Date(stageTime - minutes * 60_000).toISOString();

/** A store with the animals of the demo, and nobody who ever asked it anything. */
export async function setStage(): Promise<Stage> {
  // Short, and of one length everywhere: how much of a path fits a row must not depend on who runs the tests.
  const home = mkdtempSync('/tmp/petstore-pic');
  const service = await createFaultService({ order: 'oldest-first' });
  for (const pet of JSON.parse(readFileSync(resolve('data/demo-pets.json'), 'utf8')) as Parameters<
    FaultService['insert']
  >[0][]) {
    service.insert(pet);
  }

  const clock = join(home, 'clock');
  let now = stageTime;
  writeFileSync(clock, String(now));
  const env = { TZ: 'UTC', LANG: 'C.UTF-8' };
  let session: TerminalSession | undefined;
  return {
    home,
    service,
    async pass(ms) {
      now += ms;
      writeFileSync(clock, String(now));
      session?.signal('SIGUSR2');
      await until('the program has seen the new time', () => existsSync(`${clock}.${now}`));
    },
    async connect() {
      const names = Object.entries(demoLabels).map(([id, name]) => [['config', 'category', id, name]] as const);
      for (const [args, input] of [
        [['config', 'set', 'key-store', 'file']],
        // The clock of a picture stands still.
        [['config', 'set', 'rest', '0s']],
        [['profile', 'add', 'shelter', '--base-url', stageAddress]],
        // Not tried: something of this machine may listen at that address.
        [['auth', 'login', '--no-test'], service.apiKey],
        ...names,
      ] as const) {
        const { code, stderr } = await runHere(home, args, { env, input: input ?? '' });
        if (code !== 0) {
          throw new Error(`petstore ${args.join(' ')} ended with ${String(code)}: ${stderr}`);
        }
      }
    },
    async enter(...histories) {
      const folder = join(home, 'data', 'stores', hashIdentity(stageAddress));
      const local = await openStore(folder, {
        identity: stageAddress,
        state: createMachineState(diskFileSystem, join(home, 'state'), systemClock),
      });
      for (const [pet, minutesAgo, ...records] of histories) {
        let [entry] = await local.queue.enter([pet], ago(minutesAgo));
        for (const record of records) {
          entry = await local.queue.append(entry!, record);
        }
      }
    },
    happen(...activities) {
      const lines = activities.map(([minutesAgo, activity]) => JSON.stringify({ at: ago(minutesAgo), ...activity }));
      const folder = join(home, 'data', 'stores', hashIdentity(stageAddress));
      writeFileSync(join(folder, 'changes.1.jsonl'), [...lines, ''].join('\n'), { mode: 0o600 });
    },
    async open(cols, rows) {
      await session?.close();
      const [, port = ''] = /:(\d+)\//.exec(service.baseUrl) ?? [];
      session = openTerminal({
        command: process.execPath,
        args: [`--require=${resolve('test/pictures/stopped-clock.cjs')}`, programPath],
        env: {
          ...programEnvironment(home, {
            ...env,
            STOPPED_CLOCK: clock,
            STOPPED_CLOCK_PORT: port,
            FORCE_COLOR: undefined,
            COLORTERM: 'truecolor',
          }),
        },
        cwd: home,
        cols,
        rows,
      });
      return session;
    },
    picture: () =>
      session
        ? writePicture(takePicture(session)).replaceAll(/\/tmp\/pet[\w-]*/g, (found) =>
            home.startsWith(found) ? homeInPictures.slice(0, found.length) : found,
          )
        : '',
    async close() {
      await session?.close();
      await service.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
