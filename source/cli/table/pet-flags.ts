import { type PetField, petFields, petStatuses, type PetWord } from '../../domain/pet.js';
import { type Flag, flag } from '../parse/command.js';

const petFlags = {
  name: flag('--name NAME', 'its name', { kind: 'not-empty' }),
  categoryId: flag('--category ID', 'its category: the number, or the name you gave it', {
    kind: 'category',
    completes: 'categories',
  }),
  status: flag('-s, --status STATUS', 'available, pending or sold', { choices: petStatuses }),
} satisfies { readonly [F in PetField]: Flag<(typeof petFields)[F]['word']> };

const declared = Object.entries(petFlags) as readonly (readonly [PetField, Flag<PetWord>])[];

/** Those with which an animal is entered. Missing required values are asked for if somebody can answer. */
export const enteringFlags: readonly Flag<PetWord>[] = declared.map(([, each]) => each);

/** Those with which one is corrected: an optional field can be taken away. */
export const correctingFlags: readonly Flag<PetWord>[] = declared.map(([field, each]) =>
  petFields[field].isOptional && each.choices
    ? { ...each, summary: `${each.choices.join(', ')} or none`, choices: [...each.choices, 'none'] }
    : each,
);

/** The flag that filters a list by status. */
export const statusFlag = petFlags.status;
