/**
 * The kinds of field an animal can have: text, a 64-bit whole number, or one of a few words. Inside the program each is
 * a string.
 */
import { type Int64, isStoredInt64, parseInt64, toInt64 } from '../int64.js';

/** The possible mistakes of a value. Each channel has its own words for it: see `check-pet.ts`. */
export type Mistake =
  | 'missing'
  | 'not-text'
  | 'not-integer'
  | 'not-choice'
  | 'empty'
  | 'nul'
  | 'half-character'
  | 'not-utf8'
  | 'too-long';

/**
 * Who checks. A person's mistakes are told before anything is sent; the service refuses only values that it cannot
 * keep.
 */
type Checker = 'service' | 'person';

/**
 * How a field is read, checked and written. Its `type` decides the form on the wire (an integer is a JSON number) and
 * in a database.
 */
export type FieldKind<T extends string> = {
  readonly type: 'text' | 'integer' | 'choice';
  readonly choices?: readonly T[];
  /** Of a text: the most characters (code points) somebody takes. */
  readonly most?: Readonly<Record<Checker, number>>;
  /** The mistake of a value that cannot be read. */
  readonly otherwise: Mistake;
  /** Reads a field of parsed JSON; undefined: it is not of this kind. */
  fromJson(value: unknown): T | undefined;
  /** Reads typed text, or a cell of a file. */
  fromText(text: string): T | undefined;
  /** Whether this is a value as our own documents hold it, where ids are strings. */
  isStored(value: unknown): value is T;
  findMistake(value: T, checker: Checker): Mistake | undefined;
};

/**
 * A text of at least one character. `most`: how many characters the interface allows; `mostOnService`: a limit of our
 * own service alone, which this program leaves to the service to tell, as another one may take more.
 */
export function textField({
  most = Infinity,
  mostOnService = most,
}: {
  readonly most?: number;
  readonly mostOnService?: number;
}): FieldKind<string> {
  const limits = { person: most, service: mostOnService };
  return {
    type: 'text',
    most: limits,
    otherwise: 'not-text',
    fromJson: (value) => (typeof value === 'string' ? value : undefined),
    fromText: (text) => text,
    isStored: (value) => typeof value === 'string',
    findMistake(text, checker) {
      if (text === '' || (checker === 'person' && text.trim() === '')) {
        return 'empty';
      }

      // A text is kept exactly, so what cannot be kept is refused: PostgreSQL cannot store NUL, and UTF-8 has no bytes
      // for half a character.
      if (text.includes('\0')) {
        return 'nul';
      }

      const limit = limits[checker];
      // A text never has more characters than UTF-16 units, and those are free to count.
      if (!text.isWellFormed()) {
        return 'half-character';
      }

      return text.length > limit && Array.from(text).length > limit ? 'too-long' : undefined;
    },
  };
}

/** A whole number of 64 bits. */
export const int64Field: FieldKind<Int64> = {
  type: 'integer',
  otherwise: 'not-integer',
  fromJson: (value) => (typeof value === 'number' || typeof value === 'bigint' ? toInt64(value) : undefined),
  fromText: (text) => parseInt64(text.trim()),
  isStored: isStoredInt64,
  findMistake: () => undefined,
};

/** One of a few words. */
export function choiceField<T extends string>(choices: readonly T[]): FieldKind<T> {
  const find = (value: unknown): T | undefined => choices.find((choice) => choice === value);
  return {
    type: 'choice',
    choices,
    otherwise: 'not-choice',
    fromJson: find,
    fromText: (text) => find(text.trim()),
    isStored: (value): value is T => find(value) !== undefined,
    findMistake: () => undefined,
  };
}
