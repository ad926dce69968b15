import { identityOf } from '../../app/profiles/profiles.js';
import type { Profile, Session } from '../../app/workspace.js';
import { say } from '../actions/say.js';
import { openProfile } from '../actions/session.js';
import type { App } from '../app-context.js';
import { listOnScreen } from '../state/ui-model.js';

/** Renamed, it leads to the same store. */
function isRemoved(profile: Profile, profiles: readonly Profile[]): boolean {
  const isSame = (each: Profile): boolean => each.name === profile.name || identityOf(each) === identityOf(profile);
  return profile.source === 'config' && !profiles.some(isSame);
}

/** Goes by the settings that others save, and to a new address once nothing is typed. Returns the way to stop. */
export function followSettings(app: App): () => void {
  let told: string | undefined;
  let removed: Session | undefined;
  const goAlong = (): void => {
    const state = app.model.get();
    const { session } = state;
    const { name, baseUrl: at } = session?.profile ?? {};
    const profiles = app.workspace.listProfiles();
    const baseUrl = profiles.find((each) => each.name === name)?.baseUrl ?? at;
    if (session && session !== removed && isRemoved(session.profile, profiles)) {
      removed = session;
      const goesOn = 'This window goes on with its store and its key until you open another profile or leave.';
      say(app, `${session.profile.name} was removed by another petstore. ${goesOn}`, 'bad');
    }

    const isFree = listOnScreen(state) !== undefined && state.prompt === undefined;
    const moved = `${name ?? ''} has another address now, ${baseUrl ?? ''}`;
    if (baseUrl !== at && !isFree && told !== baseUrl) {
      say(app, `${moved}; this window goes there once you are back in a list.`, 'bad');
    }

    told = baseUrl === at || isFree ? undefined : baseUrl;
    if (baseUrl !== at && isFree && name !== undefined) {
      openProfile(app, name);
      void app.opening.current?.then(() => say(app, `${moved}.`));
    }
  };
  const stopWaiting = app.model.subscribe(() => (told === undefined ? undefined : goAlong()));
  const stopWatching = app.workspace.watchSettings((changed) => {
    const { session, settings } = app.model.get();
    const categoryLabels = app.workspace.labelsOf(session?.profile.name);
    app.model.set({ settings: { ...settings, ...changed, categoryLabels } });
    goAlong();
  });
  return () => [stopWatching, stopWaiting].forEach((stop) => stop());
}
