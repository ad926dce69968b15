import { findLabelMistake } from '../../domain/label-mistake.js';
import { type Int64, parseInt64 } from '../../domain/int64.js';
import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { askForText, perform, refuse } from '../actions/say.js';

/** Asks for a category's name; without a category, for both. */
export function askForLabel(app: App, category?: string): void {
  const present = category === undefined ? undefined : app.model.get().settings.categoryLabels[category as Int64];
  askForText(app, { kind: 'label', ...(category === undefined ? {} : { category }) }, present);
}

/** Names a category: `Dogs` for the row it was asked for, or `3 Dogs`. An empty name takes the label away. */
export function saveLabel(app: App): void {
  const { prompt, fields, settings, session } = app.model.get();
  if (prompt?.kind !== 'label') {
    return;
  }

  const typed = lineText(fields.label).trim();
  const [, number = prompt.category ?? '', label = typed] =
    prompt.category === undefined ? (/^(\d+(?=\p{L})|\S+)\s*(.*)$/u.exec(typed) ?? []) : [];
  const category = parseInt64(number);
  if (category === undefined) {
    refuse(app, 'First the category, a whole number, then a space and its name, as in "3 Dogs".');
    return;
  }

  if (label === '' && prompt.category === undefined) {
    refuse(app, `The name is missing: type it after the number, as in "${category} Dogs".`);
    return;
  }

  const mistake = label === '' ? undefined : findLabelMistake(category, label, settings.categoryLabels);
  if (mistake !== undefined) {
    refuse(app, mistake);
    return;
  }

  app.model.answer();
  perform(app, async () => {
    const labels = await app.workspace.nameCategory(session?.profile.name, category, label === '' ? undefined : label);
    app.model.set({ settings: { ...app.model.get().settings, categoryLabels: labels } });
    const now = labels[category];
    if (now === undefined) {
      return `Category ${category} has no name any more.`;
    }

    return label === ''
      ? `Category ${category} is ${now} again, as the built-in store calls it.`
      : `Category ${category} is ${now}.`;
  });
}
