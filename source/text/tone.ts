import type { Int64 } from '../domain/int64.js';
import type { PetStatus } from '../domain/pet.js';

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
