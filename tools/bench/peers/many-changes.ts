/**
 * Imports 500 animals into an open app's engine, discards all of them and restores them, as the marks of the app do it,
 * and prints in milliseconds: the import, the slower of the two changes, and the longest time that a key would have
 * waited meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPetClient } from '../../../source/client/pet-client.js';
import type { Int64 } from '../../../source/domain/int64.js';
import { createLocalFiles } from '../../../source/local/local-files.js';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import { systemClock } from '../../../source/platform/time/clock.js';
import { createEngine } from '../../../source/sync/engine.js';

const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
// Nothing listens there, and nobody is told.
const baseUrl = 'http://127.0.0.1:9/v1';
const engine = createEngine({
  local: createLocalFiles({
    folder,
    identity: baseUrl,
    machine: 'bench',
    fileSystem: diskFileSystem,
    clock: systemClock,
  }),
  client: createPetClient({
    baseUrl,
    apiKey: 'bench',
    userAgent: 'petstore-bench',
    clock: systemClock,
    requestTimeoutMs: 1000,
    connectTimeoutMs: 1000,
  }),
  clock: systemClock,
  random: () => 0,
  credential: 'bench',
  idempotency: 'auto',
  process: 'bench',
  settleMs: 60_000,
  refreshMs: 60_000,
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
