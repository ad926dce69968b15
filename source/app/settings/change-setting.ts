import type { Home } from '../home.js';
import { checkSetting, type Definition, type SettingName, settingDefinitions } from './setting-definitions.js';

/** Writes a setting to the configuration file, or removes it there. Throws a `SettingsError` for an invalid value. */
export async function changeSetting(
  { configFile }: Pick<Home, 'configFile'>,
  name: SettingName,
  value: string | undefined,
): Promise<void> {
  const definition = settingDefinitions.find((each) => each.name === name) as Definition;
  const checked = value === undefined ? undefined : checkSetting(definition, value, name);
  const { field, kind } = definition;
  await configFile.update(({ [field]: _before, ...others }) =>
    checked === undefined ? others : { ...others, [field]: kind === 'switch' ? checked === 'on' : checked },
  );
}
