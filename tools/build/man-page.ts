/** Prints the manual page of the version that it is given; the build keeps it as `dist/petstore.1`. */
import process from 'node:process';
import { toFlagRow, topicText, toUsage } from '../../source/cli/help/help-text.ts';
import { topicNames } from '../../source/cli/help/help-topics.ts';
import { type Command, type Flag, globalFlags } from '../../source/cli/parse/command.ts';
import { commandTable } from '../../source/cli/table/table.ts';
import { toKeysText } from './keys-text.ts';

/** The manual page in roff, from the command table. */
export function toManPage(version: string): string {
  return [
    `.TH PETSTORE 1 "" "petstore ${version}" "User Commands"`,
    '.SH NAME',
    'petstore \\- browse a pet store and add animals, with or without a network',
    '.SH SYNOPSIS',
    '.B petstore',
    '[COMMAND] [flags]',
    '.SH DESCRIPTION',
    'petstore works with the HTTP service of a pet store. Animals that you add are kept on disk and sent once the',
    'store can be reached.',
    'If an answer is lost, petstore looks for the animal before it sends it again, and asks you if it cannot tell.',
    '.SH COMMANDS',
    ...commandTable.flatMap(toCommandLines),
    '.SH FLAGS OF EVERY COMMAND',
    ...globalFlags.flatMap(toFlagLines),
    '.SH EXAMPLES',
    ...examples.flatMap(([meaning, ...lines]) => ['.PP', escapeRoff(meaning), ...asTyped(lines)]),
    '.SH KEYBOARD',
    ...asTyped(toKeysText().split('\n')),
    ...topicNames.flatMap((name) => [
      `.SH ${name.replace('-', ' ').toUpperCase()}`,
      ...topicText(name).split('\n\n').slice(1).flatMap(toBlock),
    ]),
    '.SH FILES',
    ...files.flatMap(([name, meaning]) => ['.TP', `.B ${escapeRoff(name)}`, escapeRoff(meaning)]),
    '.SH BUGS',
    '`petstore doctor` finds problems and names the remedies.',
    'A report needs its output and that of `petstore --version`.',
    '.SH SEE ALSO',
    'jq(1), crontab(5), systemd(1)',
    '',
  ].join('\n');
}

const examples: readonly (readonly [meaning: string, ...lines: readonly string[]])[] = [
  ['Try it on a built-in store with example animals:', 'petstore demo'],
  [
    'Connect to a store:',
    'petstore profile add main --base-url https://pets.example.org/v1',
    'petstore auth login --profile main',
  ],
  ['Add an animal without a network, and send it later:', 'petstore add Luna 2 --no-wait', 'petstore sync'],
  ['Look an animal up in a script:', 'petstore get 42 --json'],
  ['See what needs you:', 'petstore queue', 'petstore status --check'],
];

const files: readonly (readonly [name: string, meaning: string])[] = [
  ['config.json', 'Profiles, settings and keys. `petstore config` names the folder of each file.'],
  ['stores/', 'The queue and the saved copy of each store. That copy, pets.json, may be deleted.'],
  ['petstore.log', 'Errors. It holds neither keys nor animals.'],
];

function asTyped(lines: readonly string[]): readonly string[] {
  return ['.nf', ...lines.map(escapeRoff), '.fi'];
}

function toBlock(text: string): readonly string[] {
  const lines = text.split('\n');
  if (!text.startsWith('  ')) {
    return ['.PP', escapeRoff(lines.join(' '))];
  }

  const column = /^ {2}\S.*? {2,}(?=\S)/.exec(text)?.[0].length ?? 0;
  const pairs = lines.flatMap((line) => {
    const name = line.slice(0, column).trim();
    return [...(name === '' ? [] : [`.TP ${column}`, `.B ${escapeRoff(name)}`]), escapeRoff(line.slice(column))];
  });
  return ['.PD 0', ...pairs, '.PD'];
}

function toCommandLines(command: Command): readonly string[] {
  const { words, summary, details, flags = [], examples } = command;
  return [
    `.SS ${escapeRoff(words.join(' '))}`,
    escapeRoff(toUsage(command).join(' ').replace('Usage: ', '')),
    '.PP',
    escapeRoff(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${details === undefined ? '' : ` ${details}`}`),
    ...flags.flatMap(toFlagLines),
    '.PP',
    'Examples:',
    ...asTyped(examples.map((line) => `petstore ${line}`)),
  ];
}

function toFlagLines(flag: Flag): readonly string[] {
  const [name, meaning] = toFlagRow(flag);
  return ['.TP', `.B ${escapeRoff(name.trim())}`, escapeRoff(meaning)];
}

/** A backslash, a minus and a dot at the start of a line mean something to roff. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
}

if (import.meta.main) {
  process.stdout.write(toManPage(process.argv[2] ?? ''));
}
