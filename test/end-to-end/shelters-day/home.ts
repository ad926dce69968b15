/** One home with the program in it: what a person there does in a shell, and what they were told. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { programEnvironment, programPath, runProgram } from '../../helpers/program.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';
import { until } from '../../helpers/until.js';
import type { Line } from './bad-line.js';

export type Entry = {
  readonly localId: string;
  readonly name: string;
  readonly state: string;
  readonly petId?: number;
};

/** What the store holds, as it says itself. */
export type Stock = { readonly id: number; readonly name: string };

export type Home = {
  readonly name: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Animals that the person was told are safe. */
  readonly promised: Set<string>;
  /** What a person had to decide, one sentence each. */
  readonly decided: string[];
  add(name: string): Promise<void>;
  importAll(names: readonly string[]): Promise<void>;
  sync(timeout: string): Promise<void>;
  /**
   * Starts `petstore sync` and stops it with SIGSTOP as soon as it is at work; what is returned wakes it up and waits
   * for its end.
   */
  sleepWhileSending(): Promise<() => Promise<void>>;
  backUp(): () => void;
  /** Sends all that can be sent, and decides what is left to a person by a look at the store. */
  finish(stock: () => Promise<readonly Stock[]>): Promise<readonly Entry[]>;
};

export function openHome(t: ExecutionContext, name: string, line: Line, apiKey: string): Home {
  const folder = temporaryFolder(t);
  const env = {
    PETSTORE_BASE_URL: line.baseUrl,
    PETSTORE_API_KEY: apiKey,
    PETSTORE_SETTLE: '1s',
  };
  const promised = new Set<string>();
  const decided: string[] = [];
  const run = (args: readonly string[]) => runProgram(folder, args, { env });
  const queue = async (): Promise<readonly Entry[]> =>
    (JSON.parse((await run(['queue', 'list', '--all', '--json'])).stdout) as { readonly entries: readonly Entry[] })
      .entries;

  /** How many decisions are on disk: one more says that it is about to send, or has heard something. */
  const records = (): number =>
    readdirSync(join(folder, 'data/stores'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /queue\/\d+\.\d+\.json$/.test(path),
    ).length;
  const start = (): ChildProcess =>
    spawn(process.execPath, [programPath, 'sync', '--timeout', '20s'], {
      env: programEnvironment(folder, env),
      stdio: 'ignore',
    });
  const home: Home = {
    name,
    folder,
    env,
    promised,
    decided,
    async add(animal) {
      const { code, stderr } = await run(['add', '--name', animal, '--category', '3', '--no-wait']);
      t.is(code, 0, stderr);
      promised.add(animal);
    },
    async importAll(animals) {
      const path = join(folder, 'animals.csv');
      writeFileSync(path, `name,categoryId\n${animals.map((animal) => `${animal},3\n`).join('')}`);
      const { code, stderr } = await run(['import', path]);
      t.is(code, 0, stderr);
      animals.forEach((animal) => promised.add(animal));
    },
    async sync(timeout) {
      const { stderr } = await run(['sync', '--timeout', timeout]);
      t.notRegex(stderr, /^\s+at /m);
    },
    async sleepWhileSending() {
      const before = records();
      const child = start();
      const exited = once(child, 'exit');
      await until('it sends', () => records() > before || child.exitCode !== null);
      child.kill('SIGSTOP');
      return async () => {
        child.kill('SIGCONT');
        await exited;
      };
    },
    backUp() {
      const copy = temporaryFolder(t);
      cpSync(folder, copy, { recursive: true });
      return () => {
        rmSync(join(folder, 'data'), { recursive: true });
        cpSync(join(copy, 'data'), join(folder, 'data'), { recursive: true });
      };
    },
    async finish(stock) {
      for (let round = 0; round < 8; round += 1) {
        const { stdout } = await run(['sync', '--timeout', '20s', '--json']);
        const { connection } = JSON.parse(stdout) as { readonly connection?: string };
        const entries = await queue();
        const there = await stock();
        const taken = new Set(entries.flatMap(({ petId }) => petId ?? []));
        const isIn = (animal: string): number | undefined =>
          there.find((pet) => pet.name === animal && !taken.has(pet.id))?.id;
        if (connection === 'changed') {
          // The queue was put back: what the store has already is discarded, the rest is sent.
          for (const { localId, name: animal } of entries.filter(
            ({ state, name: each }) => state === 'queued' && isIn(each) !== undefined,
          )) {
            await run(['queue', 'discard', localId, '--yes']);
            decided.push(`${name}: ${animal} was in the store already, and is discarded`);
          }

          await run(['sync', '--resume', '--timeout', '20s']);
          decided.push(`${name}: the queue was put back; sending goes on`);
          continue;
        }

        const open = entries.filter(({ state }) => state === 'review' || state === 'rejected');
        for (const { localId, name: animal } of open) {
          const id = isIn(animal);
          const { code, stderr } = await run(
            id === undefined ? ['queue', 'send-again', localId, '--yes'] : ['queue', 'adopt', localId, String(id)],
          );
          t.is(code, 0, stderr);
          decided.push(
            `${name}: ${animal} ${id === undefined ? 'is not in the store, and is sent again' : `is pet ${id}`}`,
          );
        }

        const waiting = entries.filter(({ state }) => ['queued', 'sending', 'checking'].includes(state));
        if (open.length === 0 && waiting.length === 0) {
          break;
        }

        // A later animal of the same home, once it is there, shows that one before it is not; without it petstore asks
        // after 24 hours.
        if (waiting.length > 0 && waiting.every(({ state }) => state === 'checking')) {
          await home.add(`${name} ${round} late`);
        }
      }

      return await queue();
    },
  };
  return home;
}
