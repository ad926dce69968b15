import type { PetStatus } from '../domain/pet.js';

/** The signs that are drawn beside words, each of one cell. */
export type Glyphs = Readonly<Record<PetStatus | 'ascending' | 'descending' | 'divider' | 'rule' | 'bar' | 'thumb' | 'track' | 'dot', string>>;

const unicode: Glyphs = { available: '●', pending: '◐', sold: '○', ascending: '▲', descending: '▼', divider: '│', rule: '─', bar: '█', thumb: '█', track: '│', dot: '·' };
const ascii: Glyphs = { available: '+', pending: '/', sold: '-', ascending: '^', descending: 'v', divider: '|', rule: '-', bar: '#', thumb: '#', track: '|', dot: '-' };

/** The signs of a choice; `auto` goes by what the terminal can draw. */
export function glyphsOf(choice: 'auto' | 'unicode' | 'ascii', hasGlyphs: boolean): Glyphs {
  return choice === 'unicode' || (choice === 'auto' && hasGlyphs) ? unicode : ascii;
}

/** A status with its sign; empty where none is set. */
export function statusText(status: PetStatus | undefined, glyphs: Glyphs, word: string = status ?? ''): string {
  return status === undefined ? '' : `${glyphs[status]} ${word}`;
}
