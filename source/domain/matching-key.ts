import type { NewPet } from './pet.js';

/**
 * What identifies an animal for recognition: name (NFC, trimmed, runs of spaces collapsed) and category. Two entries with
 * the same key are never in flight together, or one could be taken for the other.
 */
export function matchingKey({ name, categoryId }: NewPet): string {
  return `${categoryId} ${name.normalize('NFC').trim().replace(/\s+/gu, ' ')}`;
}
