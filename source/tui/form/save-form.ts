import type { Entry } from '../../domain/entry.js';
import type { QueueStep } from '../../domain/verbs.js';
import { ifAbsentText } from '../../text/queue/short-reason.js';
import { type App, undoText } from '../app-context.js';
import { releaseText } from '../queue/change-queue.js';
import { announce } from '../actions/session.js';
import { findEntry, moveCursorTo } from '../actions/cursor.js';
import type { NewPet } from '../../domain/pet.js';
import { performChange, toChange, watch } from '../queue/undo.js';
import { formFields } from '../state/mode.js';
import {
  doubleOf,
  fillForm,
  formLike,
  formOf,
  isNewAnimal,
  isNewCategory,
  keepDraft,
  readForm,
  textsOf,
  updateForm,
} from './form-state.js';
import { formTexts } from '../state/ui-model.js';
import { lineText } from '../input/line.js';
import { shortName } from '../../text/animal/short-name.js';
import { newCategoryText } from '../../text/animal/double-text.js';
import { isOpen, withRemark } from '../actions/say.js';

/** Saves durably and goes back; whether it was sent is told when it is known. */
export function saveForm(app: App): void {
  save(app, false);
}

/** Saves, and stays for another animal of the same category and status. */
export function saveAndAddAnother(app: App): void {
  save(app, isNewAnimal(app));
}

function save(app: App, isAnother: boolean): void {
  const form = formOf(app);
  if (!form || form.saving) {
    return;
  }

  const read = readForm(app);
  if ('errors' in read) {
    const { errors } = read;
    updateForm(app, { errors, focus: formFields.find((field) => errors[field] !== undefined) ?? form.focus });
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
    const { engine, profile } = session;
    const before = editing === undefined ? undefined : findEntry(app, editing);
    const entry = await (editing === undefined ? engine.add(pet) : engine.edit(editing, pet)).catch(
      (error: unknown) => {
        if (formOf(app)?.saving === pet) {
          updateForm(app, { saving: undefined });
        } else if (editing === undefined && isOpen(app, session) && isFree(app)) {
          fillForm(app, texts);
          updateForm(app, { carried: {}, like: undefined });
        } else if (editing === undefined) {
          // The form was left, or holds another animal: the next form of this store begins with it.
          app.workspace.addDraft(profile, texts);
        }

        throw error;
      },
    );
    const { localId } = entry;
    const remark = [doubleOf(app, pet, localId) ?? [], isNew ? newCategoryText(pet.categoryId, true) : []]
      .flat()
      .join(' ');
    if (formOf(app)?.saving === pet) {
      app.model.close();
    }

    if (editing === undefined) {
      app.workspace.saveDraft(profile, undefined);
    }

    if (isOpen(app, session)) {
      goOn(app, localId, editing === undefined, remark);
    }

    const text = editing === undefined ? `Queued as ${localId}: ${shortName(entry.name)}` : changedText(app, entry);
    const step: QueueStep = editing === undefined ? { action: 'restore', localId } : { action: 'edit', localId, pet };
    return {
      entry,
      ...(remark === '' ? { text } : { text: withRemark(text, `${remark}${undoRemark(app)}`), tone: 'plain' as const }),
      change: toChange(editing === undefined ? 'added' : 'edited', [step], () => before),
    };
  });
}

/** Whether the form has room for an animal that could not be saved. */
function isFree(app: App): boolean {
  return isNewAnimal(app) && lineText(app.model.get().fields.name) === '';
}

function changedText(app: App, entry: Entry): string {
  const { localId, state } = entry;
  if (state === 'checking') {
    return `${localId} is changed. ${ifAbsentText(entry)}`;
  }

  return `${localId} is changed${state === 'held' ? `, and still held${releaseText(app)}` : ' and queued again'}.`;
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
  updateForm(app, { focus: 'name', kept: undefined, ...formLike(texts, shortName(pet.name)) });
}

/** After an animal was saved: the next key is about it, and its outcome is announced. */
function goOn(app: App, localId: string, isAdded: boolean, remark: string): void {
  if (isAdded) {
    // An animal begun meanwhile is another one.
    keepDraft(app);
    // Whichever screen it was added from.
    moveCursorTo(app, 'list', localId);
    moveCursorTo(app, 'queue', localId);
    if (remark !== '' && isNewAnimal(app)) {
      updateForm(app, { remark: `${localId} is saved. ${remark}` });
    }
  }

  watch(app, remark === '' ? { localId } : { localId, remark });
  // It may have been sent before anybody watched.
  announce(app);
}
