import type { PetStatus } from '../domain/pet.js';

/** The signs that are drawn beside words, each of one cell. */
export type Glyphs = Readonly<Record<PetStatus | 'ascending' | 'descending' | 'divider' | 'rule' | 'bar' | 'thumb' | 'dot', string>>;

const unicode: Glyphs = { available: '●', pending: '◐', sold: '○', ascending: '▲', descending: '▼', divider: '│', rule: '─', bar: '█', thumb: '█', dot: '·' };
const ascii: Glyphs = { available: '+', pending: '/', sold: '-', ascending: '^', descending: 'v', divider: '|', rule: '-', bar: '#', thumb: '#', dot: '-' };

/**
 * Each of them that is not ASCII, and the sign of a text that was cut: the painter counts them as one cell, as the whole layout does.
 * For terminals that give them two there is `glyphs: ascii`.
 */
export const oneCellSigns: ReadonlySet<string> = new Set([...Object.values(unicode), '…']);

/** The signs of a choice; `auto` goes by what the terminal can draw. */
export function glyphsOf(choice: 'auto' | 'unicode' | 'ascii', hasGlyphs: boolean): Glyphs {
  return choice === 'unicode' || (choice === 'auto' && hasGlyphs) ? unicode : ascii;
}

/** A status with its sign; empty where none is set. */
export function statusText(status: PetStatus | undefined, glyphs: Glyphs, word: string = status ?? ''): string {
  return status === undefined ? '' : `${glyphs[status]} ${word}`;
}
