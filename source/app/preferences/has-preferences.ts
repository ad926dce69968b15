import type { Config } from '../settings/parse-config.js';
import { isIgnored, settingDefinitions } from '../settings/setting-definitions.js';

/**
 * Whether the configuration holds anything of which a part may be told and ignored. If it does not, neither the key
 * table nor the file's text is needed.
 */
export function hasPreferences(config: Config): boolean {
  return (
    [config.keys, config.views, config.terminal].some((section) => section !== undefined) ||
    settingDefinitions.some((definition) => isIgnored(definition, config[definition.field]))
  );
}
