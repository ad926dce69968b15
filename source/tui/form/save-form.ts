import { type Entry, wantedOf } from '../../domain/entry.ts';
import { ActionError } from '../../sync/api.ts';
import type { QueueStep } from '../../domain/verbs.ts';
import { keptText } from '../../text/animal/pet-texts.ts';
import { heldText } from '../../text/queue/changed-text.ts';
import { checkedText } from '../../text/queue/wait-text.ts';
import { type App, keyOf, textOf } from '../app-context.ts';
import { announce, readRestMs } from '../actions/session.ts';
import { followAnimal, listRows } from '../actions/cursor.ts';
import { type NewPet, petFieldNames } from '../../domain/pet.ts';
import { performChange, toChange } from '../queue/undo.ts';
import { restText } from '../queue/rest.ts';
import { formFields, formTexts } from '../state/ui-model.ts';
import { anotherLike, doubleOf, formOf, goOnEntering, isNewAnimal, keepDraft, readForm } from './form-state.ts';
import { letGo } from './hold-edited.ts';
import { shortName } from '../../text/hints.ts';
import { isOpen, withRemark } from '../actions/say.ts';

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
    app.model.changeForm({ errors, focus: formFields.find((field) => errors[field] !== undefined) ?? form.focus });
    return;
  }

  const { pet } = read;
  const { editing, from } = form;
  app.model.changeForm({ errors: {}, saving: pet });
  const texts = formTexts(app.model.get());
  performChange(app, async (session) => {
    const { engine, profile } = session;
    const isHeld = await form.holds;
    const saved = await (
      editing === undefined
        ? readRestMs(app).then((restMs) => engine.add(pet, { restMs }))
        : engine.edit(editing, pet, from)
    ).catch((error: unknown) => {
      if (formOf(app)?.saving === pet) {
        app.model.changeForm({ saving: undefined });
        if (error instanceof ActionError && error.problem.code === 'changed_meanwhile') {
          const wayOn = `Esc, then ${keyOf(app, 'edit')}, begins with what it is now.`;
          throw new ActionError({ ...error.problem, message: `${error.message} ${wayOn}` });
        }
      } else if (editing === undefined) {
        // The form was left: the next one of this store begins with it.
        app.workspace.addDraft(profile, texts);
      }

      throw error;
    });
    if (editing === undefined && isOpen(app, session)) {
      app.model.forgetReplaced();
    }

    const { localId } = saved;
    // Whoever settled it meanwhile has the last word.
    const isOurs = isHeld === true && saved.state === 'held';
    const entry = isOurs ? await letGo(app, session, localId).catch(() => saved) : saved;
    const double = doubleOf(app, pet, localId);
    const isShown = formOf(app)?.saving === pet;
    if (isShown) {
      app.model.close();
      goOnEntering(app, isAnother ? { goesOn: anotherLike(pet) } : form, pet);
    }

    const hidden = editing === undefined && isOpen(app, session) ? hiddenText(app, localId) : undefined;
    const remark = [double, hidden].filter((each) => each !== undefined).join(' ') || undefined;

    // A form that was left ended its draft itself; one that was kept since is of another animal.
    if (editing === undefined && (isShown || !isOpen(app, session))) {
      app.workspace.saveDraft(profile, undefined);
    }

    if (isOpen(app, session)) {
      // The next key is about it.
      followAnimal(app, localId);
      if (editing === undefined) {
        // An animal begun meanwhile is another one.
        keepDraft(app);
      }

      app.model.watch(localId);
      // It may have been sent before anybody watched.
      announce(app);
    }

    const text =
      editing === undefined
        ? `Queued as ${localId}: ${shortName(entry.name)}${restText(app, [localId])}`
        : changedText(app, entry, pet);
    const step: QueueStep =
      editing === undefined ? { action: 'restore', localId } : { action: 'edit', localId, pet, ...(from && { from }) };
    return {
      entry,
      text: withRemark(text, remark),
      tone: remark === undefined ? 'good' : 'plain',
      change: toChange(editing === undefined ? 'added' : 'edited', [step]),
    };
  });
}

/** Why an animal that was just added is not among the rows; undefined: it is. */
function hiddenText(app: App, localId: string): string | undefined {
  if (listRows(app).indexOf(localId) !== -1) {
    return undefined;
  }

  return textOf(app, 'filter') === ''
    ? 'This status tab hides it; Tab shows the next.'
    : 'The filter hides it; Esc clears that.';
}

function changedText(app: App, entry: Entry, typed: NewPet): string {
  const { localId, state } = entry;
  const present = wantedOf(entry);
  const others = petFieldNames.filter((field) => present[field] !== typed[field]);
  const kept = keptText(others, present);
  const checked = checkedText(entry);
  if (checked !== undefined) {
    return `${localId} ${shortName(entry.name)} ${checked}${kept}`;
  }

  const held =
    state === 'held' ? `, and still ${heldText(entry)}; ${keyOf(app, 'release')} releases it` : ' and queued again';
  return `${localId} is changed${held}.${kept}`;
}
