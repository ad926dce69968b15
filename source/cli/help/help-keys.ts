import { cellWidth } from '../../platform/text/terminal-text.js';
import type { OwnKeys } from '../../app/preferences/bind-keys.js';
import type { Home } from '../../app/home.js';
import { type Preferences, readPreferences } from '../../app/preferences/preferences.js';
import { actionRows, helpRows } from '../../tui/keys/key-lookup.js';
import { keyTable } from '../../tui/keys/keymap.js';
import { commands } from '../../tui/palette.js';
import type { Mode } from '../../tui/state/ui-state.js';

const modes: readonly (readonly [title: string, mode: Mode])[] = [
  ['List', 'list'],
  ['View', 'view'],
  ['Filter', 'filter'],
  ['Add and edit', 'form'],
  ['Queue', 'queue'],
  ['Review', 'review'],
  ['Settings', 'settings'],
  ['Question', 'confirm'],
  ['Command line', 'command'],
];

/** Every key, by where it works, and what can be typed after `:`. Made from the tables that drive the app. */
export function keySections(
  own: OwnKeys = new Map(),
): readonly { readonly title: string; readonly rows: ReturnType<typeof helpRows> }[] {
  return [...modes.map(([title, mode]) => ({ title, rows: helpRows(mode, own) })), typed];
}

const typed = {
  title: 'After :',
  rows: [
    { keys: '42, Q-3', does: 'show that animal' },
    ...commands.map(({ name, argument, does }) => ({
      keys: argument === undefined ? name : `${name} ${argument}`,
      does,
    })),
  ],
};

/** `petstore help keys`: as they are bound, and what the actions are called in the configuration. */
export function toKeysText(own: OwnKeys = new Map()): string {
  const actions = {
    title: 'Names for "keys" in config.json',
    rows: actionRows(own).map(({ action, keys, does }) => ({ keys: action, does: `${does}: ${keys}` })),
  };
  const sections = [...keySections(own), actions].map(({ title, rows }) =>
    [title, ...rows.map(({ keys, does }) => `  ${keys}${' '.repeat(Math.max(1, 24 - cellWidth(keys)))}${does}`)].join(
      '\n',
    ),
  );
  return `Keys of the app\n\n${sections.join('\n\n')}\n`;
}

/** What a person bound and named, with what of it is ignored. */
export function readOwn(home: Pick<Home, 'config' | 'configFile'>): Promise<Preferences> {
  return readPreferences(home, keyTable);
}
