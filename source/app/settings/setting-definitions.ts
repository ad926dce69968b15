import { formatDuration, parseDuration } from '../../domain/duration.ts';
import type { Environment } from '../../platform/process/environment.ts';
import { orText } from '../../domain/pet.ts';
import { longestRestMs } from '../../domain/waits.ts';
import type { Problem } from '../../domain/problem.ts';

/** The values of the command line. */
export type FlagSettings = {
  readonly profile: string | undefined;
  readonly noColor: boolean;
};

/** A value and its source. */
type Given = { readonly value: string | undefined; readonly source: string };

type Declaration = {
  readonly name: string;
  /** Absent: one of the choices or, without any, a text. */
  readonly kind?: 'switch' | 'duration';
  readonly choices?: readonly string[];
  readonly summary: string;
  readonly fallback?: string;
  /** The shortest and the longest length of time, in milliseconds. Absent: above 0, and at most a day. */
  readonly range?: readonly [least: number, most: number];
  /** What flags and environment say, the strongest first. Absent: neither sets it. */
  given?(flags: FlagSettings, environment: Environment): readonly Given[];
};

/** Where `auth login` saves a key. */
export const keyStores = ['auto', 'keychain', 'file'] as const;
/** One of them. */
export type KeyPlace = (typeof keyStores)[number];

/** What leaving the app does with animals that were just entered: they stay queued, or are sent at once. */
export const quitChoices = ['keep', 'send'] as const;

/**
 * How the app looks: `16` keeps to the colours that every terminal has, `high-contrast` has neither hues nor faint text,
 * `none` is the look that NO_COLOR asks for.
 */
export const themes = ['auto', 'dark', 'light', 'high-contrast', '16', 'none'] as const;
/** How the app looks. */
export type ThemeName = (typeof themes)[number];

/** What signs are drawn with. `auto`: ASCII if the terminal is not known to have more. */
export const glyphChoices = ['auto', 'unicode', 'ascii'] as const;

const declared = [
  {
    name: 'profile',
    summary: 'the store in use',
    given: (flags, environment) => [
      { value: flags.profile, source: '--profile' },
      { value: environment.profile, source: 'PETSTORE_PROFILE' },
      { value: environment.baseUrl === undefined ? undefined : 'env', source: 'PETSTORE_BASE_URL' },
    ],
  },
  duration('timeout', 'how long one request may take', '30s'),
  duration('settle', 'how long a lost request may still take effect', '60s'),
  duration('refresh', 'how often a list without change links is read', '60s'),
  {
    name: 'rest',
    kind: 'duration',
    range: [0, longestRestMs],
    summary: 'how long a new animal rests before it is sent: 0s to 60s',
    fallback: '5s',
  },
  {
    name: 'on-quit',
    choices: quitChoices,
    summary: 'what leaving does with animals not sent yet: keep or send',
    fallback: 'keep',
  },
  { name: 'mouse', kind: 'switch', summary: 'clicks and the wheel in the app', fallback: 'on' },
  {
    name: 'screen-reader',
    kind: 'switch',
    summary: 'output for screen readers',
    fallback: 'off',
    given: (_flags, { accessible }) => [{ value: accessible ? 'on' : undefined, source: 'ACCESSIBLE' }],
  },
  {
    name: 'theme',
    choices: themes,
    summary: 'colours of the app: auto, dark, light, high-contrast, 16 or none',
    fallback: 'auto',
    given: (flags, { noColor }) => [
      { value: flags.noColor ? 'none' : undefined, source: '--no-color' },
      { value: noColor ? 'none' : undefined, source: 'NO_COLOR' },
    ],
  },
  {
    name: 'glyphs',
    choices: glyphChoices,
    summary: 'glyphs in the app: auto, unicode or ascii',
    fallback: 'auto',
  },
  {
    name: 'key-store',
    choices: keyStores,
    summary: 'where `auth login` saves the key: keychain, file or auto',
    fallback: 'auto',
  },
] as const satisfies readonly Declaration[];

/** A setting's name for `petstore config`. */
export type SettingName = (typeof declared)[number]['name'];

/** A setting: its sources, its values, its default. `field`: its name in the file, as `keyStore`. */
export type Definition = Declaration & { readonly name: SettingName; readonly field: string };

/** Every setting there is. Values are text as a person writes them: `2s`, `on`, a name. */
export const settingDefinitions: readonly Definition[] = declared.map((each) => ({
  ...each,
  field: each.name.replace(/-./u, (start) => start.slice(1).toUpperCase()),
}));

const shellOnly: readonly SettingName[] = ['profile', 'timeout', 'settle', 'key-store'];

/** Those that the screens change too, by the name that each has there: a length of time is `restMs`. */
export const screenSettings = Object.fromEntries(
  settingDefinitions
    .filter(({ name }) => !shellOnly.includes(name))
    .map((definition) => [`${definition.field}${definition.kind === 'duration' ? 'Ms' : ''}`, definition]),
) as Readonly<Record<keyof Settings['onScreen'], Definition>>;

/** Of these the ones that hold from the next start of the app on. */
export const nextStartSettings: readonly (keyof Settings['onScreen'])[] = ['screenReader', 'refreshMs'];

function duration<const Name extends 'timeout' | 'settle' | 'refresh'>(name: Name, summary: string, fallback: string) {
  const source = `PETSTORE_${name.toUpperCase()}`;
  const given = (_flags: FlagSettings, environment: Environment) => [{ value: environment[name], source }];
  return { name, kind: 'duration', summary, fallback, given } as const;
}

/** A value as a person writes it; a number is milliseconds. */
export function settingText(value: string | number | boolean): string {
  if (typeof value === 'boolean') {
    return value ? 'on' : 'off';
  }

  return typeof value === 'number' ? formatDuration(value) : value;
}

const dayMs = 24 * 60 * 60_000;

/** The value in its usual form. Throws a `SettingsError` that starts with `where` for an invalid one. */
export function checkSetting(
  { kind, choices = [], range = [1, dayMs] }: Definition,
  value: string,
  where: string,
): string {
  const allowed = kind === 'switch' ? ['on', 'off'] : choices;
  if (allowed.length > 0 && !allowed.includes(value)) {
    const not = allowed.length === 2 ? 'neither' : 'not one of them';
    throw new SettingsError(`${where} must be ${orText(allowed)}; "${value}" is ${not}.`, 'bad_setting');
  }

  if (kind !== 'duration') {
    return value;
  }

  const ms = value.trim() === '0' ? 0 : parseDuration(value);
  const [least, most] = range;
  // A time limit of zero would let no request through, an interval of zero would never stop asking. A settle time
  // of zero would take animals on their way for lost, and send them twice.
  if (ms === undefined || ms < least || ms > most) {
    const bounds = `${least === 0 ? 'from 0' : 'above 0'} and at most ${formatDuration(most)}`;
    throw new SettingsError(
      `${where} must be a length of time such as 500ms, 2s or 5m, ${bounds}; "${value}" is not. ` +
        'Nothing was saved or sent.',
      'bad_duration',
    );
  }

  return formatDuration(ms);
}

type Setting = { readonly name: SettingName; readonly value: string | undefined; readonly source: string };

/** Every setting, and the ones that the program works with in their own types. */
export type Settings = Readonly<ReturnType<typeof resolveSettings>>;

/** Throws a `SettingsError` for an invalid value, with its place. */
export function resolveSettings(
  flags: FlagSettings,
  environment: Environment,
  config: Readonly<Record<string, unknown>>,
  configPath: string,
) {
  const all = settingDefinitions.map((definition): Setting => {
    const { name, field, fallback } = definition;
    const written = config[field] as string | boolean | undefined;
    const candidates: readonly Given[] = [
      ...(definition.given?.(flags, environment) ?? []),
      { value: written === undefined ? undefined : settingText(written), source: 'configuration file' },
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
    all,
    profile: find('profile'),
    timeoutMs: ms('timeout'),
    settleMs: ms('settle'),
    keyStore: find('key-store').value as KeyPlace,
    /** Those that a person changes on the screen. */
    onScreen: {
      refreshMs: ms('refresh'),
      restMs: ms('rest'),
      onQuit: find('on-quit').value as (typeof quitChoices)[number],
      mouse: isOn('mouse'),
      screenReader: isOn('screen-reader'),
      theme: find('theme').value as ThemeName,
      glyphs: find('glyphs').value as (typeof glyphChoices)[number],
    } as const,
  };
}

/** A flag, a variable or the configuration cannot be used as it was written. The command had no effect. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problem: Problem;

  constructor(message: string, code = 'settings') {
    super(message);
    this.problem = { code, message };
  }
}
