import { factsOf, snapshotOf, type App } from '../app-context.js';
import type { CursorRows } from '../models/position.js';
import { currentScreen } from '../state/ui-state.js';
import { countText } from '../../text/count-text.js';

/** A change by Enter on a row of the settings. `name`: of the profile or the category, if it is about one. */
export type SettingsAction =
  | { readonly type: 'toggle'; readonly name: 'colour' | 'motion' | 'mouse' | 'screenReader' }
  | { readonly type: 'choose'; readonly name: 'theme' | 'glyphs' | 'pane' }
  | { readonly type: SettingsCommand; readonly name?: string };

/** The changes that are not a switch or a choice. */
export type SettingsCommand =
  | 'open-profile'
  | 'open-demo'
  | 'add-profile'
  | 'address'
  | 'enter-key'
  | 'test'
  | 'doctor'
  | 'refresh-interval'
  | 'label'
  | 'add-label';

/** A line of the settings screen. */
export type SettingsRow = {
  readonly key: string;
  /** The section's title, in its first row. */
  readonly section: string;
  readonly label: string;
  readonly value: string;
  readonly action?: SettingsAction | undefined;
  readonly tone?: 'good' | 'bad';
};

type Unplaced = Omit<SettingsRow, 'section'>;

/** The settings as rows under a cursor; the first of a section carries its title. */
export function settingsRows(app: App): CursorRows<SettingsRow> {
  const sections = {
    Profiles: profiles(app),
    Store: store(app),
    Display: display(app),
    Categories: categories(app),
    Doctor: doctor(app),
    Files: files(app),
  };
  const rows = Object.entries(sections).flatMap(([title, each]) =>
    each.map((row, index): SettingsRow => ({ ...row, key: `${title} ${row.key}`, section: index === 0 ? title : '' })),
  );
  return { count: rows.length, at: (index) => rows[index], indexOf: (key) => rows.findIndex((row) => row.key === key) };
}

function toRow(key: string, value: string, action?: SettingsAction, label = key): Unplaced {
  return { key, label, value, action };
}

const origins = { environment: ', from PETSTORE_BASE_URL', demo: ', built in', config: '' } as const;

function profiles({ workspace, model }: App): readonly Unplaced[] {
  const current = model.get().session?.profile;
  const listed = workspace.listProfiles();
  // The built-in store is a profile that needs no setting up.
  const known = current && !listed.some(({ name }) => name === current.name) ? [current, ...listed] : listed;
  const hasDemo = known.some(({ source }) => source === 'demo');
  return [
    ...known.map(({ name, baseUrl, source }) => {
      const value = `${baseUrl}${origins[source]}${name === current?.name ? ' (open)' : ''}`;
      return toRow(name, value, { type: 'open-profile', name });
    }),
    ...(hasDemo ? [] : [toRow('demo', 'the built-in store', { type: 'open-demo' })]),
    toRow('+', 'connect to another store', { type: 'add-profile' }, 'add'),
  ];
}

function store(app: App): readonly Unplaced[] {
  const { session } = app.model.get();
  const { address, hasAnswered } = factsOf(app);
  const isAsked = snapshotOf(app).connection.state !== 'connecting';
  const doubt = isAsked ? ' (its list was never read)' : ' (not asked yet)';
  const found = address === undefined || hasAnswered ? '' : doubt;
  const key = session?.key ? `••••${session.key.last4}, ${session.key.source}` : 'none';
  const isFixed = session?.profile.source !== 'config';
  return [
    toRow('address', `${session?.profile.baseUrl ?? '-'}${found}`, isFixed ? undefined : { type: 'address' }),
    toRow('key', key, { type: 'enter-key' }, 'API key'),
    toRow('test', 'ask the store whether address and key are right', { type: 'test' }),
  ];
}

function display({ model }: App): readonly Unplaced[] {
  const { colour, motion, mouse, screenReader, refreshMs, theme, glyphs, pane } = model.get().settings;
  const shown = colour || theme !== 'auto' ? theme : 'none, as colours are off';
  const word = (isOn: boolean): string => (isOn ? 'on' : 'off');
  const later = '(from the next start)';
  return [
    toRow('colour', word(colour), { type: 'toggle', name: 'colour' }, 'colours'),
    toRow('theme', shown, { type: 'choose', name: 'theme' }),
    toRow('glyphs', glyphs, { type: 'choose', name: 'glyphs' }, 'signs'),
    toRow('pane', pane, { type: 'choose', name: 'pane' }),
    toRow('motion', word(motion), { type: 'toggle', name: 'motion' }),
    toRow('mouse', word(mouse), { type: 'toggle', name: 'mouse' }),
    toRow('screenReader', `${word(screenReader)} ${later}`, { type: 'toggle', name: 'screenReader' }, 'screen reader'),
    toRow('refresh', `every ${refreshMs / 1000} s ${later}`, { type: 'refresh-interval' }),
  ];
}

function categories({ model }: App): readonly Unplaced[] {
  return [
    ...Object.entries(model.get().settings.categoryLabels).map(([name, label]) =>
      toRow(name, label, { type: 'label', name }),
    ),
    toRow('+', 'give a category a name', { type: 'add-label' }, 'name'),
  ];
}

function doctor({ model }: App): readonly Unplaced[] {
  const screen = currentScreen(model.get());
  const checks = screen.name === 'settings' ? (screen.checks ?? []) : [];
  const bad = checks.filter((check) => !check.ok).length;
  const found = bad === 0 ? 'all is well' : countText(bad, 'problem');
  const verdict = checks.length === 0 ? 'check address, key, clock, files, locks and terminal' : found;
  return [
    toRow('run', verdict, { type: 'doctor' }),
    ...checks.map(({ name, ok, detail, remedy }): Unplaced => {
      const value = ok || remedy === undefined ? detail : `${detail}${/[.!?]$/.test(detail) ? '' : '.'} ${remedy}`;
      return { ...toRow(name, value, undefined, `${ok ? 'ok' : '!!'} ${name}`), tone: ok ? 'good' : 'bad' };
    }),
  ];
}

function files({ model, workspace }: App): readonly Unplaced[] {
  const paths = Object.entries(model.get().session?.paths ?? {});
  return [...paths.map(([name, path]) => toRow(name, path)), toRow('version', workspace.version)];
}
