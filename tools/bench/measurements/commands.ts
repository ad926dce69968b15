import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleave, type Contender } from '../measure/interleave.ts';
import { ratio, type Row } from '../measure/row.ts';
import { runNode } from '../measure/run-command.ts';
import type { World } from '../measure/world.ts';

const printAgain =
  "process.stdout.write(JSON.stringify(JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'))))";

/** Commands that ask nobody: what they add to the start of Node. */
export async function measureCommands(world: World): Promise<readonly Row[]> {
  const env = await world.saved(10_000);
  const program =
    (...args: readonly string[]): Contender =>
    () => [runNode([world.program, ...args], { env }).ms];
  const list = join(world.folder, 'list.json');
  writeFileSync(list, runNode([world.program, 'list', '--json', '--offline'], { env }).stdout);

  const { node, get, add, version, help, completion, listed, printed } = await interleave(
    {
      node: () => [runNode(['-e', '0']).ms],
      get: program('get', '42', '--offline'),
      add: program('add', '--name', 'Coco', '--category', '7', '--no-wait'),
      version: program('--version'),
      help: program('--help'),
      completion: program('completion', 'bash'),
      listed: program('list', '--json', '--offline'),
      printed: () => [runNode(['-e', printAgain, list]).ms],
    },
    world.runs,
  );
  const start = 'node -e 0';
  return [
    ratio('get 42 --offline, 10 000 saved pets', start, get[0], node[0], 2.2),
    ratio('add --no-wait, each time one more waiting', start, add[0], node[0], 2.7),
    ratio('--version', start, version[0], node[0], 1.6),
    ratio('--help', start, help[0], node[0], 1.6),
    ratio('completion bash', start, completion[0], node[0], 1.5),
    ratio(
      'list --json --offline, 10 000 saved pets',
      'node -e parsing and printing the same',
      listed[0],
      printed[0],
      2,
    ),
  ];
}
