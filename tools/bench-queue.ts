/**
 * What it costs to enter an animal durably and to send a thousand, against what the disk and
 * the service take for the same without a queue. Needs `npm run build` first. Exits with 1 where a goal is missed.
 *
 * Every figure is the median of rounds that alternate between the two sides, so that whatever else the machine does
 * meets both alike.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toInt64 } from '../source/domain/int64.ts';
import type { NewPet } from '../source/domain/pet.ts';
import { diskFileSystem } from '../source/platform/files/file-system.ts';
import { serialiseNewPet } from '../source/platform/json/json.ts';
import type { Engine } from '../source/sync/api.ts';
import { interleave } from './bench/measure/interleave.ts';
import { median } from './bench/measure/ratio-of-medians.ts';
import { openEngine } from './bench/measure/open-engine.ts';
import { describeMachine, toTable } from './bench/measure/report.ts';
import { isMet, ratio, type Row } from './bench/measure/row.ts';
import { startService } from './bench/measure/start-service.ts';

/** What the engine sends at once to a service that honours keys. */
const lanes = 8;
const drained = 1000;
const base = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
const nowhere = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'pst_bench' };
let made = 0;
const newFolder = (): string => join(base, randomUUID());
const newPet = (): NewPet => ({ name: `Pet ${(made += 1)}`, categoryId: toInt64(7)!, status: 'available' });
const timed = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
  const start = performance.now();
  await work();
  return [performance.now() - start];
};

async function queueOf(count: number): Promise<{ readonly engine: Engine; readonly folder: string }> {
  const folder = newFolder();
  const engine = openEngine(folder, nowhere);
  await engine.load();
  await engine.importPets(Array.from({ length: count }, newPet), { again: true });
  return { engine, folder };
}

/** The same bytes made durable in the place of those before, with nothing around them. */
async function writeBare(folder: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, randomUUID());
  const file = await open(temporary, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(temporary, join(folder, 'bare.json'));
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

/** How many wait, and how many milliseconds a change may take beyond the bare write of so many bytes. */
const bounds = [
  [10, 1.2],
  [1000, 3],
  // No more than 10 000 may wait.
  [9900, 20],
] as const;

async function measureEntering(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [count, atMost] of bounds) {
    const { engine, folder } = await queueOf(count);
    const bytes = await diskFileSystem.readFile(join(folder, 'queue.json'));
    const { change, bare } = await interleave(
      { change: () => timed(() => engine.add(newPet())), bare: () => timed(() => writeBare(folder, bytes)) },
      31,
    );
    const [took, least] = [median(change[0] ?? []), median(bare[0] ?? [])];
    rows.push({
      measured: `enter an animal with ${count} waiting`,
      against: 'write, fsync, rename, fsync of as many bytes; beyond it',
      value: took - least,
      atMost,
      detail: `${took.toFixed(1)} ms - ${least.toFixed(1)} ms`,
    });
  }

  return rows;
}

async function measureDraining(): Promise<readonly Row[]> {
  const service = await startService({ program: join(import.meta.dirname, '../dist/cli.js'), folder: base });
  try {
    const { drain, bare } = await interleave(
      {
        drain: async () => {
          const engine = openEngine(newFolder(), { baseUrl: service.baseUrl, apiKey: service.apiKey });
          await engine.importPets(Array.from({ length: drained }, newPet), { again: true });
          // Nothing but the sending: the list, which grows from round to round, is not part of what the bare loop does.
          await engine.refresh('all', 'whole');
          const took = await timed(async () => {
            const { waiting } = await engine.sync({ timeoutMs: 600_000, signal: new AbortController().signal });
            if (waiting > 0) {
              throw new Error(`${waiting} were not sent.`);
            }
          });
          await engine.stop();
          return took;
        },
        bare: () => timed(() => postBare(service)),
      },
      15,
    );
    return [ratio(`send ${drained} queued animals`, `the bare posts, ${lanes} at once`, drain[0], bare[0], 3)];
  } finally {
    await service.stop();
  }
}

async function postBare({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): Promise<void> {
  const bodies = Array.from({ length: drained }, () => serialiseNewPet(newPet())).values();
  const lane = async (): Promise<void> => {
    for (const body of bodies) {
      const headers = {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': `"${randomUUID()}"`,
      };
      const response = await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body });
      await response.json();
      if (response.status !== 201) {
        throw new Error(`The service answered ${response.status}.`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

try {
  const rows = [...(await measureEntering()), ...(await measureDraining())];
  process.stdout.write(`${describeMachine()}\n\n${toTable(rows)}\n`);
  process.exitCode = rows.every(isMet) ? 0 : 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}
