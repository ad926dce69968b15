/** A message names the command alone, in backticks; the exit of the program adds the store. */
import { safeText, typedMark, truncateCells } from '../platform/text/terminal-text.ts';

/** The store a message is about, as a command line names it. */
export type StoreInUse = {
  readonly profile?: string | undefined;
  /** The profile of a command that is typed without `--profile`. */
  readonly current?: string | undefined;
  /** The service's database on this machine, if it was named. */
  readonly database?: string | undefined;
};

/** First words of the commands that act on the profile in use; `petstore` alone opens it. */
const ofProfile = new Set(['', ...'add auth doctor get import list log offline online queue status sync'.split(' ')]);
const ofDatabase = new Set(['keys', 'serve', 'service']);
const moveIt = 'petstore profile move NAME ';

/** Words of a person, such as a name, within a sentence: a command in backticks in them is no hint. */
export function asTyped(text: string): string {
  return safeText(text).replaceAll(/`petstore(?=[ `])/g, `${typedMark}$&`);
}

/** A hint, or the beginning of something like it in a person's words. */
const hintOrTyped = new RegExp(`${typedMark}\`|\`(petstore(?: [^\`${typedMark}]+)?)\``, 'g');

/** Every command in backticks, as it must be typed to act on the store in use. */
export function completeHints(text: string, store: StoreInUse): string {
  return text.replaceAll(hintOrTyped, (_found, command?: string) =>
    command === undefined ? '`' : `\`${nameStore(command, store)}\``,
  );
}

function nameStore(command: string, { profile, current, database }: StoreInUse): string {
  const [, first = ''] = command.split(' ');
  if (command.includes(' --profile ')) {
    return `${command} `.replace(` --profile ${shellWord(current ?? '')} `, ' ').trimEnd();
  }

  if (command.startsWith(moveIt) && profile !== undefined) {
    return command.replace('NAME', () => shellWord(profile));
  }

  if (ofDatabase.has(first) && database !== undefined && !command.includes(' --database ')) {
    return `${command} --database ${shellWord(database)}`;
  }

  return ofProfile.has(first) && profile !== undefined && profile !== current && !command.endsWith(' --help')
    ? `${command} --profile${profile.startsWith('-') ? '=' : ' '}${shellWord(profile)}`
    : command;
}

/** A word that a shell takes as it is: the name of a profile may have been written into the configuration by hand. */
export function shellWord(word: string): string {
  return /^[\p{L}\p{N}._/:@-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The candidate a mistyped word was probably meant to be, or undefined if all are far off. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const limit = word.length < 5 ? 1 : 2;
  const distanceTo = (candidate: string): number =>
    candidate.startsWith(word) && word.length > 1 ? 0 : distance(word, candidate);
  const near = candidates.filter((candidate) => distanceTo(candidate) <= limit);
  return near.sort((a, b) => distanceTo(a) - distanceTo(b))[0];
}

/** The sentences that end a message about a word that is not known. */
export function hint(suggestion: string | undefined, help: string): string {
  return suggestion === undefined ? `See \`${help}\`.` : `Did you mean "${suggestion}"? See \`${help}\`.`;
}

/** Edits between two words; two swapped neighbours count as one (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const cost = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
      rows[row]?.push(cost);
    }
  }

  return at(a.length, b.length);
}

/** A message's first sentence, which says what is wrong, and the others, which say what to do. */
export function splitRemedy(message: string): { readonly detail: string; readonly remedy: string } {
  const [detail = '', ...rest] = message.split(/(?<=\.) (?=[A-Z`])/u);
  return { detail: detail.replace(/\.$/u, ''), remedy: rest.join(' ') };
}

/** A name within a sentence: a name may have a thousand characters, and the sentence has an end too. */
export function shortName(name: string): string {
  return asTyped(truncateCells(name, 24));
}
