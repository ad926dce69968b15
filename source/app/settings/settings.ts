/** Settings: flag before environment before configuration file before default, each value with its source. */
import { parseDuration } from '../../platform/time/clock.js';
import type { Environment } from '../../platform/process/environment.js';
import type { Config, ConfigFile } from './config-file.js';
import {
  checkSetting,
  type Definition,
  type FlagSettings,
  type Given,
  type GlyphChoice,
  isIgnored,
  type KeyPlace,
  type PaneSide,
  settingDefinitions,
  type SettingName,
  type ThemeName,
} from './setting-definitions.js';

/** A setting's value as text, and its source in words, such as `default` or `PETSTORE_TIMEOUT`. */
type Setting = { readonly name: SettingName; readonly value: string | undefined; readonly source: string };

/** Every setting, and the ones that the program works with in their own types. */
export type Settings = Readonly<ReturnType<typeof resolveSettings>>;

/** Throws a `SettingsError` for an invalid value, with its place. */
export function resolveSettings(flags: FlagSettings, environment: Environment, config: Config, configPath: string) {
  const all = settingDefinitions.map((definition): Setting => {
    const { name, field, fallback } = definition;
    // An invalid choice is told by `app/preferences/`.
    const written = isIgnored(definition, config[field]) ? undefined : (config[field] as string | boolean | undefined);
    const candidates: readonly Given[] = [
      ...(definition.given?.(flags, environment) ?? []),
      { value: typeof written === 'boolean' ? toSwitch(written) : written, source: 'configuration file' },
      { value: fallback, source: 'default' },
    ];
    const { value, source } = candidates.find((candidate) => candidate.value !== undefined) ?? { source: 'default' };
    const where = source === 'configuration file' ? `"${field}" in ${configPath}` : source;
    return { name, value: value === undefined ? undefined : checkSetting(definition, value, where), source };
  });
  const find = (name: SettingName): Setting => all.find((setting) => setting.name === name) as Setting;
  const ms = (name: SettingName) => parseDuration(find(name).value ?? '') ?? 0;
  const isOn = (name: SettingName) => find(name).value === 'on';
  return {
    all: all,
    profile: find('profile'),
    timeoutMs: ms('timeout'),
    settleMs: ms('settle'),
    keyStore: find('key-store').value as KeyPlace,
    /** Those that a person changes on the screen. */
    onScreen: {
      refreshMs: ms('refresh'),
      colour: isOn('colour'),
      motion: isOn('motion'),
      mouse: isOn('mouse'),
      screenReader: isOn('screen-reader'),
      theme: find('theme').value as ThemeName,
      glyphs: find('glyphs').value as GlyphChoice,
      pane: find('pane').value as PaneSide,
    } as const,
  };
}

function toSwitch(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

/** Writes a setting to the configuration file, or removes it there. Throws a `SettingsError` for an invalid value. */
export async function changeSetting(
  { configFile }: { readonly configFile: ConfigFile },
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
