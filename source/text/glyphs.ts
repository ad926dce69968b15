import type { PetStatus } from '../domain/pet.ts';
import type { Int64 } from '../domain/int64.ts';

/** The signs beside words, each of one cell, and behind it that of ASCII. `hue`: before a category's name. */
const signPairs = {
  available: ['●', '+'],
  pending: ['◐', '/'],
  sold: ['○', '-'],
  none: ['·', '.'],
  ascending: ['▲', '^'],
  descending: ['▼', 'v'],
  /** Between a screen and its pane. */
  divider: ['│', '|'],
  rule: ['─', '-'],
  bar: ['▇', '#'],
  dot: ['·', '-'],
  // Without a colour it would have no meaning.
  hue: ['▍', ''],
} as const;
/** The signs that are drawn. An empty one cannot be. */
export type Glyphs = Readonly<Record<keyof typeof signPairs, string>>;

const [unicode, ascii] = [{}, {}] as [Record<keyof Glyphs, string>, Record<keyof Glyphs, string>];
// A loop instead of a function, as each start loads this and few of them draw.
for (const name of Object.keys(signPairs) as (keyof Glyphs)[]) {
  [unicode[name], ascii[name]] = signPairs[name];
}

/** Before the row that keys are about; `>` if only ASCII can be drawn. */
export const cursorSign = '▌';
/** Signs in texts, and below each the one of ASCII in its place, of one cell as well. */
const drawn = '…→–•≠↑↓←█▀▄▇▌▍░';
const inAscii = '~>-*/^v<####> .';
const signs = new RegExp(`[${drawn}]`, 'gu');

/** A text without signs that only a larger character set has. Letters stay: a person entered them. */
export function toAscii(text: string): string {
  return text.replace(signs, (sign) => inAscii[drawn.indexOf(sign)] ?? sign);
}

const arrowKeys: Readonly<Record<string, string>> = { '↑': 'Up', '↓': 'Down', '←': 'Left', '→': 'Right' };

/** Names of keys, the arrows in words if they cannot be drawn: `v` is a key of its own. */
export function spellKeys(keys: string, glyphs: Glyphs): string {
  return areAscii(glyphs) ? keys.replace(/[↑↓←→]/gu, (arrow) => arrowKeys[arrow] ?? arrow) : keys;
}

/** Whether these are the signs of ASCII. */
export function areAscii(glyphs: Glyphs): boolean {
  return glyphs.rule === ascii.rule;
}

/** The signs of a choice; `auto` depends on the terminal. The bars of categories have no meaning without hues. */
export function glyphsOf(choice: 'auto' | 'unicode' | 'ascii', hasGlyphs: boolean, hasHues: boolean): Glyphs {
  const isAscii = choice === 'ascii' || (choice === 'auto' && !hasGlyphs);
  return isAscii ? ascii : { ...unicode, ...(hasHues ? {} : { hue: '' }) };
}

/** The same for somebody who listens: no sign beside a word that says as much. */
export function withoutSigns(glyphs: Glyphs): Glyphs {
  return { ...glyphs, available: '', pending: '', sold: '', none: '', hue: '' };
}

/** The sign of a status that stands without its word; else the word. */
export function statusSign(status: PetStatus | undefined, glyphs: Glyphs): ToneText {
  return status === undefined
    ? { text: glyphs.none || 'not set', tone: 'quiet' }
    : { text: glyphs[status] || status, tone: status };
}

/** A status with its sign; empty without one. */
export function statusText(status: PetStatus | undefined, glyphs: Glyphs): string {
  return status === undefined ? '' : `${glyphs[status]} ${status}`;
}

/** The hues of the bars before the names of categories. */
export const hueTones = ['hue-0', 'hue-1', 'hue-2', 'hue-3', 'hue-4', 'hue-5'] as const;

/** The subject of a sign or a text, from which its look follows. */
export type Tone =
  | PetStatus
  | 'needs-you'
  | 'waits'
  | 'current'
  | 'strong'
  | 'quiet'
  | 'match'
  | 'accent'
  | (typeof hueTones)[number];

/** The hue of a category, the same in every list and bar. */
export function hueOf(categoryId: Int64): Tone {
  const count = BigInt(hueTones.length);
  return hueTones[Number(((BigInt(categoryId) % count) + count) % count)] ?? 'hue-0';
}

/** A piece of a line. Its text says everything; the tone only doubles that. */
export type ToneText = { readonly text: string; readonly tone?: Tone };

/** All that pieces say. */
export const plainText = (pieces: readonly ToneText[]): string => pieces.map(({ text }) => text).join('');
