/**
 * The parts of README.md that are made from the program's own tables. `npm run docs` writes them, and a test fails when
 * they differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandTable } from '../source/commands/table.js';
import { topics } from '../source/commands/help-topics.js';
import { helpRows } from '../source/ui/key-lookup.js';

const row = (...cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function commands(): string {
  const rows = commandTable.filter(({ hidden }) => hidden !== true).map(({ words, summary }) => row(`\`${words.join(' ')}\``, summary));
  return [row('command', 'what it does'), '|---|---|', ...rows].join('\n');
}

function keys(): string {
  const rows = helpRows('list').map(({ keys: names, does }) => row(names, does));
  return [row('key', 'what it does'), '|---|---|', ...rows].join('\n');
}

const block = (text: string): string => ['```text', text, '```'].join('\n');

const parts: Readonly<Record<string, () => string>> = {
  commands,
  keys,
  'exit-codes': () => block(topics['exit-codes']),
  environment: () => block(topics.environment),
};

/** README.md as it should be, given as it is. */
export function withTables(readme: string): string {
  return Object.entries(parts).reduce(
    (text, [name, make]) => text.replace(new RegExp(`(<!-- ${name}: [^>]*-->)[^]*?(<!-- /${name} -->)`), (_, open: string, close: string) => `${open}\n\n${make()}\n\n${close}`),
    readme,
  );
}

if (import.meta.main) {
  writeFileSync('README.md', withTables(readFileSync('README.md', 'utf8')));
}
