import { type Command, type Run, type Flag, globalFlags, type Place } from '../parse/command.ts';
import { readWords } from '../parse/parse.ts';
import { topicNames } from './help-topics.ts';

/** A word that can stand in a place, and its meaning; empty: it needs none. */
type Candidate = readonly [word: string, meaning: string];

/** Told to the script instead of words: complete with file names. */
const files = ':files';

/** Answers the completion scripts: a word and its meaning a line, or `:files`. */
export const createComplete =
  (table: readonly Command[]): Run =>
  async (input, { output }) => {
    const words = input.arguments.slice(0, -1);
    const current = input.arguments.at(-1) ?? '';
    const fitting = complete(words, current, table).filter(([word]) => word === files || word.startsWith(current));
    await output.printText(
      fitting.map(([word, meaning]) => (meaning === '' ? word : `${word}\t${meaning}`)).join('\n'),
    );
  };

function complete(words: readonly string[], current: string, table: readonly Command[]): readonly Candidate[] {
  const plain = readWords(words, table);
  const command =
    table.find(({ words: own }) => own.every((word, index) => plain[index] === word)) ??
    table.find(({ words: own, byDefault }) => byDefault === true && own[0] === plain[0]);
  const flags = [...(command?.flags ?? []), ...globalFlags];
  const before = flags.find((flag) => flag.value !== undefined && isNamed(flag, words.at(-1)));
  if (before) {
    return valuesOf(before, table);
  }

  const inline = /^--([\w-]+)=/.exec(current)?.[1];
  const inlineFlag = flags.find((flag) => flag.name === inline);
  if (inlineFlag) {
    return valuesOf(inlineFlag, table).map(([word]) => [word === files ? files : `--${inlineFlag.name}=${word}`, '']);
  }

  if (current.startsWith('-')) {
    return flags
      .filter((flag) => !words.includes(`--${flag.name}`))
      .map(({ name, summary }): Candidate => [`--${name}`, summary]);
  }

  const place = command && placeOf(command, plain.length);
  return [...nextWords(plain, table), ...(place ? valuesOf(place, table) : [])];
}

function valuesOf({ choices, completes }: Place, table: readonly Command[]): readonly Candidate[] {
  const named = completes === 'commands' ? [...table.map((each) => each.words[0] ?? ''), ...topicNames] : choices;
  return completes === 'files' ? [[files, '']] : [...new Set(named)].map((word) => [word, '']);
}

function isNamed({ name, short }: Flag, word: string | undefined): boolean {
  return word === `--${name}` || (short !== undefined && word === `-${short}`);
}

function nextWords(plain: readonly string[], table: readonly Command[]): readonly Candidate[] {
  const at = plain.length;
  const next = table.filter(({ words }) => words.length > at && plain.every((word, index) => words[index] === word));
  return [...new Map(next.map(({ words, summary }) => [words[at] ?? '', words.length === at + 1 ? summary : '']))];
}

function placeOf({ words, arguments: places = [] }: Command, plain: number): Place | undefined {
  const last = places.at(-1);
  return places[Math.max(0, plain - words.length)] ?? (last?.many === true ? last : undefined);
}
