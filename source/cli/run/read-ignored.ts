import type { Home } from '../../app/home.js';

/** What of a person's own keys and views is ignored, in sentences with their lines. The key table is loaded only where there is something to hold against it. */
export async function readIgnored(home: Pick<Home, 'config' | 'configFile'>): Promise<readonly string[]> {
  return home.config.keys === undefined && home.config.views === undefined ? [] : (await (await import('../help/help-keys.js')).readOwn(home)).problems;
}
