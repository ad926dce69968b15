import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { askForText, setText } from '../actions/ask.js';
import { perform, refuse, say } from '../actions/say.js';
import { openProfile } from '../actions/session.js';

/** Asks for the key of the open store. */
export function askForKey(app: App): void {
  if (!app.model.get().session) {
    say(app, 'No store is open, so there is nothing to enter a key for.', 'bad');
    return;
  }

  askForText(app, { kind: 'api-key' });
}

/**
 * Saves the key that was typed and opens the store anew with it, which ends the prompt. It leaves the field at once.
 */
export function saveKey(app: App): void {
  const { session, fields } = app.model.get();
  const key = lineText(fields['api-key']).trim();
  setText(app, 'api-key', '');
  if (!session || key === '') {
    refuse(app, 'Type or paste the key first; Esc leaves everything as it is.');
    return;
  }

  perform(app, async () => {
    const wrong = await app.workspace.saveKey(session.profile.name, key);
    if (wrong) {
      // A person who has moved on meanwhile is told on the message line.
      if (app.model.get().prompt?.kind === 'api-key') {
        refuse(app, wrong.message);
      } else {
        say(app, wrong.message, 'bad');
      }

      return undefined;
    }

    openProfile(app, session.profile.name);
    return 'The key is saved.';
  });
}
