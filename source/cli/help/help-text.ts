/** Help as text of at most 80 columns, from the command table; a narrower terminal breaks its lines by itself. */
import { type Command, type Flag, globalFlags, type Run } from '../parse/command.ts';
import { wrongUse } from '../run/failure.ts';
import { topicNames, topics } from './help-topics.ts';
import { wrapCells } from '../../text/wrap-cells.ts';
import { hint, suggest } from '../../text/hints.ts';

/** More make lines that nobody reads to their end. */
const columns = 80;

/** `petstore help`: a command, a group of commands, a topic, or all commands. */
export const createHelp =
  (table: readonly Command[]): Run =>
  async (input, context) => {
    const topic = topicNames.find((name) => name === input.arguments[0]);
    const help = topic === undefined ? toHelp(input.arguments, table) : topicText(topic);
    await context.output.printText(help, { help });
  };

/** Help for a command, for those that share a first word, or for the whole program. Throws for any other word. */
export function toHelp(words: readonly string[], table: readonly Command[]): string {
  const [first, second] = words;
  if (first === undefined) {
    return toOverview(table);
  }

  const group = table.filter((command) => command.words[0] === first);
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
      : [...table.map((command) => command.words[0] ?? ''), ...topicNames];
  const asked = group.length > 0 ? words.slice(0, 2).join(' ') : first;
  throw wrongUse(`There is no command or topic "${asked}". ${hint(suggest(asked, names), 'petstore help')}`);
}

function toOverview(table: readonly Command[]): string {
  const toRow = (word: string): Row => {
    const group = table.filter((command) => command.words[0] === word);
    const verbs = group.map((command) => command.words[1]).filter((verb) => verb !== undefined);
    return [word, verbs.length > 0 ? `${sharedPurposes[word] ?? ''}: ${verbs.join(', ')}` : (group[0]?.summary ?? '')];
  };
  const column = Math.max(...table.map(({ words }) => words[0]?.length ?? 0));
  return join([
    wrapCells('petstore: browse a pet store and add animals, with or without a network', columns),
    section('Usage', [
      ['petstore', 'open the app (without a terminal: list)'],
      ['petstore COMMAND [flags]', 'do one thing'],
    ]),
    ['Examples', ...['demo', 'add Luna 2', 'list -q "cat:dogs is:sold"', 'get 42 --json'].map(toExample)],
    ...commandGroups.map(([title, words]) => section(title, words.map(toRow), column)),
    ['Topics (petstore help TOPIC)', `  ${topicNames.join(', ')}`],
    section('Flags of every command', globalFlags.map(toFlagRow)),
    wrapCells(
      'Begin with `petstore demo`, or `petstore profile add NAME --base-url URL`. If something is ' +
        'wrong, `petstore doctor` says what to do; put its output into a report.',
      columns,
    ),
  ]);
}

function toGroupHelp(word: string, group: readonly Command[]): string {
  const title = `petstore ${word}: ${sharedPurposes[word] ?? ''}`;
  const verbs = group.map(({ words: [, verb = ''], summary, byDefault }): Row => [
    byDefault === true ? `${word} [${verb}]` : `${word} ${verb}`,
    summary,
  ]);
  return join([wrapCells(title, columns), section('Commands', verbs), [`More: petstore help ${word} COMMAND`]]);
}

function toCommandHelp(command: Command): string {
  const { summary, details, flags = [], examples, words } = command;
  const own = command.arguments ?? [];
  return join([
    wrapCells(`petstore ${words.join(' ')}: ${summary}`, columns),
    toUsage(command),
    ['Examples', ...examples.map(toExample)],
    details === undefined ? [] : wrapCells(details, columns),
    section(
      'Arguments',
      own.map(({ name, summary: meaning, choices }): Row => [
        name,
        choices && !meaning.includes(choices[0] ?? '') ? `${meaning}: ${choices.join(', ')}` : meaning,
      ]),
    ),
    section('Flags', flags.map(toFlagRow)),
    wrapCells(`Each command takes ${namesOf(globalFlags)} too: petstore --help.`, columns),
  ]);
}

/** What `petstore help` says of a topic. */
export function topicText(name: (typeof topicNames)[number]): string {
  const [title, pairs, paragraph] = topics[name];
  return join([[title], section('', pairs).slice(1), wrapCells(paragraph, columns)]);
}

const toExample = (example: string): string => `  petstore ${example}`;
const namesOf = (flags: readonly Flag[]): string => flags.map(({ name }) => `--${name}`).join(', ');

/** `petstore get ID... [flags]` */
export function toUsage({ words, flags = [], ...command }: Command): readonly string[] {
  const places = (command.arguments ?? []).map(({ name, many, optional }) => {
    const place = many === true ? `${name}...` : name;
    return optional === true ? `[${place}]` : place;
  });
  const required = flags
    .filter((flag) => flag.required === true)
    .map((flag) => `--${flag.name} ${flag.value ?? ''}`.trim());
  return wrapCells(['Usage: petstore', ...words, ...places, ...required, '[flags]'].join(' '), columns);
}

type Row = readonly [name: string, meaning: string];

/** `-s, --status STATUS` and its meaning. */
export function toFlagRow({ short, name, value, summary }: Flag): Row {
  return [`${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`, summary];
}

function section(title: string, rows: readonly Row[], least = 0): readonly string[] {
  if (rows.length === 0) {
    return [];
  }

  const column = Math.min(33, Math.max(least, ...rows.map(([name]) => name.length)));
  const lines = rows.flatMap(([name, meaning]) => {
    const above = name.length > column ? [name] : [];
    const beside = wrapCells(meaning, columns - column - 4).map(
      (line, row) => `${(row === 0 && above.length === 0 ? name : '').padEnd(column)}  ${line}`,
    );
    return [...above, ...beside].map((line) => `  ${line}`);
  });
  return [title, ...lines];
}

const join = (sections: readonly (readonly string[])[]): string =>
  sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

/** The first words of the commands, as the overview of `petstore --help` has them: by the person's task. */
export const commandGroups: readonly (readonly [title: string, words: readonly string[]])[] = [
  ['Animals', ['list', 'get', 'add', 'import']],
  ['Queue', ['queue', 'sync', 'offline', 'online']],
  ['Store', ['status', 'log', 'doctor', 'profile', 'auth']],
  ['Settings', ['config', 'completion']],
  ['Run a store', ['demo', 'serve', 'keys', 'service']],
  ['Help', ['help']],
];

/** The subject of the commands that share a first word. */
export const sharedPurposes: Readonly<Record<string, string>> = {
  queue: 'see, correct and answer for the animals that you entered',
  profile: 'the stores that you use, each with a queue of its own',
  auth: 'the API key of a store',
  config: 'settings, names of categories, and the place of the files',
  keys: 'the API keys of a store that you run',
  service: 'back up, restore and check a store that you run',
};
