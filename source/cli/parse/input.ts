import { parseDuration, parseLifetime } from '../../platform/time/duration.js';
import type { GlobalFlagName } from './global-flags.js';

/**
 * A parsed command line: every value has been checked against its kind, so reading one cannot fail. `Name`: the flags
 * that can be read; the name of any other one does not compile.
 */
export type Input<Name extends string = GlobalFlagName> = {
  readonly arguments: readonly string[];
  readonly has: (flag: Name) => boolean;
  readonly text: (flag: Name) => string | undefined;
  /** A flag with choices. */
  readonly choice: <T extends string>(flag: Name, choices: readonly T[]) => T | undefined;
  /** A flag that takes several choices, in the order in which they were typed. */
  readonly several: <T extends string>(flag: Name, choices: readonly T[]) => readonly T[] | undefined;
  readonly count: (flag: Name) => number | undefined;
  /** Milliseconds. */
  readonly duration: (flag: Name) => number | undefined;
  /** Milliseconds; more than a day where need be. */
  readonly lifetime: (flag: Name) => number | undefined;
};

/** The words of a command line that are no flags, and its flags; `true` is a switch. */
export function createInput(positionals: readonly string[], flags: ReadonlyMap<string, string | true>): Input<string> {
  const text = (flag: string): string | undefined => {
    const value = flags.get(flag);
    return value === true ? undefined : value;
  };
  return {
    arguments: positionals,
    has: (flag) => flags.has(flag),
    text,
    choice: (flag, choices) => choices.find((choice) => choice === text(flag)),
    several(flag, choices) {
      const value = text(flag);
      return value === undefined
        ? undefined
        : splitChoices(value).flatMap((each) => choices.filter((choice) => choice === each));
    },
    count: (flag) => (flags.has(flag) ? Number(text(flag)) : undefined),
    duration: (flag) => parseDuration(text(flag) ?? ''),
    lifetime: (flag) => parseLifetime(text(flag) ?? ''),
  };
}

/** The choices that the value of one flag names. */
export function splitChoices(value: string): readonly string[] {
  return value.split(',').map((each) => each.trim());
}
