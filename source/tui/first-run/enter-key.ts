import { testConnection } from '../actions/ask-store.ts';
import { perform, refuse, say } from '../actions/say.ts';
import { openProfile } from '../actions/session.ts';
import { type App, textOf } from '../app-context.ts';

/** Asks for the key of the open store. */
export function askForKey(app: App): void {
  if (app.model.get().session) {
    app.model.ask({ kind: 'api-key' }, '');
  } else {
    say(app, 'No store is open that a key could be for.', 'bad');
  }
}

/** Saves the typed key and opens the store anew with it, which ends the prompt. It leaves the field at once. */
export function saveKey(app: App): void {
  const { session } = app.model.get();
  const key = textOf(app, 'api-key').trim();
  app.model.write('api-key', '');
  if (!session || key === '') {
    refuse(app, 'Type or paste the key first; Esc leaves everything as it is.');
    return;
  }

  perform(app, async () => {
    const wrong = await app.workspace.saveKey(session.profile.name, key);
    if (!wrong) {
      openProfile(app, session.profile.name);
      await app.opening.current;
      testConnection(app, 'The key is saved. ');
      return undefined;
    }

    // A person who has moved on meanwhile is told on the message line.
    if (app.model.get().prompt?.kind !== 'api-key') {
      return { text: wrong.message, tone: 'bad' };
    }

    refuse(app, wrong.message);
    return undefined;
  });
}
