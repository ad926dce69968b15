import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import type { Orders, Said } from './driver.js';

/** Bundles the driver once, so that each of a thousand processes starts in a moment. Returns its path. */
export async function buildDriver(folder: string): Promise<string> {
  const file = join(folder, 'driver.mjs');
  await build({ input: join(import.meta.dirname, 'driver.ts'), platform: 'node', logLevel: 'silent', output: { file, format: 'esm', codeSplitting: false } });
  return file;
}

export type Life = {
  readonly child: ChildProcess;
  /** What it has said so far. */
  readonly said: Said[];
  /** Resolves when it has ended, to whether it was killed. */
  readonly ended: Promise<boolean>;
};

export function startDriver(driver: string, orders: Orders): Life {
  // What was compiled once need not be compiled a thousand times.
  const env = { NODE_COMPILE_CACHE: join(dirname(driver), 'compiled') };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', driver, JSON.stringify(orders)], { stdio: ['ignore', 'pipe', 'pipe'], env });
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
