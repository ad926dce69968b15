import { parseArgs } from 'node:util';
import {
  type Command,
  type Flag,
  variableOf,
  globalFlags,
  type Place,
  createInput,
  type FlagValues,
  type Input,
  kinds,
} from './command.ts';
import { wrongUse } from '../run/failure.ts';
import { hint, suggest, asTyped } from '../../text/hints.ts';

/** The request of a command line. `command` is undefined for `petstore` alone. */
export type Parsed = { readonly command: Command | undefined; readonly input: Input<string> };

// Node's parser takes -5 for a flag; an argument cannot hold a NUL, so one in front marks a number.
const numberMark = '\0';
const markNumbers = (text: string) => (/^-\d+$/.test(text) ? numberMark + text : text);
const unmark = (text: string) => (text.startsWith(numberMark) ? text.slice(1) : text);

/** The words of a command line that are no flags, whatever else may be wrong with it: for `--help`. */
export function readWords(argv: readonly string[], table: readonly Command[]): readonly string[] {
  // Before the command is known, a flag of any command may stand between its words with its value.
  return positionalsOf(
    tokenise(argv.map(markNumbers), [...globalFlags, ...table.flatMap((command) => command.flags ?? [])]),
  );
}

/** The last value of a flag in a command line, whatever else may be wrong with it. */
export function findValue(flags: readonly string[], name: string): string | undefined {
  return tokenise(flags, [{ name, summary: '', value: '' }])
    .flatMap((token) => (token.kind === 'option' && token.name === name ? (token.value ?? []) : []))
    .at(-1);
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads a command line; throws the `Failure` for a mistake in it, or in a variable. */
export function parseCommandLine(
  argv: readonly string[],
  table: readonly Command[],
  variables: Variables = {},
): Parsed {
  const marked = argv.map(markNumbers);
  const words = readWords(argv, table);
  const { command, depth } = chooseCommand(words, table);
  const flags = [...(command?.flags ?? []), ...globalFlags];
  const tokens = tokenise(marked, flags);
  const given = readFlags(tokens, flags, command);
  const others = flags.filter(({ name, variable }) => variable === true && !given.has(name));
  const values = new Map([...given, ...readVariables(others, variables)]);
  const positionals = positionalsOf(tokens).slice(depth);
  const input = createInput(positionals, values);
  if (command) {
    checkArguments(command, positionals, input);
    checkRequired(command, input);
  }

  return { command, input };
}

type Token = ReturnType<typeof tokenise>[number];

function tokenise(args: readonly string[], flags: readonly Flag[]) {
  const options = Object.fromEntries(
    flags.map(({ name, short, value }) => {
      const type = value === undefined ? ('boolean' as const) : ('string' as const);
      return [name, { type, ...(short === undefined ? {} : { short }) }];
    }),
  );
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function positionalsOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => (token.kind === 'positional' ? [unmark(token.value)] : []));
}

function readFlags(tokens: readonly Token[], flags: readonly Flag[], command: Command | undefined): FlagValues {
  const values = new Map<string, string | true | readonly string[]>();
  for (const token of tokens) {
    if (token.kind === 'option') {
      const flag = flags.find(({ name, short }) =>
        token.rawName.startsWith('--') ? name === token.name : short !== undefined && token.rawName === `-${short}`,
      );
      if (!flag) {
        throw wrongUse(unknownFlag(token.rawName, flags, command));
      }

      const value = readValue(flag, token);
      const before = values.get(flag.name);
      const isList = flag.many === true && value !== true;
      values.set(flag.name, isList ? [...(typeof before === 'object' ? before : []), value] : value);
    }
  }

  return values;
}

/** What variables say of flags. As everywhere, an empty one counts as not set. */
function readVariables(flags: readonly Flag[], variables: Variables): FlagValues {
  const set = flags
    .map((flag) => ({ flag, name: variableOf(flag), value: variables[variableOf(flag)] ?? '' }))
    .filter(({ value }) => value !== '');
  return new Map(
    set.flatMap(({ flag, name, value }): [string, string | true][] => {
      const isSwitch = flag.value === undefined;
      checkValue(name, isSwitch ? { choices: ['on', 'off'] } : flag, value);
      return isSwitch && value === 'off' ? [] : [[flag.name, isSwitch || value]];
    }),
  );
}

function readValue(flag: Flag, token: Extract<Token, { kind: 'option' }>): string | true {
  if (flag.value === undefined) {
    if (token.value !== undefined) {
      throw wrongUse(`--${flag.name} takes no value.`);
    }

    return true;
  }

  // A flag right after a flag that wants a value is a forgotten value far more often than a value.
  if (token.value === undefined || (!token.inlineValue && /^-./.test(token.value))) {
    throw wrongUse(`${token.rawName} needs a value: --${flag.name}=${flag.value}.`);
  }

  const value = unmark(token.value);
  checkValue(`--${flag.name}`, flag, value);
  return value;
}

function unknownFlag(rawName: string, flags: readonly Flag[], command: Command | undefined): string {
  const help = command ? `petstore ${command.words.join(' ')} --help` : 'petstore --help';
  const names = flags.map(({ name }) => name);
  const near = suggest(rawName.replace(/^-+/, ''), names);
  const place = command ? ` for \`${command.words.join(' ')}\`` : '';
  return `There is no flag "${rawName}"${place}. ${hint(near && `--${near}`, help)}`;
}

function chooseCommand(
  words: readonly string[],
  table: readonly Command[],
): { command: Command | undefined; depth: number } {
  const [first, second] = words;
  if (first === undefined) {
    return { command: undefined, depth: 0 };
  }

  const group = table.filter((command) => command.words[0] === first);
  const command =
    group.find((each) => each.words[1] === second) ??
    group.find((each) => each.words.length === 1 || (each.byDefault === true && second === undefined));
  if (command) {
    return { command, depth: Math.min(command.words.length, words.length) };
  }

  if (group.length === 0) {
    const names = table.map((command) => command.words[0] ?? '');
    const ofGroup = table.find((command) => command.words[1] === first);
    const near = ofGroup?.words.join(' ') ?? suggest(first, names);
    throw wrongUse(`There is no command "${first}". ${hint(near, 'petstore help')}`);
  }

  const verbs = group.map((command) => command.words[1] ?? '');
  if (second !== undefined) {
    throw wrongUse(
      `There is no command "${first} ${second}". ${hint(suggest(second, verbs), `petstore help ${first}`)}`,
    );
  }

  // Left to `--help`, which shows the group; anything else needs a verb.
  throw wrongUse(`\`${first}\` needs one of: ${verbs.join(', ')}. See \`petstore help ${first}\`.`);
}

/** Throws if a value is not one of the choices or not of its kind. `what` names the flag or argument. */
function checkValue(what: string, { kind, choices }: Place, value: string): void {
  if (choices && !choices.includes(value)) {
    const near = suggest(value, choices);
    throw wrongUse(
      `${what} must be one of ${choices.join(', ')}; "${asTyped(value)}" is ` +
        `not.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    );
  }

  const [fits, wanted] = kind ? kinds[kind] : [() => true, ''];
  if (!fits(value)) {
    throw wrongUse(`${what} must be ${wanted}; ${value === '' ? 'it is empty' : `"${asTyped(value)}" is not`}.`);
  }
}

function checkArguments(command: Command, positionals: readonly string[], input: Input<string>): void {
  const wanted = command.arguments ?? [];
  const name = command.words.join(' ');
  for (const [index, argument] of wanted.entries()) {
    const values = argument.many === true ? positionals.slice(index) : positionals.slice(index, index + 1);
    if (values.length === 0 && argument.optional !== true) {
      throw wrongUse(`\`${name}\` needs ${argument.name}: ${argument.summary}. See \`petstore ${name} --help\`.`);
    }

    for (const value of values) {
      checkValue(argument.name, argument, value);
    }
  }

  const extra = wanted.at(-1)?.many === true ? undefined : positionals[wanted.length];
  if (extra !== undefined) {
    // It may be meant for a flag that must be given, or has that word as a choice.
    const flag = command.flags?.find(
      ({ name: each, required, choices }) =>
        !input.has(each) && (required === true || choices?.includes(extra) === true),
    );
    throw wrongUse(
      `\`${name}\` takes no ${wanted.length === 0 ? 'arguments' : 'more arguments'}; "${asTyped(extra)}" is one ` +
        `too many. ${hint(flag && `--${flag.name} ${asTyped(extra)}`, `petstore ${name} --help`)}`,
    );
  }
}

function checkRequired(command: Command, input: Input<string>): void {
  const missing = (command.flags ?? []).filter((flag) => flag.required === true && !input.has(flag.name));
  if (missing.length > 0) {
    const name = command.words.join(' ');
    const wanted = missing.map((flag) => `--${flag.name} ${flag.value ?? ''}`.trim()).join(' and ');
    throw wrongUse(`\`${name}\` needs ${wanted}. See \`petstore ${name} --help\`.`);
  }
}
