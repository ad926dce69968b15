import { join } from 'node:path';
import type { Problem } from '../domain/problem.js';
import { formatDuration } from '../platform/time/duration.js';
import { createRunIdentity } from '../platform/process/run-identity.js';
import { atHome } from '../platform/files/paths.js';
import { makeFolder } from '../platform/files/make-folder.js';
import { sweepTemporaries } from '../platform/files/sweep-temporaries.js';
import { version } from '../platform/process/self.js';
import { addProfile, changeAddress } from './profiles/change-profiles.js';
import { labelsOf, nameCategory } from './settings/labels.js';
import { changeSetting } from './settings/change-setting.js';
import type { TerminalFacts } from './doctor/check-machine.js';
import { completeHints } from '../text/hints.js';
import { checkup, completeCheck } from './doctor/doctor.js';
import { chosenProfileName, findProfile, type Home, storeInUse } from './home.js';
import type { SessionOptions } from './session/compose-session.js';
import { openSession } from './session/open-session.js';
import { demoProfile, identityOf, listProfiles } from './profiles/profiles.js';
import { openDrafts, openViews } from './ui-persistence.js';
import type { Preferences } from './preferences/preferences.js';
import type { Profile, UiSettings, Workspace } from './workspace.js';

/**
 * The workspace the screens work with.
 *
 * @param initialProfile the profile to open with; undefined: the chosen one
 * @param preferences keys and views of a person's own
 * @param options `onlyLooks`: nothing is written to its stores, and nothing is tidied up
 */
export function createWorkspace(
  opened: Home,
  terminal: TerminalFacts,
  initialProfile: string | undefined,
  preferences: Preferences,
  { onlyLooks = false }: SessionOptions = {},
): Workspace {
  const { log, folders } = opened;
  const views = openViews(folders);
  const drafts = openDrafts(folders, createRunIdentity(opened.clock));
  let home = opened;
  /** How many changes of ours are under way. What the file holds meanwhile may be older than what is on the screen. */
  let changing = 0;
  let lookAtSettings = (): void => undefined;
  const tidied = onlyLooks ? [] : [folders.config, join(folders.config, 'keys'), folders.data, folders.state];
  for (const folder of tidied) {
    // What killed writers left harms nobody, and neither does a folder that cannot be written.
    void sweepTemporaries(opened.fileSystem, folder).catch(() => undefined);
  }

  /**
   * Nothing is changed on the strength of a configuration that could not be read; it may have been corrected meanwhile.
   */
  const reloadDamaged = async (): Promise<void> => {
    home = home.damage ? await home.reload() : home;
  };

  const changeOrThrow = async (work: () => Promise<unknown>): Promise<void> => {
    changing += 1;
    try {
      await reloadDamaged();
      await work();
      home = await home.reload();
    } finally {
      changing -= 1;
      lookAtSettings();
    }
  };
  /** Carries out a change of the configuration; returns what is wrong instead of throwing it. */
  const change = async (work: () => Promise<unknown>): Promise<Problem | undefined> => {
    try {
      await changeOrThrow(work);
      return undefined;
    } catch (error) {
      return problemOf(error);
    }
  };
  /** Whether it was done; if not, the log says why. */
  const logFailure = (what: string, work: () => void): boolean => {
    try {
      work();
      return true;
    } catch (error) {
      log.write(what, { error: String(error) });
      return false;
    }
  };

  /** Renamed by another program, it is named as it is now: the former name may be another store's. */
  const nameOf = ({ name, ...profile }: Profile): string => {
    const same = home.damage
      ? []
      : listProfiles(home.config, home.environment).filter((each) => identityOf(each) === identityOf(profile));
    return same.some((each) => each.name === name) ? name : (same[0]?.name ?? name);
  };
  const hints = (text: string, profile: Profile): string => completeHints(text, storeInUse(home, nameOf(profile)));

  return {
    version,
    settings: { ...toUiSettings(opened), views: preferences.views },
    ownKeys: preferences.keys,
    ignored: preferences.problems,
    terminal: preferences.terminal,
    ...(opened.damage ? { damage: opened.damage.problem } : {}),
    // Which address has which queue is told there, so without it no store is opened but the built-in one.
    initialProfile:
      opened.damage && initialProfile !== demoProfile ? undefined : (initialProfile ?? chosenProfileName(opened)),
    listProfiles: () => (home.damage ? [] : listProfiles(home.config, home.environment)),
    async openSession(name) {
      await reloadDamaged();
      return await openSession(home, findProfile(home, name), { onlyLooks });
    },
    openDemo: () => openSession(home, findProfile(home, 'demo')),
    addProfile: ({ name, baseUrl }) =>
      change(() => addProfile(home, { name, baseUrl, allowHttp: false, idempotency: 'unknown' }, true)),
    changeAddress: (wanted) => change(() => changeAddress(home, wanted)),
    saveKey: (name, key) => change(() => home.keys.save(findProfile(home, name), key)),
    saveView: ({ name, ...view }) =>
      changeOrThrow(() =>
        // What is no object was ignored, and told; it makes room for what a person keeps now.
        home.configFile.update(({ views, ...config }) => ({
          ...config,
          views: { ...(typeof views === 'object' && !Array.isArray(views) ? views : {}), [name]: view },
        })),
      ),
    labelsOf: (profile) => labelsOf(home.config, profile),
    async nameCategory(profile, category, label) {
      await changeOrThrow(() => nameCategory(home.configFile, profile, category, label));
      return labelsOf(home.config, profile);
    },
    saveSetting: (key, value) =>
      changeOrThrow(() =>
        changeSetting(
          home,
          settingNames[key],
          typeof value === 'number' ? formatDuration(value) : typeof value === 'string' ? value : value ? 'on' : 'off',
        ),
      ),
    watchSettings(changed) {
      let isStopped = false;
      let told = toUiSettings(home);
      const look = async (): Promise<void> => {
        // In the middle of being edited by hand it may hold a mistake, and is as it was before.
        const next = await home.reload().catch(() => undefined);
        if (next === undefined || changing > 0 || isStopped) {
          return;
        }

        home = next;
        const before = told;
        told = toUiSettings(next);
        const news = Object.entries(told).filter(
          ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
        );
        if (news.length > 0) {
          changed(Object.fromEntries(news));
        }
      };
      lookAtSettings = () => void look();
      let stop = (): void => undefined;
      // A folder that is not there cannot be watched.
      void makeFolder(opened.fileSystem, folders.config)
        .catch(() => undefined)
        .then(() => {
          stop = isStopped ? stop : opened.fileSystem.watch(folders.config, () => lookAtSettings());
        });
      return () => {
        isStopped = true;
        lookAtSettings = () => undefined;
        stop();
      };
    },
    doctor: async (session) => {
      const checks = await checkup(home, session, terminal, undefined, preferences.problems);
      return checks.map((check) => completeCheck(check, (text) => hints(text, session.profile)));
    },
    hints,
    async readCurrent() {
      try {
        const now = await home.reload();
        listProfiles(now.config, now.environment);
        home = now;
      } catch {
        // A mistake that was written meanwhile: what was read before is told.
      }
    },
    loadViewState: (profile) => views.load(profile),
    saveViewState: (profile, state) => void logFailure('view not saved', () => views.save(profile, state)),
    loadDraft: (profile) => drafts.load(profile),
    saveDraft: (profile, draft) => logFailure('draft not saved', () => drafts.save(profile, draft)),
    addDraft: (profile, draft) => void logFailure('draft not saved', () => drafts.add(profile, draft)),
    openImport: async (path, labels) => (await import('./import/open-import.js')).openImport(atHome(path), labels),
    writeExport: async (path, text) => (await import('./write-export.js')).writeExport(atHome(path), text),
    log: (event, detail) => log.write(event, detail),
  };
}

const settingNames = {
  colour: 'colour',
  motion: 'motion',
  screenReader: 'screen-reader',
  refreshMs: 'refresh',
  theme: 'theme',
  glyphs: 'glyphs',
  pane: 'pane',
} as const;

function toUiSettings({ settings, config, environment }: Home): Omit<UiSettings, 'views'> {
  const { colour, motion, screenReader, refreshMs, theme, glyphs, pane } = settings;
  const { hasGlyphs, hasDarkBackground } = environment;
  return {
    colour,
    motion,
    screenReader,
    refreshMs,
    theme,
    glyphs,
    pane,
    hasGlyphs,
    hasDarkBackground,
    categoryLabels: labelsOf(config, undefined),
  };
}

/** What a person is told; anything else is a mistake of ours and goes on up. */
function problemOf(error: unknown): Problem {
  if (error instanceof Error && 'problem' in error) {
    return error.problem as Problem;
  }

  throw error;
}
