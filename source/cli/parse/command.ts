/**
 * The parts of the command table. One table drives parsing, help, completion, the man page and the suggestions for
 * typos, so they cannot drift apart.
 *
 * - *command*: what `petstore WORD [WORD]` does.
 * - *flag*: `--name`, with a value or without (a switch).
 * - *kind*: the form of a value; checked before the command runs.
 */
import type { Context } from '../run/context.js';
import type { Input } from './input.js';
import type { Completes, Flag } from './flag.js';
import type { GlobalFlagName } from './global-flags.js';
import type { ValueKind } from './value-kind.js';

/** A word that is no flag, as the table declares it. */
export type Argument = {
  /** As help shows it, such as `ID`. */
  readonly name: string;
  readonly summary: string;
  readonly kind?: ValueKind;
  readonly choices?: readonly string[];
  readonly optional?: boolean;
  /** Takes all that follow; only the last one may. */
  readonly many?: boolean;
  readonly completes?: Completes;
};

/**
 * Does the work and returns the exit code; undefined: it is done. `Name`: the flags it reads, beside those that every
 * command takes.
 */
export type Run<Name extends string = never> = (
  input: Input<Name | GlobalFlagName>,
  context: Context,
) => Promise<number | undefined>;

/** A row of the command table. */
export type Command<Name extends string = string> = {
  /** `['queue', 'adopt']` is `petstore queue adopt`. */
  readonly words: readonly string[];
  /** One line, starting with a verb. */
  readonly summary: string;
  /** More, if a line is not enough; wrapped to the width. */
  readonly details?: string;
  readonly arguments?: readonly Argument[];
  readonly flags?: readonly Flag<Name>[];
  /** Command lines without the leading `petstore`. */
  readonly examples: readonly string[];
  /** Runs for its first word alone: `petstore queue` is `petstore queue list`. */
  readonly byDefault?: boolean;
  /** Works, but is for scripts of ours only. */
  readonly hidden?: boolean;
  /** Ctrl-C and SIGTERM are its normal end (exit 0), and it may take its time. */
  readonly endsBySignal?: boolean;
  /** Loads the code of the command; no other code is loaded before a command is chosen. */
  load(): Promise<Run<NoInfer<Name>>>;
};

/** Declares a command. One that reads a flag that is not declared here does not compile. */
export function command<Name extends string = never>(declared: Command<Name>): Command {
  return declared;
}
