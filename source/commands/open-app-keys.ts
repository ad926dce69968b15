import { cellWidth } from '../platform/terminal-text.js';
import { helpRows } from '../ui/key-lookup.js';
import type { Mode } from '../ui/state/ui-state.js';

const modes: readonly (readonly [title: string, mode: Mode])[] = [
  ['List', 'list'],
  ['View', 'view'],
  ['Filter', 'filter'],
  ['Add and edit', 'form'],
  ['Queue', 'queue'],
  ['Settings', 'settings'],
];

/** `petstore help keys`: from the table that drives the app's keys. */
export function toKeysText(): string {
  const sections = modes.map(([title, mode]) => [title, ...helpRows(mode).map(({ keys, does }) => `  ${keys}${' '.repeat(Math.max(1, 24 - cellWidth(keys)))}${does}`)].join('\n'));
  return `Keys of the app\n\n${sections.join('\n\n')}\n`;
}
