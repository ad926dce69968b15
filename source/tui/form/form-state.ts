/** The form as it stands: its texts, the animal that they are, and the notes on it. */
import type { Draft, FormTexts } from '../../app/workspace.ts';
import { categoryText } from '../../domain/category-labels.ts';
import type { Int64 } from '../../domain/int64.ts';
import { type Entry, findLikelyDouble, wantedOf } from '../../domain/entry.ts';
import { isAllowed } from '../../domain/verbs.ts';
import { declaredField, type NewPet, petFieldList, type PetWord, pickPet } from '../../domain/pet.ts';
import { checkPet, type PetMistake, mistakeText } from '../../domain/pet/check-pet.ts';
import { doubleText, newCategoryText } from '../../text/animal/pet-texts.ts';
import { shortName } from '../../text/hints.ts';
import { refusalText } from '../../text/queue/wait-text.ts';
import { say } from '../actions/say.ts';
import { readConfig } from '../actions/session.ts';
import { findEntry } from '../actions/cursor.ts';
import { type App, screenOf, snapshotOf } from '../app-context.ts';
import { cleanInput, lineText } from '../input/line.ts';
import { categoriesOf, readCategory, suggestCategories, type KnownCategory } from '../models/known-categories.ts';
import { formFields, isStale, typedFields, formTexts } from '../state/ui-model.ts';
import type { FormErrors, ScreenOf, UiState } from '../state/ui-state.ts';
import { holdEdited, releaseEdited } from './hold-edited.ts';

/** The form for a new or a queued animal, as a screen. */
export type FormState = ScreenOf<'form'>;

/** The form that is open, if one is. */
export function formOf(app: App): FormState | undefined {
  return screenOf(app, 'form');
}

/** Whether the form is for a new animal. */
export function isNewAnimal(app: App): boolean {
  const form = formOf(app);
  return form !== undefined && form.editing === undefined;
}

/** An animal as the texts of the form, which are single lines. */
export function textsOf(pet: NewPet): FormTexts {
  return Object.fromEntries(petFieldList.map(({ field, word }) => [word, cleanInput(pet[field] ?? '')])) as FormTexts;
}

/** The change of a queued animal that stands in the form and is not saved; undefined: there is none. */
export function changeOf(state: UiState): Required<Draft> | undefined {
  const form = state.screens.find((screen) => screen.name === 'form');
  const from = form?.from && textsOf(form.from);
  const texts = formTexts(state);
  return form?.editing === undefined || !from || formFields.every((field) => texts[field] === from[field])
    ? undefined
    : { ...texts, editing: { localId: form.editing, from } };
}

/** Opens the form with some texts. */
export function openForm(app: App, texts: Partial<Draft>, more: Partial<FormState> = {}): void {
  app.model.openForm(texts, more);
  void readConfig(app);
}

/** Opens the form of a queued animal. Why the store rejected it stands there. */
export function openChange(app: App, entry: Entry): void {
  const present = pickPet(wantedOf(entry));
  const texts = textsOf(present);
  openForm(app, texts, {
    editing: entry.localId,
    from: present,
    stale: filledFields(texts),
    ...reasonOf(entry),
    ...holdEdited(app, entry),
  });
}

function reasonOf(entry: Entry | undefined): Pick<FormState, 'reason'> {
  const reason = entry && refusalText(entry);
  return reason === undefined ? {} : { reason };
}

function petOf(texts: FormTexts): NewPet {
  return pickPet(
    Object.fromEntries(petFieldList.map(({ field, word }) => [field, texts[word] || undefined])) as NewPet,
  );
}

/**
 * Goes on with the change of an animal that was left when the program ended, from what its person saw then: what somebody
 * else changed since is told as it is saved. Where it is too late, the form says so.
 */
export function goOnWithChange(app: App, { editing, ...texts }: Required<Draft>): void {
  const { localId, from } = editing;
  const entry = findEntry(app, localId);
  openForm(app, texts, {
    editing: localId,
    from: petOf(from),
    ...reasonOf(entry),
    ...(entry && holdEdited(app, entry)),
  });
  app.model.leaveChange(undefined);
  say(app, `${localId} has your change of before here, which is not saved yet.`);
}

/** The form with the texts of another animal: the typed ones count as selected until somebody touches them. */
export function formLike(texts: Partial<Draft>, like: string): Pick<FormState, 'stale' | 'carried' | 'like'> {
  return { stale: filledFields(texts), carried: texts, like };
}

/** The fields that hold a text: what is typed into one replaces it, a key that moves keeps it. */
export function filledFields(texts: Partial<Draft>): readonly PetWord[] {
  return formFields.filter((field) => (texts[field] ?? '') !== '');
}

/**
 * Keeps the texts of the form for a new animal as a draft; an empty form ends the draft.
 *
 * @returns undefined for an empty form, `unwritten` if the draft lasts only as long as the program runs
 */
export function keepDraft(app: App): 'written' | 'unwritten' | undefined {
  const { session } = app.model.get();
  // An animal that is being saved is no draft: it would be saved once more.
  if (!session || !isNewAnimal(app) || formOf(app)?.saving) {
    return undefined;
  }

  const draft = typedText(app);
  const isWritten = app.workspace.saveDraft(session.profile, draft);
  return draft && (isWritten ? 'written' : 'unwritten');
}

/** The texts that a person typed into the form; undefined: it is empty, or another animal left its texts there. */
export function typedText(app: App): Draft | undefined {
  const draft = formTexts(app.model.get());
  const carried = formOf(app)?.carried;
  const isEmpty = carried
    ? formFields.every((field) => draft[field] === (carried[field] ?? ''))
    : typedFields.every((field) => draft[field] === '');
  return isEmpty ? undefined : draft;
}

/** What was entered since the store was opened in this window, the newest first. */
export function enteredNow(app: App): readonly Entry[] {
  const { openedAt } = app.model.get();
  const { entries } = snapshotOf(app);
  const before = entries.findLastIndex(({ createdAt }) => Date.parse(createdAt) < openedAt);
  const since = entries.slice(before + 1).filter(({ state }) => state !== 'discarded');
  return since.toReversed();
}

/** Opens the animal that was entered before the one of the form, or before all of them; says whether there is one. */
export function openEntered(app: App, form: FormState): boolean {
  const able = enteredNow(app).filter((entry) => isAllowed('edit', entry));
  const next = able[able.findIndex(({ localId }) => localId === form.editing) + 1];
  const isTouched =
    form.editing === undefined ? typedText(app) : (changeOf(app.model.get()) ?? form.goesOn === undefined);
  if (!next || isTouched || form.saving) {
    return false;
  }

  const { goesOn = { texts: form.carried ?? {}, like: form.like } } = form;
  void releaseEdited(app, form);
  app.model.close();
  openChange(app, next);
  app.model.changeForm({ goesOn });
  return true;
}

/** For an app that ends: an animal whose change is kept unsaved is not sent without it. */
export async function releaseUntouched(app: App): Promise<void> {
  const form = formOf(app);
  if (form && changeOf(app.model.get()) === undefined) {
    await releaseEdited(app, form);
  }
}

/** What the form of the next animal begins with: all of the one before but its name. */
export function anotherLike(pet: NewPet, name = ''): NonNullable<FormState['goesOn']> {
  return { texts: { ...textsOf(pet), name }, like: shortName(pet.name) };
}

/** The form of the next animal, if one comes. `saved`: what was corrected before it, which may be that one's like. */
export function goOnEntering(app: App, { goesOn, from }: Pick<FormState, 'goesOn' | 'from'>, saved?: NewPet): void {
  if (goesOn) {
    const { texts } = goesOn;
    const like = saved && from && goesOn.like === shortName(from.name) ? shortName(saved.name) : goesOn.like;
    openForm(app, texts, like === undefined ? {} : formLike(texts, like));
  }
}

/** The categories there are, for suggestions and for names typed instead of numbers. */
export function knownCategories(app: App): readonly KnownCategory[] {
  return categoriesOf(snapshotOf(app).pets, app.model.get().settings.categoryLabels);
}

/** Those that the text in the form may mean. If typing would replace it, any other one may be meant. */
export function suggestedCategories(app: App): readonly KnownCategory[] {
  const state = app.model.get();
  const typed = isStale(state, 'category') ? '' : lineText(state.fields.category);
  return suggestCategories(knownCategories(app), typed);
}

/** The category that a person typed: by its number, or by a name. */
export function readTypedCategory(app: App, typed: string): Int64 | undefined {
  return readCategory(knownCategories(app), app.model.get().settings.categoryLabels, typed);
}

/** The animal of the form, or its mistakes. A field that nobody touched stays as it was, with its blanks and lines. */
export function readForm(app: App): { readonly pet: NewPet } | { readonly errors: FormErrors } {
  const draft = formTexts(app.model.get());
  const typed = draft.category;
  const from = formOf(app)?.from;
  const shown = from && textsOf(from);
  const texts = Object.fromEntries(
    petFieldList.map(({ field, word }) => [field, shown?.[word] === draft[word] ? from?.[field] : draft[word].trim()]),
  );
  const categoryId = readTypedCategory(app, typed);
  const checked = checkPet(categoryId === undefined ? texts : { ...texts, categoryId }, 'text');
  if ('pet' in checked) {
    return checked;
  }

  const errors = checked.mistakes.map((wrong) => [declaredField(wrong.field).word, errorText(wrong, typed)] as const);
  return { errors: Object.fromEntries(errors) };
}

function errorText(wrong: PetMistake, typedCategory: string): string {
  const { field, mistake } = wrong;
  if (field === 'categoryId') {
    return typedCategory.trim() === ''
      ? 'Choose a category: ↓ lists them, or type a name or number.'
      : wrongCategory(typedCategory);
  }

  return field === 'name' && mistake === 'empty' ? 'A name is needed.' : `This cannot be sent: ${mistakeText(wrong)}.`;
}

/** Says that a text is no category. */
export function wrongCategory(typed: string): string {
  return `"${shortName(typed.trim())}" is neither a category's number nor a known name.`;
}

/** The meaning of a category that is being typed, if it differs from the typed text, and whether it is a new one. */
export function categoryNote(app: App): { readonly text: string; readonly isNew: boolean } {
  const { fields, settings } = app.model.get();
  const typed = lineText(fields.category);
  if (typed.trim() === '') {
    return { text: 'a name or a number; ↓ lists those in use', isNew: false };
  }

  const id = readTypedCategory(app, typed);
  if (id !== undefined && isNewCategory(app, id, formOf(app)?.editing)) {
    return { text: `! ${newCategoryText(id)}`, isNew: true };
  }

  const means = id === undefined ? typed : categoryText(id, settings.categoryLabels);
  return { text: means === typed ? '' : `= ${means}`, isNew: false };
}

/** A sentence about an animal that looks like the same one as that of the form: pointed out, not forbidden. */
export function doubleOfForm(app: App): string | undefined {
  const read = readForm(app);
  const { editing, saving } = formOf(app) ?? {};
  // While it is being saved it is in the queue already, and no double of itself.
  const double = 'pet' in read && saving === undefined ? doubleOf(app, read.pet, editing) : undefined;
  return double && `${double} You can still save.`;
}

/** The same about an animal that was saved as `localId`. */
export function doubleOf(app: App, pet: NewPet, localId: string | undefined): string | undefined {
  const { pets, entries } = snapshotOf(app);
  // It may have been sent since.
  const own = localId === undefined ? undefined : findEntry(app, localId)?.petId;
  const others = own === undefined ? pets : pets.filter(({ id }) => id !== own);
  // One that waits is more likely the same than one that was on the store before.
  const double =
    findLikelyDouble(pet, { pets: [], entries }, localId) ?? findLikelyDouble(pet, { pets: others, entries: [] });
  return double && doubleText(pet, double, app.model.get().settings.categoryLabels);
}

/** Whether no animal but the one with this local id has a category. Only who has seen all animals can tell. */
function isNewCategory(app: App, categoryId: Int64, localId: string | undefined): boolean {
  const { lists, entries } = snapshotOf(app);
  return (
    lists.all.complete &&
    !knownCategories(app).some(({ id }) => id === categoryId) &&
    !entries.some(
      (entry) => entry.categoryId === categoryId && entry.state !== 'discarded' && entry.localId !== localId,
    )
  );
}
