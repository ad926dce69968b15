import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { programPath, runProgram } from '../helpers/program.js';
import { openTerminal } from '../helpers/terminal.js';

/** What a real run of the built program had loaded: files of `dist`, and Node's own modules. */
export type Loads = { readonly files: readonly string[]; readonly builtins: readonly string[] };

const preload = join(import.meta.dirname, 'record-loads.cjs');

/** What a command has loaded at its end. */
export async function loadsOf(
  t: ExecutionContext,
  home: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Loads> {
  const record = join(home, 'loads.json');
  const { code, stderr } = await runProgram(home, args, {
    env: { ...env, RECORD_LOADS: record, NODE_OPTIONS: `--require=${preload}` },
  });
  t.is(code, 0, stderr);
  return read(record);
}

/** What the app has loaded when its first full frame is painted. */
export async function loadsOfFirstFrame(home: string, env: Readonly<Record<string, string>> = {}): Promise<Loads> {
  const record = join(home, 'loads.json');
  const app = openTerminal({
    command: process.execPath,
    args: ['--require', preload, programPath],
    env: { PETSTORE_HOME: home, ...env, RECORD_LOADS: record, RECORD_AT: '? help', NODE_OPTIONS: undefined },
  });
  try {
    await app.waitFor('? help');
    return read(record);
  } finally {
    app.press('q');
    await app.exit;
    await app.close();
  }
}

function read(path: string): Loads {
  return JSON.parse(readFileSync(path, 'utf8')) as Loads;
}
