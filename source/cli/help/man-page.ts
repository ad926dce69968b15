/** The manual page in roff (man(7)), from the command table. */
import { version } from '../../platform/process/version.js';
import type { Command } from '../parse/command.js';
import type { Flag } from '../parse/flag.js';
import { globalFlags } from '../parse/global-flags.js';
import { toFlagRow, toUsage } from './help-text.js';
import { topics } from './help-topics.js';

/** The manual page in roff, from the command table. `keyboard`: the text of that topic. */
export function toManPage(table: readonly Command[], keyboard: string): string {
  const visible = table.filter((command) => command.hidden !== true);
  return [
    `.TH PETSTORE 1 "" "petstore ${version}" "User Commands"`,
    '.SH NAME',
    'petstore \\- browse a pet store and add animals, with or without a network',
    '.SH SYNOPSIS',
    '.B petstore',
    '[COMMAND] [flags]',
    '.SH COMMANDS',
    ...visible.flatMap(toCommandLines),
    '.SH FLAGS FOR EVERY COMMAND',
    ...globalFlags.flatMap(toFlagLines),
    ...Object.entries({ keyboard, ...topics }).flatMap(([name, text]) => [
      `.SH ${name.replace('-', ' ').toUpperCase()}`,
      '.nf',
      ...text.split('\n').slice(1).map(escapeRoff),
      '.fi',
    ]),
    '',
  ].join('\n');
}

function toCommandLines(command: Command): readonly string[] {
  const { words, summary, details, flags = [], examples } = command;
  return [
    `.SS ${escapeRoff(words.join(' '))}`,
    escapeRoff(toUsage(command).join(' ').replace('Usage: ', '')),
    '.PP',
    escapeRoff(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${details === undefined ? '' : ` ${details}`}`),
    ...flags.flatMap(toFlagLines),
    ...(examples.length === 0
      ? []
      : ['.PP', '.nf', ...examples.map((example) => escapeRoff(`petstore ${example}`)), '.fi']),
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
