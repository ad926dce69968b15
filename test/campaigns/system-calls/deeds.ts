/** What a person does with the built program while one system call of it fails, and what they were told. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programEnvironment, programPath } from '../../helpers/program.ts';
import { keys, openTerminal } from '../../helpers/terminal.ts';
import { ended, heldEnvironment, type Hold, takeHold } from './take-hold.ts';

/** How it ended: the exit code, what was written, and the names of animals that the person was told are safe. */
export type Told = { readonly code: number | null; readonly text: string; readonly promised: readonly string[] };

export type Deed = {
  /** Commands before it, with nothing wrong; each name in them is promised. */
  readonly before: readonly (readonly string[])[];
  /** Names that it enters. */
  readonly names: readonly string[];
  readonly act: (home: string, env: Readonly<Record<string, string>>, hold: Hold) => Promise<Told>;
};

function command(args: (home: string) => readonly string[], names: readonly string[]): Deed['act'] {
  return async (home, env, hold) => {
    const child = spawn(process.execPath, [programPath, ...args(home)], {
      env: programEnvironment(home, { ...env, ...heldEnvironment }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const closed = once(child, 'close');
    const strace = await takeHold(child.pid!, hold);
    const [code] = (await closed) as [number | null];
    await ended(strace);
    return {
      code,
      text: stdout + stderr,
      promised: /^Q-\d+/m.test(stdout) || (code === 0 && names.length > 1) ? names : [],
    };
  };
}

/** A row of the list or the queue; in the form name and category are on lines of their own. */
const isListed = /Inside.*Q-|Q-.*Inside|Inside +\S*3/;

/** The app is opened, an animal added in it, and it is closed. */
async function inTheApp(home: string, env: Readonly<Record<string, string>>, hold: Hold): Promise<Told> {
  const app = openTerminal({
    command: process.execPath,
    args: [programPath],
    env: programEnvironment(home, { ...env, ...heldEnvironment }),
  });
  try {
    const strace = await takeHold(app.pid, hold);
    const life = { hasEnded: false };
    void app.exit.then(() => (life.hasEnded = true));
    const see = (expected: RegExp): Promise<string> =>
      app.waitFor((lines) => life.hasEnded || expected.test(lines.join('\n'))).then((lines) => lines.join('\n'));
    // A configuration that cannot be read is told on the first screen, where no store is open.
    await see(/\bBefore\b|cannot be\s/);
    app.press(`aInside\t3`, keys.ctrl('s'));
    const told = await see(new RegExp(`${isListed.source}|not saved|could not|cannot|not certain`));
    // Once: a second one would reach a terminal that is cooked again, and be a signal.
    app.press('\u0003');
    const { code } = await app.exit;
    await ended(strace);
    return {
      code,
      text: `${told}\n${app.screen().join('\n')}`,
      promised: isListed.test(told) ? ['Inside'] : [],
    };
  } finally {
    await app.close();
  }
}

const add = (name: string, ...more: readonly string[]): readonly string[] => [
  'add',
  '--name',
  name,
  '--category',
  '3',
  ...more,
];

const importWords = (home: string): readonly string[] => {
  const path = join(home, 'animals.csv');
  writeFileSync(path, 'name,categoryId\nFirst,1\nSecond,2\nThird,3\n');
  return ['import', path];
};

export const deeds: Readonly<Record<string, Deed>> = {
  'add --no-wait': { before: [], names: ['Rex'], act: command(() => add('Rex', '--no-wait'), ['Rex']) },
  add: { before: [add('Before', '--no-wait')], names: ['Rex'], act: command(() => add('Rex'), ['Rex']) },
  import: {
    before: [add('Before', '--no-wait')],
    names: ['First', 'Second', 'Third'],
    act: command(importWords, ['First', 'Second', 'Third']),
  },
  sync: { before: [add('Before', '--no-wait'), add('Also', '--no-wait')], names: [], act: command(() => ['sync'], []) },
  'the app': { before: [add('Before', '--no-wait')], names: ['Inside'], act: inTheApp },
};
