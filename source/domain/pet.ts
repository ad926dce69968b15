/**
 * The fields of an animal, declared once.
 *
 * Code that must know all fields is derived from `petFields` (JSON, our own documents, CSV, comparing, checking) or a
 * table with a key for each `PetField` (`Record<PetField, …>`), so that a forgotten field does not compile.
 */
import { type Int64, isStoredInt64, parseInt64, toInt64 } from './int64.ts';

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

/** A person's mistakes are told before sending; the service refuses only values that it cannot keep. */
type Checker = 'service' | 'person';

/** How a field is read, checked and written. Its `type` decides the form on the wire and in a database. */
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

/** `most`: characters the interface allows; `mostOnService`: of our own service, which tells it itself. */
function textField({
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
function choiceField<T extends string>(choices: readonly T[]): FieldKind<T> {
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

/** The three availability states of the specification; an animal may also be without. */
export const petStatuses = ['available', 'pending', 'sold'] as const;
/** An animal's availability. */
export type PetStatus = (typeof petStatuses)[number];

/** An animal as a person enters it: the service gives the id. */
export type NewPet = { readonly name: string; readonly categoryId: Int64; readonly status?: PetStatus };

/** An animal the service has given an id. */
export type Pet = NewPet & { readonly id: Int64 };

/** Whether a value is one of the three. */
export function isPetStatus(value: unknown): value is PetStatus {
  return petStatuses.includes(value as PetStatus);
}

/** The name of a field that a person enters, as on the wire. */
export type PetField = keyof NewPet;

type Declaration<F extends PetField> = {
  /** What people call it: its flag, its field in the form and in a draft, a difference. */
  readonly word: string;
  readonly isOptional: undefined extends NewPet[F] ? true : false;
  readonly kind: FieldKind<NonNullable<NewPet[F]>>;
};

/** Every field, in the order in which they are written and shown. */
export const petFields = {
  // The service's limit keeps a page of a hundred small, whoever added them.
  name: { word: 'name', isOptional: false, kind: textField({ mostOnService: 1_000 }) },
  categoryId: { word: 'category', isOptional: false, kind: int64Field },
  status: { word: 'status', isOptional: true, kind: choiceField(petStatuses) },
} as const satisfies { readonly [F in PetField]-?: Declaration<F> };

/** The fields' names, in their order. */
export const petFieldNames = Object.keys(petFields) as readonly PetField[];

/** What people call the fields. */
export type PetWord = (typeof petFields)[PetField]['word'];

/** A field as code that treats all alike sees it. */
export type AnyPetField = {
  readonly field: PetField;
  readonly word: PetWord;
  readonly isOptional: boolean;
  readonly kind: FieldKind<string>;
};

/** Every field, for code that treats all alike. */
export const petFieldList: readonly AnyPetField[] = petFieldNames.map(declaredField);

/** One field, for code that treats all alike. */
export function declaredField(field: PetField): AnyPetField {
  return { field, ...(petFields[field] as Omit<AnyPetField, 'field'>) };
}

/** The animal alone of what holds one. A field that is not set is left out, unlike an empty one. */
export function pickPet(
  from: { readonly [F in PetField]?: NewPet[F] | undefined } & Pick<NewPet, 'name' | 'categoryId'>,
): NewPet {
  const pet: Partial<Record<PetField, string>> = {};
  for (const field of petFieldNames) {
    const value = from[field];
    if (value !== undefined) {
      pet[field] = value;
    }
  }

  return pet as NewPet;
}

/** `queued, rejected or held` */
export function orText(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]+)$/, ' or $1');
}
