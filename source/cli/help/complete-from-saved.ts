import { chosenProfileName, findProfile } from '../../app/home.ts';
import { demoProfile, labelsOf, listProfiles } from '../../app/profiles/profiles.ts';
import { settingDefinitions } from '../../app/settings/setting-definitions.ts';
import { isWaiting } from '../../domain/entry.ts';
import { compareInt64, type Int64 } from '../../domain/int64.ts';
import { type Candidate, files, type Command, type Completes } from '../parse/command.ts';
import type { Context } from '../run/context.ts';
import { topicNames } from './help-topics.ts';

/**
 * The completions of a word from the saved copy only: completing a word never waits for a network. `typedProfile`: the
 * profile that the line names, whose animals the command will be about.
 */
export async function completeFromSaved(
  completes: Completes | undefined,
  table: readonly Command[],
  typedProfile: string | undefined,
  context: Context,
): Promise<readonly Candidate[]> {
  switch (completes) {
    case undefined:
      return [];
    case 'files':
      return [files];
    case 'settings':
      return settingDefinitions.map(({ name, summary }): Candidate => [name, summary]);
    case 'categories': {
      const home = await context.openHome();
      const labels = labelsOf(home.config, typedProfile ?? chosenProfileName(home));
      return (Object.entries(labels) as [Int64, string][])
        .sort(([a], [b]) => compareInt64(a, b))
        .map(([id, name]): Candidate => [name, `category ${id}`]);
    }
    case 'commands':
      return [...new Set([...table.map((command) => command.words[0] ?? ''), ...topicNames])].map((word): Candidate => [
        word,
      ]);
    case 'profiles': {
      const { config, environment } = await context.openHome();
      return listProfiles(config, environment).map(({ name, baseUrl }): Candidate => [name, baseUrl]);
    }
    case 'entries':
    case 'pets':
      return await completeAnimals(completes, typedProfile, context);
  }
}

async function completeAnimals(
  completes: 'entries' | 'pets',
  typedProfile: string | undefined,
  context: Context,
): Promise<readonly Candidate[]> {
  const home = await context.openHome();
  const name = typedProfile ?? chosenProfileName(home);
  // The built-in store would have to be started first.
  if (name === undefined || name === demoProfile) {
    return [];
  }

  const { engine } = await context.openSession({ loaded: true, profile: findProfile(home, name) });
  const { entries, pets } = engine.snapshot();
  const queued = entries
    .filter(({ state }) => completes === 'entries' || isWaiting(state))
    .map((entry): Candidate => [entry.localId, entry.name]);
  return completes === 'entries' ? queued : [...queued, ...pets.map((pet): Candidate => [pet.id, pet.name])];
}
