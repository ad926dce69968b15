import { resolve } from 'node:path';

/** The path of a peer: a small program that does the same with nothing around it. */
export function peer(name: string): string {
  return resolve(import.meta.dirname, '../peers', name);
}
