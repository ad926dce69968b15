/** What categories are called, for all stores. The built-in store's own names give way to a person's. */
import { type CategoryLabels, createCategoryReader, findLabelMistake } from '../../domain/category-labels.js';
import { type Int64, parseInt64 } from '../../domain/int64.js';
import { demoProfile } from '../profiles/profiles.js';
import type { ConfigFile, Config } from './config-file.js';
import { SettingsError } from './setting-definitions.js';

/** The names that hold in a profile; `undefined`: without an open profile. */
export function labelsOf(
  { categoryLabels = {} }: Pick<Config, 'categoryLabels'>,
  profile: string | undefined,
): CategoryLabels {
  const own: Record<Int64, string> = {};
  for (const [number, label] of Object.entries(categoryLabels)) {
    const id = parseInt64(number);
    // The file is edited by hand as well. Names without a category are kept in it without effect.
    if (id !== undefined && label.trim() !== '') {
      own[id] = label.trim();
    }
  }

  if (profile !== demoProfile) {
    return own;
  }

  const read = createCategoryReader(own);
  const free = Object.entries(demoLabels).filter(([, label]) => read(label).length === 0);
  return { ...(Object.fromEntries(free) as CategoryLabels), ...own };
}

/** Gives a category a name, or takes it away (undefined). Throws a `SettingsError` that says why a name is invalid. */
export async function nameCategory(
  configFile: ConfigFile,
  profile: string | undefined,
  category: Int64,
  label: string | undefined,
): Promise<void> {
  await configFile.update((config) => {
    const mistake = label === undefined ? undefined : findLabelMistake(category, label, labelsOf(config, profile));
    if (mistake !== undefined) {
      throw new SettingsError(`${mistake} Nothing was saved.`, 'bad_label');
    }

    const others = Object.entries(config.categoryLabels ?? {}).filter(([number]) => parseInt64(number) !== category);
    return {
      ...config,
      categoryLabels: Object.fromEntries(
        label === undefined ? others : [...others, [category as string, label.trim()] as const],
      ),
    };
  });
}

const names = { 1: 'Birds', 2: 'Cats', 3: 'Dogs', 4: 'Rodents', 5: 'Fish', 6: 'Reptiles', 7: 'Wild', 8: 'Farm' };

/** The names of the categories of `data/demo-pets.json` , unless a person gave others. */
export const demoLabels = names as CategoryLabels;
