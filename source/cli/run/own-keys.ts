import type { Home } from '../../app/home.js';
import { readPreferences } from '../../app/preferences/preferences.js';
import { keyTable } from '../../tui/keys/keymap.js';

/** What of a person's own keys and looks is ignored, and why. */
export async function findIgnored(home: Pick<Home, 'config' | 'configFile'>): Promise<readonly string[]> {
  return (await readPreferences(home, keyTable)).problems;
}
