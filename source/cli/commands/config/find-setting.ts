import { settingDefinitions } from '../../../app/settings/setting-definitions.js';
import { wrongUse } from '../../run/failure.js';
import { suggest } from '../../parse/suggest.js';

/** A setting's definition by its name; throws where there is none. */
export function findSetting(name: string): (typeof settingDefinitions)[number] {
  const found = settingDefinitions.find((definition) => definition.name === name);
  if (!found) {
    const names = settingDefinitions.map((definition) => definition.name);
    const near = suggest(name, names);
    throw wrongUse(`There is no setting "${name}". ${near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean "${near}"?`}`);
  }

  return found;
}
