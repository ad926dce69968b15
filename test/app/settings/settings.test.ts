import test from 'ava';
import { resolveSettings as resolve } from '../../../source/app/settings/setting-definitions.ts';
import { readEnvironment } from '../../../source/platform/process/environment.ts';

const noFlags = { profile: undefined, noColor: false };
const resolveSettings = (
  flags: Parameters<typeof resolve>[0],
  environment: Parameters<typeof resolve>[1],
  config: Parameters<typeof resolve>[2],
) => resolve(flags, environment, config, '/home/ada/config.json');
const sourceOf = (settings: ReturnType<typeof resolve>, name: string) =>
  settings.all.find((setting) => setting.name === name)?.source;

test('a flag wins over the environment, that over the configuration, that over the default', (t) => {
  const nothing = readEnvironment({});
  t.like(resolveSettings(noFlags, nothing, {}), {
    timeoutMs: 30_000,
    settleMs: 60_000,
    onScreen: { refreshMs: 60_000, theme: 'auto', mouse: true, screenReader: false },
  });
  const config = { timeout: '5s', theme: 'light', screenReader: true, profile: 'a' };
  t.like(resolveSettings(noFlags, nothing, config), {
    timeoutMs: 5000,
    onScreen: { theme: 'light', screenReader: true },
    profile: { value: 'a', source: 'configuration file' },
  });
  const environment = readEnvironment({
    PETSTORE_TIMEOUT: '2s',
    PETSTORE_PROFILE: 'b',
    PETSTORE_BASE_URL: 'x',
    NO_COLOR: '1',
    ACCESSIBLE: '1',
  });
  const settings = resolveSettings(noFlags, environment, { timeout: '5s', theme: 'light', profile: 'a' });
  t.like(settings, {
    timeoutMs: 2000,
    onScreen: { theme: 'none', screenReader: true },
    profile: { value: 'b', source: 'PETSTORE_PROFILE' },
  });
  t.is(sourceOf(settings, 'theme'), 'NO_COLOR');
  const flagged = resolveSettings({ profile: 'c', noColor: true }, environment, {});
  t.like(flagged.profile, { value: 'c', source: '--profile' });
  t.is(sourceOf(flagged, 'theme'), '--no-color');
  t.is(sourceOf(flagged, 'screen-reader'), 'ACCESSIBLE');
});

test('over SSH the pieces of a key are given more time', (t) => {
  t.is(readEnvironment({}).escapeMs, 50);
  t.is(readEnvironment({ SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }).escapeMs, 200);
  t.is(readEnvironment({ SSH_TTY: '/dev/pts/3' }).escapeMs, 200);
});

test('an empty variable counts as unset', (t) => {
  const environment = readEnvironment({
    PETSTORE_TIMEOUT: '',
    NO_COLOR: '',
    ACCESSIBLE: '0',
    PETSTORE_PROFILE: '',
    PETSTORE_BASE_URL: '',
  });
  t.like(resolveSettings(noFlags, environment, {}), {
    timeoutMs: 30_000,
    onScreen: { theme: 'auto', screenReader: false },
    profile: { value: undefined },
  });
});
