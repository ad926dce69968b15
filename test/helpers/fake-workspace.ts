import type { Draft, Profile, UiSettings, ViewState } from '../../source/app/workspace.ts';
import type { Session } from '../../source/app/session/compose-session.ts';
import type { Workspace } from '../../source/app/create-workspace.ts';
import { openImport } from '../../source/app/import/files.ts';
import { rememberSaid } from '../../source/app/import/memory.ts';
import type { Config } from '../../source/app/settings/config-file.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import type { Engine } from '../../source/sync/api.ts';

export type FakeWorkspace = Workspace & {
  readonly drafts: Map<string, Draft>;
  /** What stands in the form of a queued animal. */
  readonly changes: Map<string, Draft>;
  readonly views: Map<string, ViewState>;
  readonly log: Workspace['log'];
  readonly saved: string[];
  /** What a shell changed in the configuration: it is known from the next reading on. */
  readonly inShell: { profiles: Record<string, string>; labels: Record<Int64, string> };
};

export const plainSettings: UiSettings = {
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

/** A workspace in memory around one engine. */
export function createFakeWorkspace(
  engine: Engine,
  options: {
    readonly settings?: Partial<UiSettings>;
    readonly firstRun?: boolean;
    readonly profile?: string;
    readonly view?: ViewState;
    readonly ownKeys?: Workspace['ownKeys'];
    readonly keyProblem?: string;
    readonly stranded?: readonly string[];
  } = {},
): FakeWorkspace {
  const profiles: Profile[] = options.firstRun
    ? []
    : [
        {
          name: options.profile ?? 'main',
          baseUrl: 'https://pets.example.org/v1',
          allowHttp: false,
          idempotency: 'auto',
          source: 'config',
        },
      ];
  const drafts = new Map<string, Draft>();
  const further = new Map<string, Draft[]>();
  const changes = new Map<string, Draft>();
  const views = new Map<string, ViewState>(options.view ? [['main', options.view]] : []);
  const saved: string[] = [];
  const inShell: FakeWorkspace['inShell'] = { profiles: {}, labels: {} };
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
        profiles.push({ name, baseUrl, allowHttp: false, idempotency: 'auto', source: 'config' });
      }

      labels = { ...labels, ...inShell.labels };
      Object.assign(inShell, { profiles: {}, labels: {} });
      return Promise.resolve();
    },
    isNpmStart: false,
    ownKeys: options.ownKeys ?? new Map<string, readonly string[]>(),
    keyProblem: options.keyProblem,
    damage: undefined,
    settings: { ...plainSettings, ...options.settings },
    initialProfile: options.firstRun ? undefined : 'main',
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

      profiles.push({ name, baseUrl, allowHttp: false, idempotency: 'auto', source: 'config' });
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
    openImport: (path, labels) => openImport(path, { labels, memories: config.imports ?? [] }),
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
