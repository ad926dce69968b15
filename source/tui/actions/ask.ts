import type { App } from '../app-context.js';
import type { ConfirmedAction, TypedPrompt } from '../state/prompt.js';
import type { FieldName } from '../state/ui-state.js';

/** Puts a text into a field, in place of the one that is there. */
export function setText(app: App, field: FieldName, text: string): void {
  app.model.dispatch({ type: 'edited', field, edit: { op: 'set', text } });
}

/** Asks for a line of text; `text` stands there at first. */
export function askForText(app: App, prompt: TypedPrompt, text = ''): void {
  setText(app, prompt.kind, text);
  app.model.dispatch({ type: 'asked', prompt });
}

/** Asks a question for yes or no. `names`: the same question with the names of its animals. */
export function askWhether(app: App, question: string, action: ConfirmedAction, names?: string): void {
  app.model.dispatch({ type: 'asked', prompt: { kind: 'confirm', question, action, names, at: app.now() } });
}
