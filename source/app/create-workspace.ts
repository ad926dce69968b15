import { join } from 'node:path';
import type { Problem } from '../domain/problem.ts';
import { createRunIdentity } from '../platform/process/self.ts';
import { atHome } from '../platform/files/paths.ts';
import { removeTemporaries } from '../platform/files/durable-file.ts';
import { tryTo } from '../platform/process/log.ts';
import { addProfile } from './profiles/change-profiles.ts';
import { findStranded } from './profiles/waiting-stores.ts';
import { changeAddress } from './profiles/move-profile.ts';
import { labelsOf, nameCategory, demoProfile, listProfiles, identityOf } from './profiles/profiles.ts';
import { changeSetting } from './settings/config-file.ts';
import { type Definition, settingDefinitions, type SettingName, settingText } from './settings/setting-definitions.ts';
import type { TerminalFacts } from './doctor/check-machine.ts';
import { completeHints } from '../text/hints.ts';
import { checkup, completeCheck } from './doctor/doctor.ts';
import { chosenProfileName, findProfile, type Home, storeInUse } from './home.ts';
import { openSession } from './session/compose-session.ts';
import { openDrafts, openViews, storeKeyOf } from './ui-persistence.ts';
import type { Preferences } from './preferences/bind-keys.ts';
import type { Profile, UiSettings, Workspace } from './workspace.ts';

/** For the screens. `initialProfile`: undefined is the chosen one. */
export function createWorkspace(
  opened: Home,
  terminal: TerminalFacts,
  initialProfile: string | undefined,
  preferences: Preferences,
): Workspace {
  const { log, folders } = opened;
  const live = createLiveHome(opened);
  const { carry, ...memory } = openMemory(live);
  for (const folder of [folders.config, join(folders.config, 'keys'), folders.data, folders.state]) {
    // Leftovers of killed writers do no harm, and neither does a folder that cannot be written.
    void removeTemporaries(opened.fileSystem, folder).catch(() => undefined);
  }

  const change = (work: () => Promise<unknown>): Promise<Problem | undefined> =>
    live.change(work).then(() => undefined, problemOf);
  const profiles = (): readonly Profile[] =>
    live.now.damage ? [] : listProfiles(live.now.config, live.now.environment);
  const hints = (text: string, profile: Profile): string => completeHints(text, storeInUse(live.now, profile.name));

  return {
    isNpmStart: opened.environment.isNpmStart,
    settings: toUiSettings(opened),
    ownKeys: preferences.keys,
    ...(preferences.problem === undefined ? {} : { keyProblem: preferences.problem }),
    ...(opened.damage ? { damage: opened.damage.problem } : {}),
    // Which address has which queue is told there, so without it no store is opened but the built-in one.
    initialProfile:
      opened.damage && initialProfile !== demoProfile ? undefined : (initialProfile ?? chosenProfileName(opened)),
    listProfiles: profiles,
    async openSession(name) {
      // The built-in store can be tried whatever is wrong with the configuration.
      await (name === demoProfile ? undefined : live.reloadDamaged());
      return await openSession(live.now, findProfile(live.now, name));
    },
    addProfile: ({ name, baseUrl }) =>
      change(() => addProfile(live.now, { name, baseUrl, allowHttp: false, idempotency: 'auto' }, false)),
    changeAddress: (wanted) =>
      change(async () => {
        const before = findProfile(live.now, wanted.name);
        const after = await changeAddress(live.now, wanted);
        const others = profiles().filter(({ name }) => name !== wanted.name);
        // Text typed under a mistaken address is for the store at the right one.
        if (!others.some((other) => identityOf(other) === identityOf(before))) {
          carry(before, after);
        }
      }),
    saveKey: (name, key) => change(() => live.now.keys.save(findProfile(live.now, name), key)),
    labelsOf: (profile) => labelsOf(live.now.config, profile),
    async nameCategory(profile, category, label) {
      await live.change(() => nameCategory(live.now.configFile, profile, category, label));
      return labelsOf(live.now.config, profile);
    },
    saveSetting: (key, value) => live.change(() => changeSetting(live.now, settingNamed(key), settingText(value))),
    async findStranded() {
      // Another window or a shell may have added the profile that leads there.
      await live.reload();
      return (await findStranded(live.now)).map(({ detail }) => detail);
    },
    async doctor(session) {
      await live.reload();
      const checks = await checkup(live.now, session, terminal, undefined, preferences.problem);
      return checks.map((check) => completeCheck(check, (text) => hints(text, session.profile)));
    },
    hints,
    readCurrent: () => live.reload(),
    ...memory,
    openImport: async (path, labels) =>
      (await import('./import/files.ts')).openImport(atHome(path), { labels, memories: live.now.config.imports ?? [] }),
    rememberColumns: async (file, columns) => {
      const { rememberSaid } = await import('./import/memory.ts');
      return await live.change(() => rememberSaid(live.now.configFile, file, columns));
    },
    log: (event, detail) => log.write(event, detail),
  };
}

type Memory = Pick<
  Workspace,
  'loadViewState' | 'saveViewState' | 'loadDraft' | 'saveDraft' | 'addDraft' | 'loadChange' | 'saveChange'
> & {
  readonly carry: (from: Profile, to: Profile) => void;
};

/** A change of a queued animal has a place of its own. */
const changeKeyOf = (profile: Profile): string => `${storeKeyOf(profile)} change`;

/** The view and the draft of each store. */
function openMemory(live: LiveHome): Memory {
  const { folders, clock, log } = live.now;
  const views = openViews(folders);
  const drafts = openDrafts(folders, createRunIdentity(clock));
  return {
    loadViewState: (profile) => views.load(storeKeyOf(profile)),
    saveViewState: (profile, state) => void tryTo(() => views.save(storeKeyOf(profile), state), log, 'view not saved'),
    loadDraft: (profile) => drafts.load(storeKeyOf(profile)),
    saveDraft(profile, draft) {
      let isWritten = false;
      const save = (): void => void (isWritten = drafts.save(storeKeyOf(profile), draft));
      return tryTo(save, log, 'draft not saved') && isWritten;
    },
    addDraft: (profile, draft) => drafts.add(storeKeyOf(profile), draft),
    loadChange: (profile) => drafts.load(changeKeyOf(profile)),
    saveChange: (profile, change) =>
      void tryTo(() => drafts.save(changeKeyOf(profile), change), log, 'change not saved'),
    carry(from, to) {
      tryTo(() => drafts.move(storeKeyOf(from), storeKeyOf(to)), log, 'draft not moved');
      tryTo(() => drafts.move(changeKeyOf(from), changeKeyOf(to)), log, 'change not moved');
      tryTo(() => views.move(storeKeyOf(from), storeKeyOf(to)), log, 'view not moved');
    },
  };
}

/** The setting that the screens know by another name: the refresh interval is `refreshMs` there. */
function settingNamed(key: string): SettingName {
  return (settingDefinitions.find(({ field }) => field === key.replace(/Ms$/u, '')) as Definition).name;
}

function toUiSettings({ settings, config, environment }: Home): UiSettings {
  const { hasGlyphs, has256Colours, background, escapeMs } = environment;
  const terminal = { hasGlyphs, has256Colours, background, escapeMs };
  return { ...settings.onScreen, ...terminal, categoryLabels: labelsOf(config, undefined) };
}

/** A person is told these; anything else is a mistake of ours and goes on up. */
function problemOf(error: unknown): Problem {
  if (error instanceof Error && 'problem' in error) {
    return error.problem as Problem;
  }

  throw error;
}

/** The home of an app that stays open: this program changes its configuration, and so may others. */
type LiveHome = ReturnType<typeof createLiveHome>;

function createLiveHome(opened: Home) {
  let home = opened;
  const reloadDamaged = async (): Promise<void> => {
    home = home.damage ? await home.reload() : home;
  };
  return {
    get now(): Home {
      return home;
    },
    reloadDamaged,
    /** One that could not be read may have been corrected meanwhile. */
    async change<Result>(work: () => Promise<Result>): Promise<Result> {
      await reloadDamaged();
      const result = await work();
      home = await home.reload();
      return result;
    },
    /** Reads it again, unless it holds a mistake by now. */
    async reload(): Promise<void> {
      home = await home.reload().catch(() => home);
    },
  };
}
