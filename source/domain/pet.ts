/**
 * The fields of an animal, declared once.
 *
 * Code that must know all fields is derived from `petFields` (JSON, our own documents, CSV, comparing, checking) or a
 * table with a key for each `PetField` (`Record<PetField, …>`), so that a forgotten field does not compile.
 */
import type { Int64 } from './int64.js';
import { choiceField, type FieldKind, int64Field, textField } from './pet/field-kind.js';

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

/**
 * The animal alone of what holds one, such as an entry. A field that is not set is left out, which is not the same as
 * an empty one.
 */
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
