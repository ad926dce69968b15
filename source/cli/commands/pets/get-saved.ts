import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProfiles, demoProfile, hashIdentity, labelsOf, identityOf } from '../../../app/profiles/profiles.ts';
import type { Config } from '../../../app/settings/config-file.ts';
import { settingDefinitions } from '../../../app/settings/setting-definitions.ts';
import type { CategoryLabels } from '../../../domain/category-labels.ts';
import { parseAnimalId } from '../../../domain/entry.ts';
import { locateFolders } from '../../../platform/files/paths.ts';
import { readSavedPet } from '../../../local/read-saved-pet.ts';
import { petFetchedAt } from '../../../sync/list/saved-lists.ts';
import type { Run } from '../../parse/command.ts';
import { type FoundPet, sayPetAge, toPetAnswer } from '../../print/animals.ts';
import { exitCode } from '../../run/failure.ts';

/** `petstore get`. One saved pet is told by the modules loaded here; everything else takes the client. */
export const getAnimals: Run<'offline'> = async (input, context) => {
  const saved = findSaved(input, context);
  if (!saved) {
    return await (await import('./get.ts')).getAnyAnimals(input, context);
  }

  await context.output.print(toPetAnswer(saved.found, saved.labels));
  sayPetAge(saved.found, '', context);
  return exitCode.done;
};

function findSaved(
  ...[input, { environment }]: Parameters<typeof getAnimals>
): { readonly found: FoundPet; readonly labels: CategoryLabels } | undefined {
  const [text = '', ...more] = input.arguments;
  const id = parseAnimalId(text);
  const folders = locateFolders(environment.home);
  const isPlain = more.length === 0 && input.has('offline') && !input.has('verbose');
  if (!isPlain || !id || !('petId' in id) || !folders) {
    return undefined;
  }

  try {
    const config = readConfig(join(folders.config, 'config.json'));
    const flags = { profile: input.text('profile'), noColor: false };
    const given = settingDefinitions
      .find(({ name }) => name === 'profile')
      ?.given?.(flags, environment)
      .find(({ value }) => value !== undefined);
    const names = Object.keys(config.profiles ?? {});
    const name = given?.value ?? config.profile ?? (names.length === 1 ? names[0] : undefined);
    const profile = listProfiles(config, environment).find((each) => each.name === name);
    if (!profile || name === demoProfile) {
      return undefined;
    }

    const saved = readSavedPet(join(folders.data, 'stores', hashIdentity(identityOf(profile))), id.petId);
    return (
      saved && {
        found: { pet: saved.pet, source: 'cache', fetchedAt: petFetchedAt(saved, saved.pet) },
        labels: labelsOf(config, name),
      }
    );
  } catch {
    // The mistake is told by the reader of the whole.
    return undefined;
  }
}

/** Throws if it is not of this version; an invalid field throws at its use. */
function readConfig(path: string): Config {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
  const config = JSON.parse(text) as Config;
  if (Array.isArray(config) || (config.version ?? 1) !== 1) {
    throw new Error('The configuration is of another version.');
  }

  return config;
}
