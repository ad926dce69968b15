import { join } from 'node:path';
import type { Problem } from '../domain/problem.ts';
import { createRunIdentity } from '../platform/process/self.ts';
import { atHome } from '../platform/files/paths.ts';
import { removeTemporaries } from '../platform/files/durable-file.ts';
import { createTurns } from '../platform/concurrency/turns.ts';
import { tryTo } from '../platform/process/log.ts';
import { addProfile } from './profiles/change-profiles.ts';
import { findStranded } from './profiles/waiting-stores.ts';
import { changeAddress } from './profiles/move-profile.ts';
import { labelsOf, nameCategory, demoProfile, listProfiles, identityOf } from './profiles/profiles.ts';
import { changeSetting } from './settings/config-file.ts';
import { nextStartSettings, screenSettings, type Settings, settingText } from './settings/setting-definitions.ts';
import type { TerminalFacts } from './doctor/check-machine.ts';
import { inApp } from '../text/animal/read-category-text.ts';
import { completeHints } from '../text/hints.ts';
import { checkup, completeCheck } from './doctor/doctor.ts';
import { chosenProfileName, findProfile, type Home, storeInUse } from './home.ts';
import { openSession, type Session } from './session/compose-session.ts';
import { openDrafts, openViews, storeKeyOf } from './ui-persistence.ts';
import type { Preferences } from './preferences/bind-keys.ts';
import type { Check, Draft, Profile, UiSettings, ViewState } from './workspace.ts';
import type { CategoryLabels } from '../domain/category-labels.ts';
import type { Int64 } from '../domain/int64.ts';
import type { ColumnField } from './import/columns.ts';
import type { ImportFile } from './import/files.ts';

/** All that the app can ask of the program beneath it: profiles, keys, settings and its memory. */
export type Workspace = ReturnType<typeof createWorkspace>;

/** For the screens. `initialProfile`: undefined is the chosen one. What is asked for in vain gives the mistake. */
export function createWorkspace(
  opened: Home,
  terminal: TerminalFacts,
  initialProfile: string | undefined,
  preferences: Preferences,
) {
  const { log, folders, damage } = opened;
  const live = createLiveHome(opened);
  const { carry, ...memory } = openMemory(opened);
  for (const folder of [folders.config, join(folders.config, 'keys'), folders.data, folders.state]) {
    // Leftovers of killed writers do no harm, and neither does a folder that cannot be written.
    void removeTemporaries(opened.fileSystem, folder).catch(() => undefined);
  }

  const change = (work: () => Promise<unknown>): Promise<Problem | undefined> =>
    live.change(work).then(() => undefined, problemOf);
  const profiles = (): readonly Profile[] =>
    live.now.damage ? [] : listProfiles(live.now.config, live.now.environment);
  /** A sentence with its commands as they must be typed in the shell to act on a profile. */
  const hints = (text: string, profile: Profile): string => completeHints(text, storeInUse(live.now, profile.name));

  return {
    /** Whether `npm start` runs it, so that this is the way back. */
    isNpmStart: opened.environment.isNpmStart,
    settings: toUiSettings(opened),
    /** Keys that a person gave to actions, and why none of them counts. */
    ownKeys: preferences.keys,
    keyProblem: preferences.problem,
    /** Why the configuration cannot be read: then no profile is known, and the first-run screen tells. */
    damage: damage?.problem,
    /** Undefined shows the first-run screen. Which address has which queue is told by the configuration. */
    initialProfile:
      damage && initialProfile !== demoProfile ? undefined : (initialProfile ?? chosenProfileName(opened)),
    listProfiles: profiles,
    /** `demo` needs no profile. The caller closes the session it had. Throws an error with a `problem` if it cannot. */
    async openSession(name: string): Promise<Session> {
      // The built-in store can be tried whatever is wrong with the configuration.
      await (name === demoProfile ? undefined : live.reloadDamaged());
      return await openSession(live.now, findProfile(live.now, name));
    },
    /** The first one becomes the current one. */
    addProfile: ({ name, baseUrl }: Pick<Profile, 'name' | 'baseUrl'>) =>
      change(() => addProfile(live.now, { name, baseUrl, allowHttp: false, idempotency: 'auto' })),
    /** Its queue goes along. Sessions are to be opened anew. */
    changeAddress: (wanted: Parameters<typeof changeAddress>[1]) =>
      change(async () => {
        const before = findProfile(live.now, wanted.name);
        const after = await changeAddress(live.now, wanted);
        const others = profiles().filter(({ name }) => name !== wanted.name);
        // Text typed under a mistaken address is for the store at the right one.
        if (!others.some((other) => identityOf(other) === identityOf(before))) {
          carry(before, after);
        }
      }),
    saveKey: (name: string, key: string) => change(() => live.now.keys.save(findProfile(live.now, name), key)),
    labelsOf: (profile: string | undefined) => labelsOf(live.now.config, profile),
    /** Undefined takes a name away. Returns the names as they then are. Throws an error with a `problem`. */
    async nameCategory(profile: string | undefined, category: Int64, label: string | undefined) {
      await live.change(() => nameCategory(live.now.configFile, profile, category, label));
      return labelsOf(live.now.config, profile);
    },
    saveSetting: <K extends keyof Settings['onScreen']>(key: K, value: Settings['onScreen'][K]) =>
      live.change(() => changeSetting(live.now, screenSettings[key].name, settingText(value))),
    /** The animals that wait for stores that no profile leads to, in words; `doctor` has the remedy. */
    async findStranded(): Promise<readonly string[]> {
      // Another window or a shell may have added the profile that leads there.
      await live.reload();
      // A damaged configuration leads nowhere, and says nothing of where queues belong.
      return live.now.damage ? [] : (await findStranded(live.now)).map(({ detail }) => detail);
    },
    async doctor(session: Session): Promise<readonly Check[]> {
      await live.reload();
      const checks = await checkup(live.now, session, terminal, undefined, preferences.problem);
      return checks.map((check) => completeCheck(check, (text) => hints(text, session.profile)));
    },
    hints,
    /** Reads the configuration again. Resolves with the settings of screens that another program changed since. */
    readCurrent: () => live.readSettings(),
    ...memory,
    /** A sentence if it cannot be read. */
    openImport: async (path: string, labels: CategoryLabels, encoding?: string) =>
      (await import('./import/files.ts')).openImport(atHome(path), {
        labels,
        encoding,
        naming: inApp,
        memories: live.now.config.imports ?? [],
      }),
    /** For the next file with its header; a sentence if that is impossible. */
    async rememberColumns(file: ImportFile, columns: readonly ColumnField[]) {
      const { rememberSaid } = await import('./import/memory.ts');
      return await live.change(() => rememberSaid(live.now.configFile, file, columns));
    },
    log: log.write,
  };
}

/** The view, the draft and the change of each store, wherever that moved. */
function openMemory({ folders, clock, log }: Home) {
  const views = openViews(folders);
  const drafts = openDrafts(folders, createRunIdentity(clock));
  /** A change of a queued animal has a place of its own. */
  const changeKeyOf = (profile: Profile): string => `${storeKeyOf(profile)} change`;
  return {
    /** Read once at start; written as the view changes. */
    loadViewState: (profile: Profile) => views.load(storeKeyOf(profile)),
    saveViewState(profile: Profile, state: ViewState): void {
      tryTo(() => views.save(storeKeyOf(profile), state), log, 'view not saved');
    },
    /** None of another window that is open. */
    loadDraft: (profile: Profile) => drafts.load(storeKeyOf(profile)),
    /** Whether it is durable; if not, it is kept as long as the program runs. Undefined removes it. */
    saveDraft: (profile: Profile, draft: Draft | undefined) =>
      tryTo(() => drafts.save(storeKeyOf(profile), draft), log, 'draft not saved'),
    /** Keeps a further one as long as the program runs, which comes once there is no other draft. */
    addDraft: (profile: Profile, draft: Draft) => drafts.add(storeKeyOf(profile), draft),
    loadChange: (profile: Profile) => drafts.load(changeKeyOf(profile)),
    saveChange(profile: Profile, change: Draft | undefined): void {
      tryTo(() => drafts.save(changeKeyOf(profile), change), log, 'change not saved');
    },
    carry: (from: Profile, to: Profile): void => {
      tryTo(() => drafts.move(storeKeyOf(from), storeKeyOf(to)), log, 'draft not moved');
      tryTo(() => drafts.move(changeKeyOf(from), changeKeyOf(to)), log, 'change not moved');
      tryTo(() => views.move(storeKeyOf(from), storeKeyOf(to)), log, 'view not moved');
    },
  };
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
function createLiveHome(opened: Home) {
  let home = opened;
  // What was read later is to be what is known.
  const turns = createTurns();
  const read = (): Promise<void> =>
    turns.take(async () => {
      home = await home.reload();
    });
  /** Reads it again, unless it holds a mistake by now. */
  const reload = (): Promise<void> => read().catch(() => undefined);
  // As the screens know them: what they change themselves holds there even if it cannot be written.
  let told = opened.settings.onScreen;
  const reloadDamaged = async (): Promise<void> => {
    await (home.damage && read());
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
      await read();
      return result;
    },
    reload,
    async readSettings(): Promise<Partial<UiSettings>> {
      await reload();
      const [before, now] = [told, home.settings.onScreen];
      told = now;
      const names = (Object.keys(now) as (keyof typeof now)[]).filter((name) => now[name] !== before[name]);
      return Object.fromEntries(
        names.filter((name) => !nextStartSettings.includes(name)).map((name) => [name, now[name]]),
      );
    },
  };
}
