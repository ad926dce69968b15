import { join } from 'node:path';
import test from 'ava';
import type { Argument, Command } from '../../source/cli/parse/command.js';
import { commandTable } from '../../source/cli/table/table.js';
import { runHere } from '../helpers/run-here.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

/** Nobody listens there: most commands fail, which is when a script needs its object most. */
const unreachable = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'pst_test' };

function exampleOf(
  { kind, choices, completes }: Pick<Argument, 'kind' | 'choices' | 'completes'>,
  home: string,
): string {
  // A backup is really made: not in the checkout.
  return (
    choices?.[0] ??
    (completes === 'files'
      ? join(home, 'x')
      : kind === 'local-id'
        ? 'Q-1'
        : kind === 'pet-id' || kind === 'animal'
          ? '42'
          : 'x')
  );
}

function lineOf({ words, arguments: places = [], flags = [] }: Command, home: string): readonly string[] {
  const required = flags
    .filter((flag) => flag.required === true)
    .map((flag) => `--${flag.name}=${exampleOf(flag, home)}`);
  return [...words, ...places.map((place) => exampleOf(place, home)), ...required];
}

test('with --json every command prints one object, whether it succeeds or fails', async (t) => {
  const home = temporaryFolder(t);
  // `serve` runs until it is told to stop, and has a test of its own.
  const commands = commandTable.filter(({ hidden, words }) => hidden !== true && words[0] !== 'serve');
  for (const command of commands) {
    const line = [...lineOf(command, home), '--json'];
    const { code, stdout, stderr } = await runHere(home, line, { env: unreachable });
    t.not(code, 1, `${line.join(' ')}: ${stderr}`);
    t.is(stdout.indexOf('\n'), stdout.length - 1, `${line.join(' ')}: ${stdout}`);
    t.is(typeof JSON.parse(stdout), 'object');
  }
});

test('help, the version and a completion script are objects too', async (t) => {
  const home = temporaryFolder(t);
  const json = async (...args: readonly string[]) =>
    JSON.parse((await runHere(home, [...args, '--json'])).stdout) as Record<string, string>;
  t.regex((await json('--version'))['version'] ?? '', /^\d+\.\d+\.\d+$/);
  t.regex((await json('list', '--help'))['help'] ?? '', /^petstore list: /);
  t.regex((await json('help', 'exit-codes'))['help'] ?? '', /^Exit codes\n/);
  t.like(await json('completion', 'zsh'), { shell: 'zsh' });
  t.regex((await json('completion', 'zsh'))['completion'] ?? '', /^#compdef petstore/);
  t.like(await json('help', 'lsit'), { error: { code: 'usage' } });
});
