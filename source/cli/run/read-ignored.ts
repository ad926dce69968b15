import type { Home } from '../../app/home.js';
import { hasPreferences } from '../../app/preferences/preferences.js';

/** What of a person's own keys, views and looks is ignored. Loads the key table only if there are some. */
export async function readIgnored(home: Pick<Home, 'config' | 'configFile'>): Promise<readonly string[]> {
  return hasPreferences(home.config) ? (await (await import('../help/help-keys.js')).readOwn(home)).problems : [];
}
