import type { Draft, Profile, UiSettings, ViewState } from '../../source/app/workspace.ts';
import type { Session } from '../../source/app/session/compose-session.ts';
import type { Workspace } from '../../source/app/create-workspace.ts';
import { openImport } from '../../source/app/import/files.ts';
import { rememberSaid } from '../../source/app/import/memory.ts';
import { inApp } from '../../source/text/animal/read-category-text.ts';
import type { Config } from '../../source/app/settings/config-file.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import type { Engine } from '../../source/sync/api.ts';

export type FakeWorkspace = Workspace & {
  readonly drafts: Map<string, Draft>;
  /** What stands in the form of a queued animal. */
  readonly changes: Map<string, Draft>;
  readonly views: Map<string, ViewState>;
  readonly saved: string[];
  /** What a shell changed in the configuration: it is known from the next reading on. */
  readonly inShell: { profiles: Record<string, string>; labels: Record<Int64, string>; settings: Partial<UiSettings> };
};

const plainSettings: UiSettings = {
  mouse: true,
  screenReader: false,
  refreshMs: 60_000,
  restMs: 0,
  escapeMs: 50,
  onQuit: 'keep',
  theme: 'none',
  glyphs: 'auto',
  hasGlyphs: true,
  has256Colours: false,
  background: undefined,
  categoryLabels: {},
};

export type FakeWorkspaceOptions = {
  readonly settings?: Partial<UiSettings>;
  /** There is no profile yet. */
  readonly firstRun?: boolean;
  readonly profile?: string;
  readonly view?: ViewState;
  /** What is kept of forms, by profile. */
  readonly drafts?: Readonly<Record<string, Draft>>;
  readonly changes?: Readonly<Record<string, Draft>>;
  /** Keys of a person's own, and why none of them counts. */
  readonly ownKeys?: Readonly<Record<string, readonly string[]>>;
  readonly keyProblem?: string;
  /** What waits for stores that no profile leads to. */
  readonly stranded?: readonly string[];
};

/** As the configuration has it. */
const configured = (name: string, baseUrl: string): Profile => ({
  name,
  baseUrl,
  allowHttp: false,
  idempotency: 'auto',
  source: 'config',
});

/** A workspace in memory around one engine. */
export function createFakeWorkspace(engine: Engine, options: FakeWorkspaceOptions = {}): FakeWorkspace {
  const { firstRun = false, profile: first = 'main', view } = options;
  const profiles = firstRun ? [] : [configured(first, 'https://pets.example.org/v1')];
  const drafts = new Map(Object.entries(options.drafts ?? {}));
  const further = new Map<string, Draft[]>();
  const changes = new Map(Object.entries(options.changes ?? {}));
  const views = new Map<string, ViewState>(view && !firstRun ? [['main', view]] : []);
  const saved: string[] = [];
  const inShell: FakeWorkspace['inShell'] = { profiles: {}, labels: {}, settings: {} };
  let labels = { ...plainSettings, ...options.settings }.categoryLabels;
  const keys = new Map([['main', 'secret-1234']]);
  let config: Config = {};
  const open = (name: string): Promise<Session> => {
    const profile = profiles.find((each) => each.name === name);
    const key = keys.get(name);
    return profile
      ? Promise.resolve({
          profile,
          engine,
          key: key === undefined ? undefined : { last4: key.slice(-4), source: 'key file' },
          paths: { config: '', key: '', store: '', queue: '', cache: '', state: '', log: '' },
          close: () => engine.stop(),
        })
      : Promise.reject(new Error(`no profile ${name}`));
  };

  return {
    drafts,
    changes,
    views,
    saved,
    inShell,
    hints: (text) => text,
    readCurrent() {
      for (const [name, baseUrl] of Object.entries(inShell.profiles)) {
        profiles.push(configured(name, baseUrl));
      }

      labels = { ...labels, ...inShell.labels };
      const { settings } = inShell;
      Object.assign(inShell, { profiles: {}, labels: {}, settings: {} });
      return Promise.resolve(settings);
    },
    isNpmStart: false,
    ownKeys: new Map(Object.entries(options.ownKeys ?? {})),
    keyProblem: options.keyProblem,
    damage: undefined,
    settings: { ...plainSettings, ...options.settings },
    initialProfile: firstRun ? undefined : 'main',
    listProfiles: () => profiles,
    openSession(name) {
      if (name === 'demo' && !profiles.some((profile) => profile.name === name)) {
        profiles.push({
          name,
          baseUrl: 'http://127.0.0.1:4010/v1',
          allowHttp: true,
          idempotency: 'honoured',
          source: 'demo',
        });
      }

      return open(name);
    },
    addProfile({ name, baseUrl }) {
      if (profiles.some((profile) => profile.name === name)) {
        return Promise.resolve({ code: 'bad_profile', message: `There is a profile "${name}" already.` });
      }

      profiles.push(configured(name, baseUrl));
      return Promise.resolve(undefined);
    },
    changeAddress({ name, baseUrl, hasAnswered }) {
      saved.push(`address ${name} ${baseUrl}${hasAnswered ? ' moved' : ''}`);
      const index = profiles.findIndex((profile) => profile.name === name);
      profiles[index] = { ...(profiles[index] as Profile), baseUrl };
      keys.delete(name);
      return Promise.resolve(undefined);
    },
    saveKey(profile, key) {
      keys.set(profile, key);
      saved.push(`key ${profile} ${key}`);
      return Promise.resolve(undefined);
    },
    labelsOf: () => labels,
    nameCategory(_profile, categoryId, label) {
      saved.push(`label ${categoryId} ${label ?? ''}`);
      const { [categoryId]: _before, ...others } = labels;
      labels = label === undefined ? others : { ...others, [categoryId]: label };
      return Promise.resolve(labels);
    },
    saveSetting: (key, value) => Promise.resolve(void saved.push(`${key} ${String(value)}`)),
    findStranded: () => Promise.resolve(options.stranded ?? []),
    doctor: () =>
      Promise.resolve([
        { name: 'address', ok: true, detail: 'answers' },
        { name: 'clock', ok: false, detail: 'is an hour late.', remedy: 'Set it right.' },
      ]),
    loadViewState: ({ name }) => views.get(name),
    saveViewState: ({ name }, state) => void views.set(name, state),
    loadDraft({ name }) {
      const next = drafts.has(name) ? undefined : further.get(name)?.shift();
      if (next) {
        drafts.set(name, next);
      }

      return drafts.get(name);
    },
    saveDraft({ name }, draft) {
      keep(drafts, name, draft);
      return true;
    },
    addDraft: ({ name }, draft) => void further.set(name, [...(further.get(name) ?? []), draft]),
    loadChange: ({ name }) => changes.get(name),
    saveChange: ({ name }, change) => keep(changes, name, change),
    openImport: (path, labels, encoding) =>
      openImport(path, { labels, encoding, naming: inApp, memories: config.imports ?? [] }),
    rememberColumns: (file, columns) =>
      rememberSaid({ update: (change) => Promise.resolve(void (config = change(config))) }, file, columns),
    log: () => undefined,
  };
}

function keep(kept: Map<string, Draft>, name: string, draft: Draft | undefined): void {
  if (draft) {
    kept.set(name, draft);
  } else {
    kept.delete(name);
  }
}
