import { chosenProfileName, type Home } from '../../app/home.js';
import { labelsOf, nameCategory } from '../../app/settings/labels.js';
import type { CategoryLabels } from '../../domain/category-labels.js';
import { compareInt64, type Int64, parseInt64 } from '../../domain/int64.js';
import { rawInteger } from '../../platform/json/json.js';
import { readCategoryText } from '../../text/animal/read-category-text.js';
import { shortName } from '../../text/animal/short-name.js';
import type { Run } from '../parse/command.js';
import type { Context } from '../run/context.js';
import { exitCode, Failure, wrongUse } from '../run/failures/failure.js';

/** `petstore config category`: lists the names; with a category tells its name, and with a name gives it. */
export const configCategory: Run<'remove'> = async (input, context) => {
  const [typed, label] = input.arguments;
  const home = await context.openHome();
  const labels = labelsOf(home.config, chosenProfileName(home));
  if (typed === undefined) {
    if (input.has('remove')) {
      throw wrongUse('Say which category is to lose its name: `petstore config category 3 --remove`.');
    }

    return await listNames(home, labels, context);
  }

  const category = readCategory(typed, label, labels);
  if (label !== undefined && input.has('remove')) {
    throw wrongUse('--remove takes a name away, so no name can be given with it. Nothing was saved.');
  }

  return label === undefined && !input.has('remove')
    ? await printName(category, labels, context)
    : await changeName(category, label, home, context);
};

function readCategory(typed: string, label: string | undefined, labels: CategoryLabels): Int64 {
  if (label !== undefined && parseInt64(typed) === undefined && parseInt64(label) !== undefined) {
    throw wrongUse(
      `The number comes first: \`petstore config category ${label} "${shortName(typed)}"\`. Nothing was saved.`,
    );
  }

  const read = readCategoryText(typed, labels);
  if ('problem' in read) {
    throw wrongUse(`${read.problem} Nothing was saved.`);
  }

  return read.id;
}

async function listNames(home: Home, labels: CategoryLabels, { output }: Context): Promise<number> {
  const own = labelsOf(home.config, undefined);
  const items = (Object.entries(labels) as [Int64, string][])
    .sort(([a], [b]) => compareInt64(a, b))
    .map(([id, name]) => ({ id, name, source: own[id] === undefined ? 'built-in store' : 'configuration file' }));
  const rows = items.map(({ id, name, source }) => [id, name, source]);
  await output.print({
    json: { categories: items.map(toWire) },
    items: items.map(toWire),
    screen: { titles: ['CATEGORY', 'NAME', 'FROM'], rows, flexible: 1 },
    rows: { titles: ['id', 'name', 'source'], rows },
  });
  if (items.length === 0) {
    output.say('No category has a name. `petstore config category 3 Dogs` gives one.');
  }

  return exitCode.done;
}

async function printName(category: Int64, labels: CategoryLabels, { output }: Context): Promise<number> {
  const name = labels[category];
  if (name === undefined) {
    throw new Failure(exitCode.notFound, {
      code: 'not_found',
      message: `Category ${category} has no name. \`petstore config category ${category} NAME\` gives it one.`,
    });
  }

  await output.print({ json: toWire({ id: category, name }), screen: { lines: [name] } });
  return exitCode.done;
}

async function changeName(
  category: Int64,
  label: string | undefined,
  home: Home,
  { output }: Context,
): Promise<number> {
  const profile = chosenProfileName(home);
  await nameCategory(home.configFile, profile, category, label);
  const now = labelsOf((await home.reload()).config, profile)[category];
  await output.print({
    json: toWire({ id: category, name: now ?? null }),
    rows: { titles: ['id', 'name'], rows: [[category, now ?? '']] },
  });
  const again = label === undefined ? ' again, as the built-in store calls it' : '';
  output.say(
    now === undefined ? `Category ${category} has no name any more.` : `Category ${category} is ${now}${again}.`,
  );
  return exitCode.done;
}

function toWire(named: { readonly id: Int64; readonly name: string | null; readonly source?: string }): object {
  return { ...named, id: rawInteger(named.id) };
}
