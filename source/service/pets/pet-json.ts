import type { Pet } from '../../domain/pet.js';

/**
 * A pet as JSON text, as the wire has it: exact integers, an unset status left out. Written by hand because pages are made of little
 * else: half the time of `JSON.stringify` on `toWirePet`. Only the name can hold anything that needs escaping.
 */
export function toPetJson({ id, name, categoryId, status }: Pet): string {
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${status === undefined ? '' : `,"status":"${status}"`}}`;
}
