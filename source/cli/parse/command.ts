/** One table drives parsing, help, completion, the man page and suggestions for typos: they cannot drift apart. */
import type { Context } from '../run/context.ts';
import { parseSince } from '../../domain/search/since.ts';
import { parseDuration, parseLifetime } from '../../domain/duration.ts';
import { parseAnimalId } from '../../domain/entry.ts';
import { parseInt64 } from '../../domain/int64.ts';

/** What can stand in a place of a command line. */
export type Place = {
  readonly kind?: ValueKind;
  readonly choices?: readonly string[];
  /** What completes a value that has no choices. */
  readonly completes?: 'commands' | 'files';
};

/** A word that is no flag, as the table declares it. */
export type Argument = Place & {
  readonly name: string;
  readonly summary: string;
  readonly optional?: boolean;
  /** Takes all that follow; only the last one may. */
  readonly many?: boolean;
};

/** Returns the exit code; undefined: it is done. `Name`: the flags it reads beside those of every command. */
export type Run<Name extends string = never> = (
  input: Input<Name | GlobalFlagName>,
  context: Context,
) => Promise<number | undefined>;

/** A row of the command table. */
export type Command<Name extends string = string> = Declared<Name> & {
  /** `['queue', 'adopt']` is `petstore queue adopt`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly examples: readonly string[];
};

type Declared<Name extends string> = {
  readonly details?: string;
  readonly arguments?: readonly Argument[];
  readonly flags?: readonly Flag<Name>[];
  /** Absent: the command alone. */
  readonly examples?: readonly string[];
  /** Runs for its first word alone: `petstore queue` is `petstore queue list`. */
  readonly byDefault?: boolean;
  /** Ctrl-C and SIGTERM are its normal end (exit 0), and it may take its time. */
  readonly endsBySignal?: boolean;
  /** Loads the code of the command; no other code is loaded before a command is chosen. */
  load(): Promise<Run<NoInfer<Name>>>;
};

/** Declares a command. One that reads a flag that is not declared here does not compile. */
export function command<Name extends string = never>(text: string, summary: string, details: Declared<Name>): Command {
  const words = text.split(' ');
  const alone = details.byDefault === true ? words.slice(0, 1) : words;
  return { words, summary, examples: [alone.join(' ')], ...details };
}

/** A flag as the table declares it. */
export type Flag<Name extends string = string> = Place & {
  readonly name: Name;
  readonly short?: string;
  readonly summary: string;
  /** What its value is called in help; absent: a switch. */
  readonly value?: string;
  /** It can be given several times, and each of them counts. */
  readonly many?: true;
  readonly required?: boolean;
  /** It can be given as a variable too, which `variableOf` names; the flag wins. */
  readonly variable?: true;
};

/** `PETSTORE_TLS_CERT` for `--tls-cert`. */
export function variableOf({ name }: Flag): string {
  return `PETSTORE_${name.toUpperCase().replaceAll('-', '_')}`;
}

type NameIn<Form extends string> = Form extends `${string}--${infer Rest}` ? FirstWord<Rest> : never;
type FirstWord<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;

/** Declares a flag in the form that help has: `-q, --query TEXT`, or `--reverse` for a switch. */
export function flag<const Form extends string>(
  form: Form,
  summary: string,
  more: Omit<Flag, 'name' | 'short' | 'value' | 'summary'> = {},
): Flag<NameIn<Form>> {
  const [, short, name = '', value] = /^(?:-(\w), )?--(\S+)(?: (.+))?$/.exec(form) ?? [];
  return { name: name as NameIn<Form>, summary, ...(short && { short }), ...(value && { value }), ...more };
}

/** Declares an argument in the form that help has: `ID`, `[NAME]`, `ID...` or `[WORD...]`. */
export function argument(
  form: string,
  summary: string,
  more: Omit<Argument, 'name' | 'summary' | 'optional' | 'many'> = {},
): Argument {
  const name = form.replace(/[^A-Z-]/g, '');
  return { name, summary, optional: form.startsWith('['), many: form.includes('...'), ...more };
}

const declared = [
  flag('--profile NAME', 'use this profile (see `petstore profile`)', { kind: 'not-empty' }),
  flag('--json', 'one JSON object on stdout, also for failures (docs/reference.md)'),
  flag('--no-color', 'no colours (also NO_COLOR)'),
  flag('--quiet', 'only errors on stderr'),
  flag('--verbose', 'more words on stderr'),
  flag('-h, --help', 'help for this command'),
  flag('-V, --version', 'the version'),
];

type GlobalFlagName = (typeof declared)[number]['name'];

/** Flags that every command takes. */
export const globalFlags: readonly Flag[] = declared;

/** A parsed command line, already checked. The name of a flag that is not declared does not compile. */
export type Input<Name extends string = GlobalFlagName> = {
  readonly arguments: readonly string[];
  readonly has: (flag: Name) => boolean;
  readonly text: (flag: Name) => string | undefined;
  readonly choice: <T extends string>(flag: Name, choices: readonly T[]) => T | undefined;
  /** Each value of a flag that can be given several times. */
  readonly all: (flag: Name) => readonly string[];
  readonly count: (flag: Name) => number | undefined;
  /** Of a length of time, milliseconds. */
  readonly ms: (flag: Name) => number | undefined;
};

/** The flags of a command line: `true` is a switch, a list the values of one that counts each time. */
export type FlagValues = ReadonlyMap<string, string | true | readonly string[]>;

/** The words of a command line that are no flags, and its flags. */
export function createInput(positionals: readonly string[], flags: FlagValues): Input<string> {
  const text = (flag: string): string | undefined => {
    const value = flags.get(flag);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    arguments: positionals,
    has: (flag) => flags.has(flag),
    text,
    choice: (flag, choices) => choices.find((choice) => choice === text(flag)),
    all: (flag) => {
      const values = flags.get(flag);
      return typeof values === 'object' ? values : [];
    },
    count: (flag) => (flags.has(flag) ? Number(text(flag)) : undefined),
    ms: (flag) => parseDuration(text(flag) ?? '') ?? parseLifetime(text(flag) ?? ''),
  };
}

/** Whether a text has the form, and the form in words. */
export const kinds = {
  'pet-id': [(text) => 'petId' in (parseAnimalId(text) ?? {}), 'a whole number of at most 19 digits, such as 4711'],
  category: [
    (text) => text.trim() !== '' && (!/^[-+\d.,]+$/.test(text.trim()) || parseInt64(text.trim()) !== undefined),
    'the number of a category such as 3 (at most 64 bits), or its name',
  ],
  animal: [(text) => parseAnimalId(text) !== undefined, 'an id such as 42, or a queued animal such as Q-3'],
  'local-id': [
    (text) => 'localId' in (parseAnimalId(text) ?? {}),
    'a queued animal (such as Q-3; see `petstore queue`)',
  ],
  count: [(text) => /^[1-9]\d{0,8}$/.test(text), 'a whole number from 1'],
  'count-or-none': [(text) => /^\d{1,9}$/.test(text), 'a whole number from 0'],
  port: [(text) => /^\d{1,5}$/.test(text) && Number(text) < 65_536, 'a port number from 0 to 65535'],
  duration: [(text) => parseDuration(text) !== undefined, 'a length of time such as 500ms, 2s or 5m, at most 24h'],
  lifetime: [(text) => (parseLifetime(text) ?? 0) > 0, 'a length of time such as 12h or 90d, at most 3650d'],
  overlap: [(text) => parseLifetime(text) !== undefined, 'a length of time such as 0s, 12h or 7d, at most 3650d'],
  since: [
    (text) => parseSince(text, 0) !== undefined,
    'how long ago, such as 12h or 2d, a day such as 2026-11-22, today or yesterday',
  ],
  'not-empty': [(text) => text.trim() !== '', 'at least one character'],
} satisfies Readonly<Record<string, readonly [fits: (text: string) => boolean, wanted: string]>>;

type ValueKind = keyof typeof kinds;
