import { chosenProfileName, findProfile, type Home } from '../home.ts';
import { SettingsError } from '../settings/setting-definitions.ts';
import type { Profile } from '../workspace.ts';
import { findStranded, type Stranded } from './waiting-stores.ts';

/** No profile is chosen. `stranded`: what waits all the same, for addresses that no profile leads to, is told too. */
export class NoProfileError extends SettingsError {
  readonly why: string;
  readonly stranded: readonly Stranded[];

  constructor(why: string, stranded: readonly Stranded[]) {
    super([why, ...stranded.map(({ detail, remedy }) => `${detail}. ${remedy}`)].join(' '), 'no_profile');
    this.why = why;
    this.stranded = stranded;
  }
}

/** The profile a command works on. Throws a `NoProfileError` that says how to make one. */
export async function requireProfile(home: Home): Promise<Profile> {
  const name = chosenProfileName(home);
  if (name !== undefined) {
    return findProfile(home, name);
  }

  const names = Object.keys(home.config.profiles ?? {}).join(', ');
  const why =
    names === ''
      ? 'No store is set up yet. Add one with `petstore profile add NAME --base-url URL`, set PETSTORE_BASE_URL, ' +
        'or try `petstore demo`.'
      : `No profile is chosen; there are ${names}. Choose one with \`petstore profile use NAME\`, or with --profile.`;
  throw new NoProfileError(why, await findStranded(home));
}
