import type { ValueKind } from './value-kind.js';

/** The completions of a value, from the saved copy only. */
export type Completes = 'pets' | 'entries' | 'profiles' | 'settings' | 'categories' | 'commands' | 'views' | 'files';

/** A flag as the table declares it. */
export type Flag<Name extends string = string> = {
  readonly name: Name;
  readonly short?: string;
  readonly summary: string;
  /** What its value is called in help; absent: a switch. */
  readonly value?: string;
  readonly kind?: ValueKind;
  readonly choices?: readonly string[];
  /** Its value is several of the choices with commas between them, each at most once. */
  readonly severalChoices?: true;
  readonly required?: boolean;
  readonly completes?: Completes;
  /** It can be given as a variable too, which `variableOf` names; the flag wins. */
  readonly variable?: true;
};

/** `PETSTORE_TLS_CERT` for `--tls-cert`. */
export function variableOf({ name }: Flag): string {
  return `PETSTORE_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** A flag that several commands declare; the compiler keeps its name. */
export function flag<const Name extends string>(declared: Flag<Name>): Flag<Name> {
  return declared;
}
