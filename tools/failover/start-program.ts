import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { serverOwner } from '../../test/service/start-postgres.js';

/** A program of the trial, which ends with it. */
export type Program = { readonly pid: number; readonly ended: () => boolean; readonly kill: () => Promise<void> };

/** The started programs, which have to be ended, the last one first. */
export type Undo = { readonly teardown: (undo: () => unknown) => void };

/** Starts a program as the user `postgres` if this is root, its output going to a file. */
export async function startProgram(
  undo: Undo,
  command: string,
  args: readonly string[],
  log: string,
): Promise<Program> {
  const output = openSync(log, 'a');
  const child: ChildProcess = spawn(command, args, {
    ...(await serverOwner()),
    stdio: ['ignore', output, output],
    cwd: '/',
  });
  closeSync(output);
  await once(child, 'spawn');
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill = async (): Promise<void> => {
    if (!ended()) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  };
  undo.teardown(kill);
  return { pid: child.pid ?? 0, ended, kill };
}
