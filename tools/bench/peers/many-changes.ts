/**
 * Imports 500 animals into an open app's engine, discards all of them and restores them, as the marks of the app do it,
 * and prints in milliseconds: the import, the slower of the two changes, and the longest time that a key would have
 * waited meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Int64 } from '../../../source/domain/int64.ts';
import { openEngine } from '../measure/open-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
const engine = openEngine(folder, {
  // Nothing listens there, and nobody is told.
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'bench',
  requestTimeoutMs: 1000,
  connectTimeoutMs: 1000,
});

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

let longest = 0;
let last = performance.now();
const turning = setInterval(() => {
  longest = Math.max(longest, performance.now() - last);
  last = performance.now();
}, 5);

try {
  await engine.load();
  engine.start();
  const pets = Array.from({ length: 500 }, (_, index) => ({ name: `Pet ${index}`, categoryId: '3' as Int64 }));
  const imported = await time(() => engine.importPets(pets, { again: true }));
  const localIds = engine.snapshot().entries.map(({ localId }) => localId);
  last = performance.now();
  longest = 0;
  const changes: number[] = [];
  for (const action of ['discard', 'restore'] as const) {
    changes.push(await time(() => engine.changeMany(localIds.map((localId) => ({ action, localId })))));
  }

  if (localIds.length !== 500) {
    throw new Error('not all were imported, so nothing was measured');
  }

  console.log(JSON.stringify([imported, Math.max(...changes), longest]));
} finally {
  clearInterval(turning);
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
