import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { perform, say } from './say.js';
import { openProfile } from './session.js';

/** Asks for the key of the open store. */
export function askForKey(app: App): void {
  app.store.dispatch({ type: 'edited', field: 'api-key', edit: { op: 'set', text: '' } });
  app.store.dispatch({ type: 'asked', prompt: { kind: 'api-key' } });
}

/** Saves the key that was typed and opens the store anew with it. It leaves the field at once. */
export function saveKey(app: App): void {
  const { session, fields } = app.store.get();
  const key = lineText(fields['api-key']).trim();
  app.store.dispatch({ type: 'edited', field: 'api-key', edit: { op: 'set', text: '' } });
  app.store.dispatch({ type: 'answered' });
  if (!session || key === '') {
    return;
  }

  perform(app, async () => {
    const wrong = await app.workspace.saveKey(session.profile.name, key);
    if (wrong) {
      say(app, wrong.message, 'bad');
      return undefined;
    }

    openProfile(app, session.profile.name);
    return 'The key is saved.';
  });
}
