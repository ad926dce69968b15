import { type Command, type Run, type Flag, globalFlags, type Candidate, files, type Place } from '../parse/command.ts';
import { topicNames } from './help-topics.ts';

/** Answers the completion scripts: a word and its meaning a line, or `:files`. */
export const createComplete =
  (table: readonly Command[]): Run =>
  async (input, { output }) => {
    const words = input.arguments.slice(0, -1);
    const current = input.arguments.at(-1) ?? '';
    const candidates = complete(words, current, table);
    const fitting = candidates.filter((candidate) => candidate === files || candidate[0].startsWith(current));
    await output.printText(
      fitting.map(([word, meaning]) => (meaning === undefined ? word : `${word}\t${meaning}`)).join('\n'),
    );
  };

function complete(words: readonly string[], current: string, table: readonly Command[]): readonly Candidate[] {
  const plain = words.filter((word, index) => !word.startsWith('-') && !takesNext(words[index - 1], table));
  const command =
    table.find(({ words: own }) => own.every((word, index) => plain[index] === word)) ??
    table.find(({ words: own, byDefault }) => byDefault === true && own[0] === plain[0]);
  const flags = [...(command?.flags ?? []), ...globalFlags];
  const values = ({ choices, completes }: Place): readonly Candidate[] => {
    const words = completes === 'commands' ? [...table.map((each) => each.words[0] ?? ''), ...topicNames] : choices;
    return completes === 'files' ? [files] : [...new Set(words)].map((word): Candidate => [word]);
  };
  const before = flags.find((flag) => flag.value !== undefined && isNamed(flag, words.at(-1)));
  if (before) {
    return values(before);
  }

  const inline = /^--([\w-]+)=/.exec(current)?.[1];
  const inlineFlag = flags.find((flag) => flag.name === inline);
  if (inlineFlag) {
    return values(inlineFlag).map((candidate): Candidate =>
      candidate === files ? files : [`--${inlineFlag.name}=${candidate[0]}`],
    );
  }

  if (current.startsWith('-')) {
    return flags
      .filter((flag) => !words.includes(`--${flag.name}`))
      .map(({ name, summary }): Candidate => [`--${name}`, summary]);
  }

  const place = command && placeOf(command, plain.length);
  return [...nextWords(plain, table), ...(place ? values(place) : [])];
}

function isNamed({ name, short }: Flag, word: string | undefined): boolean {
  return word === `--${name}` || (short !== undefined && word === `-${short}`);
}

function takesNext(word: string | undefined, table: readonly Command[]): boolean {
  return [...table.flatMap((command) => command.flags ?? []), ...globalFlags].some(
    (flag) => flag.value !== undefined && isNamed(flag, word),
  );
}

function nextWords(plain: readonly string[], table: readonly Command[]): readonly Candidate[] {
  const next = table.filter(
    ({ words }) => words.length > plain.length && plain.every((word, index) => words[index] === word),
  );
  const meanings = new Map(
    next.map(({ words, summary }) => [
      words[plain.length] ?? '',
      words.length === plain.length + 1 ? summary : undefined,
    ]),
  );
  return [...meanings].map(([word, meaning]): Candidate => (meaning === undefined ? [word] : [word, meaning]));
}

function placeOf({ words, arguments: places = [] }: Command, plain: number): Place | undefined {
  const last = places.at(-1);
  return places[Math.max(0, plain - words.length)] ?? (last?.many === true ? last : undefined);
}
