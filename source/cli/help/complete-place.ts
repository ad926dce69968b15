import { chosenProfileName } from '../../app/home.ts';
import { labelsOf, listProfiles } from '../../app/profiles/profiles.ts';
import { compareInt64, type Int64 } from '../../domain/int64.ts';
import { type Candidate, files, type Command, type Completes } from '../parse/command.ts';
import type { Context } from '../run/context.ts';
import { topicNames } from './help-topics.ts';

/** The words that can stand in a place: of the command table and the configuration, never of a store or a queue. */
export async function completePlace(
  completes: Completes,
  table: readonly Command[],
  typedProfile: string | undefined,
  context: Context,
): Promise<readonly Candidate[]> {
  switch (completes) {
    case 'files':
      return [files];
    case 'commands':
      return [...new Set([...table.map((command) => command.words[0] ?? ''), ...topicNames])].map((word): Candidate => [
        word,
      ]);
    case 'categories': {
      const home = await context.openHome();
      const labels = labelsOf(home.config, typedProfile ?? chosenProfileName(home));
      return (Object.entries(labels) as [Int64, string][])
        .sort(([a], [b]) => compareInt64(a, b))
        .map(([id, name]): Candidate => [name, `category ${id}`]);
    }
    case 'profiles': {
      const { config, environment } = await context.openHome();
      return listProfiles(config, environment).map(({ name, baseUrl }): Candidate => [name, baseUrl]);
    }
  }
}
