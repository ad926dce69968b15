import type { Home } from '../../app/home.js';
import { isIgnored, settingDefinitions } from '../../app/settings/setting-definitions.js';

/** What of a person's own keys, views and looks is ignored, in sentences with their lines. The key table is loaded only where there is something to hold against it. */
export async function readIgnored(home: Pick<Home, 'config' | 'configFile'>): Promise<readonly string[]> {
  const { config } = home;
  const mayBe = config.keys !== undefined || config.views !== undefined || settingDefinitions.some((definition) => isIgnored(definition, config[definition.field]));
  return !mayBe ? [] : (await (await import('../help/help-keys.js')).readOwn(home)).problems;
}
