import { cellWidth } from '../../platform/text/terminal-text.js';
import { helpRows } from '../../tui/keys/key-lookup.js';
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
export const keySections: readonly { readonly title: string; readonly rows: ReturnType<typeof helpRows> }[] = [
  ...modes.map(([title, mode]) => ({ title, rows: helpRows(mode) })),
  {
    title: 'After :',
    rows: [{ keys: '42, Q-3', does: 'show that animal' }, ...commands.map(({ name, argument, does }) => ({ keys: argument === undefined ? name : `${name} ${argument}`, does }))],
  },
];

/** `petstore help keys`. */
export function toKeysText(): string {
  const sections = keySections.map(({ title, rows }) => [title, ...rows.map(({ keys, does }) => `  ${keys}${' '.repeat(Math.max(1, 24 - cellWidth(keys)))}${does}`)].join('\n'));
  return `Keys of the app\n\n${sections.join('\n\n')}\n`;
}
