import type { UiSettings } from '../../app/workspace.js';
import type { App } from '../app-context.js';
import { perform } from './say.js';

/** Changes a setting at once, and in the configuration. `says`: the message once it is kept there. */
export function keepSetting<Name extends Parameters<App['workspace']['saveSetting']>[0]>(
  app: App,
  name: Name,
  value: UiSettings[Name],
  says?: string,
): void {
  app.model.dispatch({ type: 'settings-changed', settings: { ...app.model.get().settings, [name]: value } });
  perform(app, async () => {
    await app.workspace.saveSetting(name, value);
    return says;
  });
}
