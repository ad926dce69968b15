import type { Argument, Command } from './command.js';
import type { Flag } from './flag.js';
import { wrongUse } from '../run/failures/failure.js';
import { type Input, splitChoices } from './input.js';
import { asTyped } from '../../text/hints.js';
import { suggest } from '../../text/suggest.js';
import { findMismatch } from './value-kind.js';

/** Throws if a value is not one of the choices or not of its kind. `what` names the flag or argument. */
export function checkValue(
  what: string,
  { kind, choices }: Pick<Flag | Argument, 'kind' | 'choices'>,
  value: string,
): void {
  if (choices && !choices.includes(value)) {
    const near = suggest(value, choices);
    throw wrongUse(
      `${what} must be one of ${choices.join(', ')}; "${asTyped(value)}" is ` +
        `not.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    );
  }

  const wanted = kind && findMismatch(kind, value);
  if (wanted !== undefined) {
    throw wrongUse(`${what} must be ${wanted}; ${value === '' ? 'it is empty' : `"${asTyped(value)}" is not`}.`);
  }
}

/** Throws if a flag's value is invalid. `what` names its source. */
export function checkFlag(flag: Flag, value: string, what = `--${flag.name}`): void {
  if (flag.severalChoices !== true) {
    checkValue(what, flag, value);
    return;
  }

  const named = splitChoices(value);
  for (const [index, each] of named.entries()) {
    checkValue(`Each of ${what}`, flag, each);
    if (named.indexOf(each) < index) {
      throw wrongUse(`${what} names "${each}" twice. Each of ${flag.choices?.join(', ') ?? ''} can be named once.`);
    }
  }
}

/** Throws if an argument is missing, wrong or one too many. */
export function checkArguments(command: Command, positionals: readonly string[]): void {
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
    throw wrongUse(
      `\`${name}\` takes no ${wanted.length === 0 ? 'arguments' : 'more arguments'}; "${asTyped(extra)}" is one ` +
        `too many. See \`petstore ${name} --help\`.`,
    );
  }
}

/** Throws if a flag is missing that must be given, naming all of them. */
export function checkRequired(command: Command, input: Input<string>): void {
  const missing = (command.flags ?? []).filter((flag) => flag.required === true && !input.has(flag.name));
  if (missing.length > 0) {
    const name = command.words.join(' ');
    const wanted = missing.map((flag) => `--${flag.name} ${flag.value ?? ''}`.trim()).join(' and ');
    throw wrongUse(`\`${name}\` needs ${wanted}. See \`petstore ${name} --help\`.`);
  }
}
