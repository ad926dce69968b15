import { randomUUID } from 'node:crypto';
import type { Marks } from '../../source/local/origin/marks.js';

/** The marks of a machine of its own, in memory. */
export function createMemoryMarks(): Marks & { readonly lines: Map<string, readonly string[]> } {
  const lines = new Map<string, readonly string[]>();
  const machine = randomUUID();
  return {
    lines,
    folder: '/marks',
    machine: () => Promise.resolve(machine),
    read: (id) => Promise.resolve({ state: lines.has(id) ? 'own' : 'missing', lines: lines.get(id) ?? [] }),
    add: (id, more) => Promise.resolve(void lines.set(id, [...(lines.get(id) ?? []), ...more])),
    renew: () => undefined,
    replace: (id, all) => Promise.resolve(void lines.set(id, all)),
  };
}
