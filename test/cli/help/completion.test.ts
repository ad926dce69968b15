import { execFile } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { type CommandWorld, openWorldHere } from '../../helpers/command-world.ts';
import { programEnvironment, programPath } from '../../helpers/program.ts';

const findShell = (name: string) =>
  ['/bin', '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path));

const wordsOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0]);

test('every place is completed with what can stand there', async (t) => {
  const { run } = await openWorldHere(t);
  const complete = async (...words: string[]) => wordsOf((await run(['__complete', '--', ...words])).stdout);
  t.deepEqual(await complete('qu'), ['queue']);
  t.deepEqual(await complete('queue', 're'), ['release', 'restore', 'reopen']);
  t.deepEqual(await complete('get', ''), ['']);
  t.deepEqual(await complete('list', '-s', ''), ['available', 'pending', 'sold']);
  t.deepEqual(await complete('list', '--status=so'), ['--status=sold']);
  t.deepEqual(await complete('list', '--off'), ['--offline']);
  t.deepEqual(await complete('--profile', 'lab', 'sy'), ['sync']);
  t.deepEqual(await complete('config', 'set', 'time'), ['timeout']);
  t.deepEqual(await complete('completion', ''), ['bash', 'zsh', 'fish']);
  t.deepEqual(await complete('help', 'exit'), ['exit-codes']);
  t.deepEqual(await complete('import', 'x'), [':files']);
  t.deepEqual(await complete('xyzzy', ''), ['']);
});

/** A folder on the path in which `petstore` is the built program, and the completion script. */
async function installed({ home, run }: CommandWorld, shell: string): Promise<string> {
  const program = join(home, 'petstore');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${programPath}" "$@"\n`);
  chmodSync(program, 0o755);
  const { code, stdout } = await run(['completion', shell]);
  if (code !== 0) {
    throw new Error(stdout);
  }

  const script = join(home, `completion.${shell}`);
  writeFileSync(script, stdout);
  return script;
}

async function inShell(world: CommandWorld, path: string, args: readonly string[]): Promise<string> {
  const { home, env } = world;
  const { stdout } = await promisify(execFile)(path, args, {
    env: { ...programEnvironment(home, env), PATH: `${home}:${process.env['PATH'] ?? ''}` },
    timeout: 60_000,
  });
  return stdout;
}

const bash = findShell('bash');
(bash ? test : test.skip)('bash completes commands, values and files', async (t) => {
  const world = await openWorldHere(t);
  const script = await installed(world, 'bash');
  const complete = async (...words: string[]) => {
    const quoted = ['petstore', ...words].map((word) => `'${word}'`).join(' ');
    const line = `source '${script}'; compopt() { echo "compopt $*"; }; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _petstore; printf '%s\\n' \${COMPREPLY[@]+"\${COMPREPLY[@]}"}`;
    return (await inShell(world, bash ?? '', ['-c', line])).trim().split('\n');
  };
  t.deepEqual(await complete('queue', 're'), ['release', 'restore', 'reopen']);
  t.deepEqual(await complete('list', '--status', '=', 'so'), ['sold']);
  t.deepEqual(await complete('list', '--status', '='), ['available', 'pending', 'sold']);
  t.deepEqual(await complete('--profile', '=', 'demo', 'add', '--sta'), ['--status']);
  t.deepEqual(await complete('import', 'x'), ['compopt -o default']);
});

const zsh = findShell('zsh');
(zsh ? test : test.skip)('zsh completes commands', async (t) => {
  const world = await openWorldHere(t);
  const script = await installed(world, 'zsh');
  const complete = (...words: string[]) =>
    inShell(world, zsh ?? '', [
      '-fc',
      `compdef() { :; }; _describe() { print -rl -- "\${(@P)2}"; }; _files() { print files; }; source '${script}'; words=(petstore ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; _petstore`,
    ]);
  t.regex(await complete('queue', 'ado'), /^adopt:answer a review/);
  t.is(await complete('import', 'x'), 'files\n');
});

const fish = findShell('fish');
(fish ? test : test.skip)('fish completes commands', async (t) => {
  const world = await openWorldHere(t);
  const script = await installed(world, 'fish');
  const complete = (line: string) => inShell(world, fish ?? '', ['-c', `source '${script}'; complete -C '${line}'`]);
  t.regex(await complete('petstore queue ado'), /^adopt\tanswer a review/);
});
