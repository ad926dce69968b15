import { join } from 'node:path';
import { requireProfile, storeFolderOf } from '../../app/home.js';
import { useProfile } from '../../app/profiles/change-profiles.js';
import { changeSetting } from '../../app/settings/change-setting.js';
import { settingDefinitions } from '../../app/settings/setting-definitions.js';
import { toStorageError } from '../../local/documents/storage-error.js';
import { createListCache } from '../../local/list-cache.js';
import { unlessErrno } from '../../platform/files/errno.js';
import { frameName } from '../../platform/frame/kept-frame.js';
import type { Run } from '../parse/command.js';
import { suggest } from '../../text/suggest.js';
import { exitCode, wrongUse } from '../run/failures/failure.js';
import { readIgnored } from '../run/read-ignored.js';

/** `petstore config list`. */
export const configList: Run = async (_input, context) => {
  const home = await context.openHome();
  const { settings } = home;
  const items = settings.all.map(({ name, value, source }) => ({ name, value: value ?? null, source }));
  const titles = ['NAME', 'VALUE', 'FROM', 'MEANING'];
  const meaningOf = (name: string) => settingDefinitions.find((definition) => definition.name === name)?.summary ?? '';
  await context.output.print({
    json: { settings: items },
    items,
    screen: {
      titles,
      rows: items.map(({ name, value, source }) => [name, value ?? '', source, meaningOf(name)]),
      flexible: 3,
    },
    rows: {
      titles: ['name', 'value', 'source'],
      rows: items.map(({ name, value, source }) => [name, value ?? '', source]),
    },
  });
  for (const ignored of await readIgnored(home)) {
    context.output.warn(ignored);
  }
};

/** `petstore config get`: the value alone; its source is in the JSON and with --verbose. */
export const configGet: Run = async (input, context) => {
  const { name } = findSetting(input.arguments[0] ?? '');
  const { settings } = await context.openHome();
  const { value = '', source = 'default' } = settings.all.find((setting) => setting.name === name) ?? {};
  await context.output.print({
    json: { name, value: value === '' ? null : value, source },
    screen: { lines: [value] },
  });
  context.output.detail(`From: ${source}.`);
};

/** `petstore config set`: in the configuration file only; tells where another value still wins. */
export const configSet: Run = async (input, context) => {
  const [asked = '', value = ''] = input.arguments;
  const { name } = findSetting(asked);
  const home = await context.openHome();
  await (name === 'profile' && value !== 'default'
    ? useProfile(home, value)
    : changeSetting(home, name, value === 'default' ? undefined : value));
  const { settings } = await home.reload();
  const now = settings.all.find((setting) => setting.name === name);
  await context.output.print({
    json: { name, value: now?.value ?? null, source: now?.source },
    rows: { titles: ['name', 'value'], rows: [[name, now?.value ?? '']] },
  });
  context.output.say(`${name} is ${now?.value ?? 'not set'} (${now?.source ?? 'default'}).`);
};

/** `petstore config path`: the folders need not be there yet. A single one is printed as it is, for scripts. */
export const configPath: Run = async (input, context) => {
  const { folders, marks, configFile, log } = await context.openHome();
  const paths = {
    config: configFile.path,
    data: folders.data,
    state: folders.state,
    marks: marks?.folder ?? 'off',
    log: log.path,
  };
  const [what] = input.arguments as readonly [(keyof typeof paths)?];
  if (what !== undefined) {
    await context.output.printText(paths[what], { what, path: paths[what] });
    return exitCode.done;
  }

  const rows = Object.entries(paths);
  await context.output.print({
    json: { paths },
    screen: { titles: ['WHAT', 'PATH'], rows, flexible: 1 },
    rows: { titles: ['what', 'path'], rows },
  });
  return exitCode.done;
};

/** `petstore cache clear`: removes the data that can be fetched again, never an entered animal. */
export const cacheClear: Run = async (_input, context) => {
  const home = await context.openHome();
  const profile = requireProfile(home);
  const cache = createListCache(home.fileSystem, storeFolderOf(home, profile));
  await cache.clear().catch((error: unknown) => {
    throw toStorageError('The saved copy was not removed', cache.path, error);
  });
  // Some of its animals stand in there.
  await unlessErrno(home.fileSystem.remove(join(home.folders.state, frameName)), 'ENOENT', 'ENOTDIR');
  await context.output.print({ json: { cleared: cache.path }, rows: { titles: ['cleared'], rows: [[cache.path]] } });
  context.output.say(`The saved copy of ${profile.name} is removed. Queued animals are kept.`);
};

/** A setting's definition by its name; throws for an unknown name. */
function findSetting(name: string): (typeof settingDefinitions)[number] {
  const found = settingDefinitions.find((definition) => definition.name === name);
  if (!found) {
    const names = settingDefinitions.map((definition) => definition.name);
    const near = suggest(name, names);
    throw wrongUse(
      `There is no setting "${name}". ` +
        (near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean "${near}"?`),
    );
  }

  return found;
}
