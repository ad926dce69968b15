import type { Home } from '../../app/home.js';
import { hasPreferences } from '../../app/preferences/preferences.js';

/**
 * What of a person's own keys, views, looks and terminal is ignored, in sentences with their lines. The key table is
 * loaded only if there is something to hold against it.
 */
export async function readIgnored(home: Pick<Home, 'config' | 'configFile'>): Promise<readonly string[]> {
  return hasPreferences(home.config) ? (await (await import('../help/help-keys.js')).readOwn(home)).problems : [];
}
