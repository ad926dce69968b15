/** Help as text of at most 80 columns, from the command table. */
import type { Command } from '../parse/command.js';
import type { Flag } from '../parse/flag.js';
import { wrongUse } from '../run/failures/failure.js';
import { globalFlags } from '../parse/global-flags.js';
import { topicNames } from './help-topics.js';
import { hint, suggest } from '../../text/suggest.js';
import { wrap } from '../print/wrap.js';

const width = 80;

/**
 * Help for the words of a command, a group of commands, or the whole program. Throws where there is no such command.
 */
export function toHelp(words: readonly string[], table: readonly Command[]): string {
  const visible = table.filter((command) => command.hidden !== true);
  const [first, second] = words;
  if (first === undefined) {
    return toOverview(visible);
  }

  const group = visible.filter((command) => command.words[0] === first);
  const chosen =
    group.find((command) => command.words.length === 1) ?? group.find((command) => command.words[1] === second);
  if (chosen) {
    return toCommandHelp(chosen);
  }

  if (group.length > 0 && second === undefined) {
    return toGroupHelp(first, group);
  }

  const names =
    group.length > 0
      ? group.map((command) => command.words.join(' '))
      : [...visible.map((command) => command.words[0] ?? ''), ...topicNames];
  const asked = group.length > 0 ? words.slice(0, 2).join(' ') : first;
  throw wrongUse(`There is no command or topic "${asked}". ${hint(suggest(asked, names), 'petstore help')}`);
}

function toOverview(table: readonly Command[]): string {
  const firstWords = [...new Set(table.map((command) => command.words[0] ?? ''))];
  const rows = firstWords.map((word): Row => {
    const group = table.filter((command) => command.words[0] === word);
    const verbs = group.map((command) => command.words[1]).filter((verb) => verb !== undefined);
    return [word, verbs.length > 0 ? verbs.join(', ') : (group[0]?.summary ?? '')];
  });
  return join([
    ['petstore: browse a pet store and add animals, with or without a network'],
    [
      'Usage: petstore                    open the app (without a terminal: list)',
      '       petstore COMMAND [flags]    do one thing',
    ],
    section('Commands', rows),
    section('Flags for every command', globalFlags.map(toFlagRow)),
    section('Topics (petstore help TOPIC)', [['', topicNames.join(', ')]]),
    ['Start with `petstore demo`, or `petstore profile add NAME --base-url URL`.'],
  ]);
}

function toGroupHelp(word: string, group: readonly Command[]): string {
  return join([
    [`Usage: petstore ${word} COMMAND [flags]`],
    section(
      'Commands',
      group.map((command): Row => [
        command.words[1] ?? '',
        command.summary + (command.byDefault === true ? ' (default)' : ''),
      ]),
    ),
    section(
      'Examples',
      group.flatMap(({ examples }) => examples.slice(0, 1)).map((example): Row => ['', `petstore ${example}`]),
    ),
    [`More: petstore help ${word} COMMAND`],
  ]);
}

function toCommandHelp(command: Command): string {
  const { summary, details, flags = [], examples } = command;
  const own = command.arguments ?? [];
  return join([
    wrap(`petstore ${command.words.join(' ')}: ${summary}`, width),
    toUsage(command),
    details === undefined ? [] : wrap(details, width),
    section(
      'Arguments',
      own.map(({ name, summary: meaning, choices }): Row => [
        name,
        choices && !meaning.includes(choices[0] ?? '') ? `${meaning}: ${choices.join(', ')}` : meaning,
      ]),
    ),
    section('Flags', flags.map(toFlagRow)),
    section('Flags for every command', globalFlags.map(toFlagRow)),
    examples.length === 0 ? [] : ['Examples', ...examples.map((example) => `  petstore ${example}`)],
  ]);
}

/** `petstore get ID... [flags]` */
export function toUsage({ words, flags = [], ...command }: Command): readonly string[] {
  const places = (command.arguments ?? []).map(({ name, many, optional }) => {
    const place = many === true ? `${name}...` : name;
    return optional === true ? `[${place}]` : place;
  });
  const required = flags
    .filter((flag) => flag.required === true)
    .map((flag) => `--${flag.name} ${flag.value ?? ''}`.trim());
  return wrap(['Usage: petstore', ...words, ...places, ...required, '[flags]'].join(' '), width);
}

type Row = readonly [name: string, meaning: string];

/** `-s, --status STATUS` and what it means. */
export function toFlagRow({ short, name, value, summary }: Flag): Row {
  return [`${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`, summary];
}

function section(title: string, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) {
    return [];
  }

  const column = Math.min(30, Math.max(...rows.map(([name]) => name.length)));
  const lines = rows.flatMap(([name, meaning]) => {
    const indent = column === 0 ? 2 : column + 4;
    const [head = '', ...rest] = wrap(meaning, width - indent);
    const first =
      name.length > column
        ? [`  ${name}`, ' '.repeat(indent) + head]
        : [column === 0 ? `  ${head}` : `  ${name.padEnd(column)}  ${head}`];
    return [...first, ...rest.map((line) => ' '.repeat(indent) + line)];
  });
  return [title, ...lines];
}

function join(sections: readonly (readonly string[])[]): string {
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
