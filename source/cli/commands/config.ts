import { chosenProfileName, type Home } from '../../app/home.ts';
import { useProfile } from '../../app/profiles/change-profiles.ts';
import { changeSetting } from '../../app/settings/config-file.ts';
import { settingDefinitions, type SettingName } from '../../app/settings/setting-definitions.ts';
import type { Run } from '../parse/command.ts';
import { wrongUse } from '../run/failure.ts';
import { toTableLines } from '../run/output.ts';
import { readKeyProblem, type Context } from '../run/context.ts';
import { labelsOf, nameCategory } from '../../app/profiles/profiles.ts';
import type { CategoryLabels } from '../../domain/category-labels.ts';
import { compareInt64, type Int64 } from '../../domain/int64.ts';
import { rawInteger } from '../../platform/json/json.ts';
import { readCategoryText } from '../../text/animal/read-category-text.ts';

/** `petstore config list`: the settings, and the places of the files, which need not be there yet. */
export const configList: Run = async (_input, context) => {
  const home = await context.openHome();
  const { settings } = home;
  const items = settings.all.map(({ name, value, source }) => ({ name, value: value ?? null, source }));
  const rows = items.map(({ name, value, source }) => [name, value ?? '', source]);
  const meanings = settingDefinitions.map(({ summary }) => summary);
  const { folders, configFile, log } = home;
  const paths = {
    config: configFile.path,
    data: folders.data,
    state: folders.state,
    log: log.path,
  };
  const titles = ['NAME', 'VALUE', 'FROM', 'MEANING'];
  const table = rows.map((row, index) => [...row, meanings[index] ?? '']);
  const places = Object.entries(paths).map(([name, path]) => `${name.padEnd(8)} ${path}`);
  await context.output.print({
    json: { settings: items, paths },
    screen: { lines: [...toTableLines(titles, table, 3, context.terminal.columns), '', ...places] },
    tsv: [...rows, ...Object.entries(paths).map((path) => [...path, 'file'])],
  });
  context.output.warn(...[(await readKeyProblem(home)) ?? []].flat());
};

/** `petstore config set`: in the configuration file only; tells where another value still wins. */
export const configSet: Run = async (input, context) => {
  // The table lets no other name through.
  const [name, value = ''] = input.arguments as [SettingName, string?];
  const home = await context.openHome();
  await (name === 'profile' && value !== 'default'
    ? useProfile(home, value)
    : changeSetting(home, name, value === 'default' ? undefined : value));
  const { settings } = await home.reload();
  const now = settings.all.find((setting) => setting.name === name);
  await context.output.print({
    json: { name, value: now?.value ?? null, source: now?.source },
    tsv: [[name, now?.value ?? '']],
  });
  context.output.say(`${name} is ${now?.value ?? 'not set'} (${now?.source ?? 'default'}).`);
};

/** `petstore config category`: lists the names; with a category and a name gives it that. */
export const configCategory: Run<'remove'> = async (input, context) => {
  const [typed, label] = input.arguments;
  const home = await context.openHome();
  const labels = labelsOf(home.config, chosenProfileName(home));
  if (typed === undefined) {
    if (input.has('remove')) {
      throw wrongUse('Say which category is to lose its name: `petstore config category 3 --remove`.');
    }

    await listNames(labels, context);
    return;
  }

  const read = readCategoryText(typed, labels);
  if ('problem' in read) {
    throw wrongUse(`${read.problem} Nothing was saved.`);
  }

  if ((label === undefined) !== input.has('remove')) {
    throw wrongUse(
      'Give the new name of the category, or --remove, which takes its name away. `petstore config category` lists ' +
        'all names. Nothing was saved.',
    );
  }

  await changeName(read.id, label, home, context);
};

async function listNames(labels: CategoryLabels, { output }: Context): Promise<void> {
  const rows = (Object.entries(labels) as [Int64, string][]).sort(([a], [b]) => compareInt64(a, b));
  await output.print({
    json: { categories: rows.map(([id, name]) => toWire(id, name)) },
    screen: { titles: ['CATEGORY', 'NAME'], rows, flexible: 1 },
  });
  if (rows.length === 0) {
    output.say('No category has a name. `petstore config category 3 Dogs` gives one.');
  }
}

async function changeName(category: Int64, label: string | undefined, home: Home, { output }: Context): Promise<void> {
  const profile = chosenProfileName(home);
  const hadName = labelsOf(home.config, profile)[category] !== undefined;
  await nameCategory(home.configFile, profile, category, label);
  const now = labelsOf((await home.reload()).config, profile)[category];
  await output.print({
    json: toWire(category, now),
    tsv: [[category, now ?? '']],
  });
  const unnamed = hadName ? 'has no name any more' : 'had no name';
  const hasSeveral = Object.keys(home.config.profiles ?? {}).length > 1;
  const scope = hasSeveral || home.flags.profile !== undefined ? ' Names hold for every store.' : '';
  output.say(`Category ${category} ${now === undefined ? unnamed : `is ${now}`}.${scope}`);
}

const toWire = (id: Int64, name: string | undefined): object => ({ id: rawInteger(id), name: name ?? null });
