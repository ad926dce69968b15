/** `E`: one field of all that is marked, or of the animal under the cursor. */
import { wantedOf } from '../../domain/entry.js';
import { orText } from '../../domain/or-text.js';
import { type AnyPetField, petFieldList, pickPet } from '../../domain/pet.js';
import { checkField } from '../../domain/pet/check-pet.js';
import { mistakeText } from '../../domain/pet/mistake-text.js';
import { countText } from '../../text/count-text.js';
import { refusalText } from '../../text/queue/short-reason.js';
import { askForText } from '../actions/ask.js';
import { animalAtCursor } from '../actions/cursor.js';
import { refuse, say } from '../actions/say.js';
import type { App } from '../app-context.js';
import { readTypedCategory } from './form-state.js';
import { lineText } from '../input/line.js';
import { hasMarks, markedAnimals } from '../marks/marks.js';
import { askAbout } from '../queue/change-queue.js';

const fields = orText(petFieldList.map(({ word }) => word));

/** Asks for the field and its value in one line. Without marks, the animal under the cursor is marked. */
export function askForField(app: App): void {
  const key = animalAtCursor(app)?.key;
  if (!hasMarks(app)) {
    if (key === undefined) {
      return;
    }

    app.model.dispatch({ type: 'marked', marks: new Set([key]), range: undefined });
  }

  const { entries } = markedAnimals(app);
  if (entries.length === 0) {
    say(app, 'Only queued animals can be changed; the marked ones are on the store.');
    return;
  }

  const reasons = [...new Set(entries.flatMap((entry) => refusalText(entry)?.replace(/[.]$/u, '') ?? []))];
  const reason = `refused: ${reasons.join('; ')}`;
  askForText(app, reasons.length === 0 ? { kind: 'field' } : { kind: 'field', reason, problem: reason });
}

/** The words before the cursor of that line. */
export function fieldLabel(app: App): string {
  const { entries, petIds } = markedAnimals(app);
  return `Field and value for ${countText(entries.length + petIds.length, 'animal')} (category 3): `;
}

/** Enter: asks once, with both numbers, before anything is changed. */
export function readField(app: App): void {
  const [, typed = '', value = ''] = /^(\S*)\s*(.*)$/su.exec(lineText(app.model.get().fields.field).trim()) ?? [];
  const [declared, second] =
    typed === '' ? [] : petFieldList.filter(({ word }) => word.startsWith(typed.toLowerCase()));
  if (!declared || second) {
    refuse(app, `First the field, ${fields}, then a space and its new value, as in "category 3".`);
    return;
  }

  const checked = checkField(declared, toValue(app, declared, value), 'text');
  if ('mistake' in checked) {
    const why = mistakeText({ field: declared.field, mistake: checked.mistake });
    refuse(app, `${declared.word} cannot be that: ${why}.`);
    return;
  }

  const shown = checked.value === undefined ? 'none' : value.trim();
  askAbout(
    app,
    'edit',
    (animals) => `Change ${declared.word} to ${shown} in ${animals}?`,
    (entry) => ({
      action: 'edit',
      localId: entry.localId,
      pet: pickPet({ ...wantedOf(entry), [declared.field]: checked.value }),
    }),
  );
  if (app.model.get().prompt?.kind === 'field') {
    app.model.dispatch({ type: 'answered' });
  }
}

/** `none` takes an optional choice away; a category may be typed by its name. */
function toValue(app: App, { field, isOptional, kind }: AnyPetField, value: string): string | undefined {
  if (isOptional && kind.type === 'choice' && value.trim().toLowerCase() === 'none') {
    return undefined;
  }

  return field === 'categoryId' ? (readTypedCategory(app, value) ?? value) : value;
}
