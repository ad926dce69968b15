import { type Int64, parseInt64 } from '../../domain/int64.js';
import { parseDuration, parseLifetime } from '../../platform/time/duration.js';

/** A parsed command line: every value has been checked against its kind, so reading one cannot fail. */
export class Input {
  readonly #flags: ReadonlyMap<string, string | true>;
  readonly arguments: readonly string[];

  constructor(positionals: readonly string[], flags: ReadonlyMap<string, string | true>) {
    this.arguments = positionals;
    this.#flags = flags;
  }

  has(flag: string): boolean {
    return this.#flags.has(flag);
  }

  text(flag: string): string | undefined {
    const value = this.#flags.get(flag);
    return value === true ? undefined : value;
  }

  /** A flag with choices. */
  choice<T extends string>(flag: string, choices: readonly T[]): T | undefined {
    const value = this.text(flag);
    return choices.find((choice) => choice === value);
  }

  int64(flag: string): Int64 | undefined {
    return parseInt64(this.text(flag) ?? '');
  }

  count(flag: string): number | undefined {
    return this.has(flag) ? Number(this.text(flag)) : undefined;
  }

  /** Milliseconds; more than a day where need be. */
  lifetime(flag: string): number | undefined {
    return parseLifetime(this.text(flag) ?? '');
  }

  /** Milliseconds. */
  duration(flag: string): number | undefined {
    return parseDuration(this.text(flag) ?? '');
  }
}
