import { findLikelyDouble } from '../../domain/likely-double.js';
import { declaredField, type NewPet, petFieldList } from '../../domain/pet.js';
import { checkPet, type PetMistake } from '../../domain/pet/check-pet.js';
import { mistakeText } from '../../domain/pet/mistake-text.js';
import { snapshotOf, type App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { doubleText } from '../../text/animal/double-text.js';
import { shortName } from '../../text/animal/short-name.js';
import type { FormErrors } from '../state/ui-state.js';
import { formOf } from './form-state.js';
import { readCategory, type KnownCategory } from './known-categories.js';

/** The categories there are, for suggestions and for names typed instead of numbers. */
export function knownCategories(app: App): readonly KnownCategory[] {
  return app.categories(snapshotOf(app).pets, app.model.get().settings.categoryLabels);
}

/** The animal of the form, or what is missing. */
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

/** What is wrong with a text that is no category. */
export function wrongCategory(typed: string): string {
  return `"${shortName(typed.trim())}" is neither a category's number nor a known name.`;
}

/** A sentence about an animal that looks like the same one: pointed out, not forbidden. */
export function findDouble(app: App): string | undefined {
  const form = formOf(app);
  const read = form && readForm(app);
  if (!read || 'errors' in read) {
    return undefined;
  }

  const double = findLikelyDouble(read.pet, snapshotOf(app), form.editing);
  return double && `${doubleText(read.pet, double, app.model.get().settings.categoryLabels)} You can still save.`;
}
