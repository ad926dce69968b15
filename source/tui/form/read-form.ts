import { findLikelyDouble } from '../../domain/matching-key.js';
import type { Int64 } from '../../domain/int64.js';
import { declaredField, type NewPet, petFieldList } from '../../domain/pet.js';
import { checkPet, type PetMistake, mistakeText } from '../../domain/pet/check-pet.js';
import { snapshotOf, type App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { doubleText } from '../../text/animal/double-text.js';
import { shortName } from '../../text/animal/short-name.js';
import type { FormErrors } from '../state/ui-state.js';
import { findEntry } from '../actions/cursor.js';
import { formOf } from './form-state.js';
import { categoriesOf, readCategory, type KnownCategory } from '../models/known-categories.js';

/** The categories there are, for suggestions and for names typed instead of numbers. */
export function knownCategories(app: App): readonly KnownCategory[] {
  return categoriesOf(snapshotOf(app).pets, app.model.get().settings.categoryLabels);
}

/** The animal of the form, or its mistakes. */
export function readForm(app: App): { readonly pet: NewPet } | { readonly errors: FormErrors } {
  const { fields, settings } = app.model.get();
  const typed = lineText(fields.category);
  const texts = Object.fromEntries(petFieldList.map(({ field, word }) => [field, lineText(fields[word]).trim()]));
  const categoryId = readCategory(knownCategories(app), settings.categoryLabels, typed);
  const checked = checkPet(categoryId === undefined ? texts : { ...texts, categoryId }, 'text');
  return 'pet' in checked
    ? checked
    : {
        errors: Object.fromEntries(
          checked.mistakes.map((mistake) => [declaredField(mistake.field).word, errorText(mistake, typed)]),
        ),
      };
}

function errorText(wrong: PetMistake, typedCategory: string): string {
  const { field, mistake } = wrong;
  if (field === 'categoryId') {
    return typedCategory.trim() === ''
      ? 'A category is needed: a whole number, such as 3.'
      : wrongCategory(typedCategory);
  }

  return field === 'name' && mistake === 'empty' ? 'A name is needed.' : `This cannot be sent: ${mistakeText(wrong)}.`;
}

/** Says that a text is no category. */
export function wrongCategory(typed: string): string {
  return `"${shortName(typed.trim())}" is neither a category's number nor a known name.`;
}

/** A sentence about an animal that looks like the same one as that of the form: pointed out, not forbidden. */
export function doubleOfForm(app: App): string | undefined {
  const read = readForm(app);
  const double = 'pet' in read ? doubleOf(app, read.pet, formOf(app)?.editing) : undefined;
  return double && `${double} You can still save.`;
}

/** The same about an animal that was saved as `localId`. */
export function doubleOf(app: App, pet: NewPet, localId: string | undefined): string | undefined {
  const { pets, entries } = snapshotOf(app);
  // It may have been sent since.
  const own = localId === undefined ? undefined : findEntry(app, localId)?.petId;
  const others = own === undefined ? pets : pets.filter(({ id }) => id !== own);
  const double = findLikelyDouble(pet, { pets: others, entries }, localId);
  return double && doubleText(pet, double, app.model.get().settings.categoryLabels);
}

/**
 * Whether a category has no name and no animal but the one with this local id. Only who has seen all animals can tell.
 */
export function isNewCategory(app: App, categoryId: Int64, localId: string | undefined): boolean {
  const { lists, petsNotRead, entries } = snapshotOf(app);
  return (
    lists.all.complete &&
    petsNotRead === 0 &&
    !knownCategories(app).some(({ id }) => id === categoryId) &&
    !entries.some(
      (entry) => entry.categoryId === categoryId && entry.state !== 'discarded' && entry.localId !== localId,
    )
  );
}
