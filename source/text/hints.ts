/**
 * Commands that a message tells a person to type. A message names the command alone, in backticks; the exit of the
 * program adds the store, so that no sentence can forget it.
 */
import { typedMark } from '../platform/text/terminal-text.js';

/** The store a message is about, as a command line names it. */
export type StoreInUse = {
  readonly profile?: string | undefined;
  /** The profile of a command that is typed without `--profile`. */
  readonly current?: string | undefined;
  /** The service's database on this machine, if it was named. */
  readonly database?: string | undefined;
};

/** First words of the commands that act on the profile in use. */
const ofProfile = new Set([
  'add',
  'auth',
  'cache',
  'doctor',
  'get',
  'import',
  'list',
  'log',
  'offline',
  'online',
  'queue',
  'status',
  'sync',
]);
const ofDatabase = new Set(['keys', 'serve', 'service']);

const moveIt = 'petstore profile move NAME ';

/** Words of a person, such as a name, within a sentence: a command in backticks in them is no hint. */
export function asTyped(text: string): string {
  return text.replaceAll('`petstore ', `${typedMark}$&`);
}

/** A hint, or the beginning of something like it in a person's words. */
const hintOrTyped = new RegExp(`${typedMark}\`|\`(petstore [^\`${typedMark}]+)\``, 'g');

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
    // The address of `env` is in no file.
    return profile === 'env' ? 'PETSTORE_BASE_URL' : command.replace('NAME', () => shellWord(profile));
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
