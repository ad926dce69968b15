import type { Draft, Session } from '../../app/workspace.js';
import { type Entry, wantedOf } from '../../domain/entry.js';
import { ifAbsentText } from '../../text/queue/short-reason.js';
import { type App, undoText } from '../app-context.js';
import { releaseText } from '../queue/change-queue.js';
import { announce } from '../actions/session.js';
import { findEntry, moveCursorTo } from '../actions/cursor.js';
import { type NewPet, pickPet } from '../../domain/pet.js';
import { performChange, toChange } from '../queue/perform-change.js';
import { formFields } from '../state/mode.js';
import { filledFields, fillForm, formOf, keepDraft, textsOf, updateForm } from './form-state.js';
import { isNewAnimal } from './open-form.js';
import { doubleOf, isNewCategory, readForm } from './read-form.js';
import { formTexts } from '../state/ui-model.js';
import { lineText } from '../input/line.js';
import { shortName } from '../../text/animal/short-name.js';
import { newCategoryText } from '../../text/animal/double-text.js';
import { type Done, isOpen, withRemark } from '../actions/say.js';

/** Saves durably and goes back; whether it was sent is told when it is known. */
export function saveForm(app: App): void {
  save(app, false);
}

/** Saves, and stays for another animal of the same category and status. */
export function saveAndAddAnother(app: App): void {
  save(app, formOf(app)?.editing === undefined);
}

function save(app: App, isAnother: boolean): void {
  const form = formOf(app);
  if (!form || form.saving) {
    return;
  }

  const read = readForm(app);
  if ('errors' in read) {
    updateForm(app, {
      errors: read.errors,
      focus: formFields.find((field) => read.errors[field] !== undefined) ?? form.focus,
    });
    return;
  }

  const { pet } = read;
  const { editing } = form;
  const isNew = isNewCategory(app, pet.categoryId, editing);
  updateForm(app, { errors: {}, saving: isAnother ? undefined : pet });
  const texts = formTexts(app.model.get());
  if (isAnother) {
    // At once, since the name of the next one may be typed while this one is being written.
    beginAnother(app, pet);
  }

  performChange(app, async (session) => {
    const before = editing === undefined ? undefined : findEntry(app, editing);
    const entry = await (editing === undefined ? session.engine.add(pet) : session.engine.edit(editing, pet)).catch(
      (error: unknown) => {
        if (formOf(app)?.saving === pet) {
          updateForm(app, { saving: undefined });
        } else if (editing === undefined) {
          takeUpAgain(app, session, texts);
        }

        throw error;
      },
    );
    const { localId } = entry;
    const remark = toRemark(doubleOf(app, pet, localId), isNew ? newCategoryText(pet.categoryId, true) : undefined);
    finish(app, session, editing, pet, entry, remark);
    const says = (text: string): Pick<Done, 'text' | 'tone'> =>
      remark === undefined ? { text } : { text: withRemark(text, `${remark}${undoRemark(app)}`), tone: 'plain' };
    if (editing === undefined) {
      return {
        entry,
        ...says(`Queued as ${localId}: ${shortName(entry.name)}`),
        change: toChange('added', localId, 'restore', 'discard'),
      };
    }

    return {
      entry,
      ...says(changedText(app, entry)),
      ...(before
        ? {
            change: {
              says: 'edited',
              back: [{ action: 'edit', localId, pet: pickPet(wantedOf(before)) }],
              forth: [{ action: 'edit', localId, pet }],
            },
          }
        : {}),
    };
  });
}

function changedText(app: App, entry: Entry): string {
  const { localId, state } = entry;
  if (state === 'checking') {
    return `${localId} is changed. ${ifAbsentText(entry)}`;
  }

  return `${localId} is changed${state === 'held' ? `, and still held${releaseText(app)}` : ' and queued again'}.`;
}

/** Notes on a saved animal as sentences, if there are any. */
function toRemark(...notes: readonly (string | undefined)[]): string | undefined {
  const sentences = notes.flatMap((note) => note ?? []);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** How it is taken back; in the form of the next animal the key would be a letter of its name. */
function undoRemark(app: App): string {
  const text = undoText(app, 'takes it back');
  return text !== '' && formOf(app) ? ` After Esc,${text}` : text;
}

/** The form for the next animal: all but the name stays, and counts as selected. */
function beginAnother(app: App, pet: NewPet): void {
  const texts = { ...textsOf(pet), name: '' };
  fillForm(app, texts);
  updateForm(app, {
    focus: 'name',
    kept: undefined,
    stale: filledFields(texts),
    carried: texts,
    like: shortName(pet.name),
  });
}

/**
 * Puts an animal that could not be saved back into the form. If the form was left, or holds another animal, the form of
 * its store begins with it the next time.
 */
function takeUpAgain(app: App, session: Session, texts: Draft): void {
  if (isOpen(app, session) && isNewAnimal(app) && lineText(app.model.get().fields.name) === '') {
    fillForm(app, texts);
    updateForm(app, { carried: {}, like: undefined });
  } else {
    app.workspace.addDraft(session.profile, texts);
  }
}

/** Leaves the form that it was saved from, if that is still open. */
function finish(
  app: App,
  session: Session,
  editing: string | undefined,
  pet: NewPet,
  { localId }: Entry,
  remark: string | undefined,
): void {
  if (formOf(app)?.saving === pet) {
    app.model.close();
  }

  if (editing === undefined) {
    app.workspace.saveDraft(session.profile, undefined);
  }

  if (!isOpen(app, session)) {
    return;
  }

  if (editing === undefined) {
    // An animal begun meanwhile is another one.
    keepDraft(app);
    // The next key is about the new animal, whichever screen it was added from.
    moveCursorTo(app, 'list', localId);
    moveCursorTo(app, 'queue', localId);
    if (remark !== undefined && isNewAnimal(app)) {
      updateForm(app, { remark: `${localId} is saved. ${remark}` });
    }
  }

  const seen = remark === undefined ? { localId } : { localId, remark };
  app.model.set({ watched: [...app.model.get().watched, seen] });
  // It may have been sent before anybody watched.
  announce(app);
}
