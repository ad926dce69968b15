import { factsOf, snapshotOf, type App } from '../app-context.js';
import type { CursorRows } from '../models/position.js';
import { currentScreen } from '../state/ui-state.js';
import { countText } from '../../text/count-text.js';

/** What Enter does on a row of the settings. */
export type SettingsAction =
  | { readonly type: 'open-profile'; readonly name: string }
  | { readonly type: 'toggle'; readonly name: 'colour' | 'motion' | 'mouse' | 'screenReader' }
  | { readonly type: 'choose'; readonly name: 'theme' | 'glyphs' | 'pane' }
  | { readonly type: 'open-demo' | 'add-profile' | 'address' | 'enter-key' | 'test' | 'doctor' | 'refresh-interval' }
  | { readonly type: 'label'; readonly category?: string };

/** A line of the settings screen. */
export type SettingsRow = {
  readonly key: string;
  /** The section's title, in its first row. */
  readonly section: string;
  readonly label: string;
  readonly value: string;
  readonly action?: SettingsAction;
  readonly tone?: 'good' | 'bad';
};

type Unplaced = Omit<SettingsRow, 'section'>;
type Section = { readonly title: string; readonly rows: readonly Unplaced[] };

/** The settings as rows under a cursor; the first of a section carries its title. */
export function settingsRows(app: App): Omit<CursorRows, 'at'> & { at(index: number): SettingsRow | undefined } {
  const rows = [profiles(app), store(app), display(app), categories(app), doctor(app), files(app)].flatMap(
    ({ title, rows }) =>
      rows.map((row, index): SettingsRow => ({
        ...row,
        key: `${title} ${row.key}`,
        section: index === 0 ? title : '',
      })),
  );
  return { count: rows.length, at: (index) => rows[index], indexOf: (key) => rows.findIndex((row) => row.key === key) };
}

const origins = { environment: ', from PETSTORE_BASE_URL', demo: ', built in', config: '' } as const;

function profiles({ workspace, model }: App): Section {
  const current = model.get().session?.profile;
  const listed = workspace.listProfiles();
  // The built-in store is a profile nobody has to set up.
  const known = current && !listed.some(({ name }) => name === current.name) ? [current, ...listed] : listed;
  const demo: Unplaced = { key: 'demo', label: 'demo', value: 'the built-in store', action: { type: 'open-demo' } };
  const rows = known.map(({ name, baseUrl, source }): Unplaced => {
    return {
      key: name,
      label: name,
      value: `${baseUrl}${origins[source]}${name === current?.name ? ' (open)' : ''}`,
      action: { type: 'open-profile', name },
    };
  });
  const add: Unplaced = { key: '+', label: 'add', value: 'connect to another store', action: { type: 'add-profile' } };
  const hasDemo = known.some(({ source }) => source === 'demo');
  return { title: 'Profiles', rows: [...rows, ...(hasDemo ? [] : [demo]), add] };
}

function store(app: App): Section {
  const { session } = app.model.get();
  const { address, hasAnswered } = factsOf(app);
  const found =
    address === undefined || hasAnswered
      ? ''
      : snapshotOf(app).connection.state === 'connecting'
        ? ' (not asked yet)'
        : ' (its list was never read)';
  const key = session?.key ? `••••${session.key.last4}, ${session.key.source}` : 'none';
  return {
    title: 'Store',
    rows: [
      {
        key: 'address',
        label: 'address',
        value: `${session?.profile.baseUrl ?? '-'}${found}`,
        ...(session?.profile.source === 'config' ? { action: { type: 'address' } } : {}),
      },
      { key: 'key', label: 'API key', value: key, action: { type: 'enter-key' } },
      {
        key: 'test',
        label: 'test',
        value: 'ask the store whether address and key are right',
        action: { type: 'test' },
      },
    ],
  };
}

function display({ model }: App): Section {
  const { colour, motion, mouse, screenReader, refreshMs, theme, glyphs, pane } = model.get().settings;
  const toggle = (name: 'colour' | 'motion' | 'mouse' | 'screenReader', label: string, on: boolean): Unplaced => ({
    key: name,
    label,
    value: on ? 'on' : 'off',
    action: { type: 'toggle', name },
  });
  return {
    title: 'Display',
    rows: [
      toggle('colour', 'colours', colour),
      {
        key: 'theme',
        label: 'theme',
        value: colour || theme !== 'auto' ? theme : 'none, as colours are off',
        action: { type: 'choose', name: 'theme' },
      },
      { key: 'glyphs', label: 'signs', value: glyphs, action: { type: 'choose', name: 'glyphs' } },
      { key: 'pane', label: 'pane', value: pane, action: { type: 'choose', name: 'pane' } },
      toggle('motion', 'motion', motion),
      toggle('mouse', 'mouse', mouse),
      {
        ...toggle('screenReader', 'screen reader', screenReader),
        value: `${screenReader ? 'on' : 'off'} (from the next start)`,
      },
      {
        key: 'refresh',
        label: 'refresh',
        value: `every ${refreshMs / 1000} s (from the next start)`,
        action: { type: 'refresh-interval' },
      },
    ],
  };
}

function categories({ model }: App): Section {
  const labels = Object.entries(model.get().settings.categoryLabels).map(([category, label]): Unplaced => ({
    key: category,
    label: category,
    value: label,
    action: { type: 'label', category },
  }));
  return {
    title: 'Categories',
    rows: [...labels, { key: '+', label: 'name', value: 'give a category a name', action: { type: 'label' } }],
  };
}

function doctor({ model }: App): Section {
  const screen = currentScreen(model.get());
  const checks = screen.name === 'settings' ? (screen.checks ?? []) : [];
  const bad = checks.filter((check) => !check.ok).length;
  const found = bad === 0 ? 'all is well' : countText(bad, 'problem');
  const verdict = checks.length === 0 ? 'check address, key, clock, files, locks and terminal' : found;
  return {
    title: 'Doctor',
    rows: [
      { key: 'run', label: 'run', value: verdict, action: { type: 'doctor' } },
      ...checks.map(({ name, ok, detail, remedy }): Unplaced => {
        const value = ok || remedy === undefined ? detail : `${detail}${/[.!?]$/.test(detail) ? '' : '.'} ${remedy}`;
        return { key: name, label: `${ok ? 'ok' : '!!'} ${name}`, value, tone: ok ? 'good' : 'bad' };
      }),
    ],
  };
}

function files({ model, workspace }: App): Section {
  const paths = Object.entries(model.get().session?.paths ?? {}).map(([what, path]): Unplaced => ({
    key: what,
    label: what,
    value: path,
  }));
  return { title: 'Files', rows: [...paths, { key: 'version', label: 'version', value: workspace.version }] };
}
