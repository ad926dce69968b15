import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { scriptArguments } from '../../helpers/script.ts';
import { drive, type Orders, type Said } from './drive.ts';

export type Life = {
  readonly child: ChildProcess;
  /** What it has said so far. */
  readonly said: Said[];
  /** Resolves when it has ended, to whether it was killed. */
  readonly ended: Promise<boolean>;
};

export function startDriver(orders: Orders): Life {
  // What was compiled once need not be compiled a thousand times.
  const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...scriptArguments('test/campaigns/kill/driver.process.ts'),
      JSON.stringify(orders),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env },
  );
  const said: Said[] = [];
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  createInterface(child.stdout).on('line', (line) => said.push(JSON.parse(line) as Said));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
    if (code !== 0 && signal !== 'SIGKILL') {
      throw new Error(`the driver ended with ${String(code ?? signal)}: ${complaint}`);
    }

    return signal === 'SIGKILL';
  });
  // Whoever waits hears of it; nobody else has to.
  ended.catch(() => undefined);
  return { child, said, ended };
}

/** The life after those that were killed, to its end. Nobody kills it, so it needs no process of its own. */
export async function finishHere(orders: Orders): Promise<readonly Said[]> {
  const said: Said[] = [];
  await drive(
    // Nothing hangs any more, and a busy machine takes its time.
    { ...orders, add: [], importAll: [], killAt: 0, then: 'finish', requestTimeoutMs: 60_000 },
    (line) => said.push(line),
    randomUUID(),
  );
  return said;
}
