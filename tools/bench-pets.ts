/**
 * What the saved list costs: `node --expose-gc tools/bench-pets.ts`. For each size, in processor time, which
 * holds beside other work, the median of reading `pets.json` in a process of its own, as a command does, and of reading
 * and writing it again in the same one; of one pet as `get --offline` reads it; its bytes, and what it holds in memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Int64, toInt64 } from '../source/domain/int64.ts';
import { createVersionGate } from '../source/local/documents/document.ts';
import { readSavedPet } from '../source/local/read-saved-pet.ts';
import { createSavedPets } from '../source/local/saved-pets.ts';
import { diskFileSystem } from '../source/platform/files/file-system.ts';
import { median } from './bench/measure/ratio-of-medians.ts';
import { examplePets } from './bench/measure/example-pets.ts';

const rounds = 15;
const open = (folder: string) => createSavedPets(diskFileSystem, folder, createVersionGate());

async function timeOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

async function timesOf(work: () => unknown): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timeOf(work));
  }

  return median(times).toFixed(1);
}

const [asked] = process.argv.slice(2);
if (asked === undefined) {
  console.log(
    '| animals | first read, ms | read, ms | write, ms | one pet, ms | MB | in memory, MiB |\n|---|---|---|---|---|---|---|',
  );
  for (const count of [100, 1000, 10_000, 100_000]) {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-pets-'));
    try {
      await open(folder).write({
        resets: 0,
        pets: examplePets(count),
        lists: { all: { fetchedAt: new Date().toISOString(), complete: true } },
        lookedUp: [],
      });
      const figures = Array.from({ length: rounds }, () => {
        const child = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, folder], {
          encoding: 'utf8',
        });
        return child.stdout.trim().split(' ').map(Number);
      });
      const [first, memory] = [0, 1].map((place) => median(figures.map((each) => each[place] ?? NaN)).toFixed(1));
      const copy = await open(folder).read();
      const row = [
        count,
        first,
        await timesOf(() => open(folder).read()),
        await timesOf(() => copy && open(folder).write(copy)),
        await timesOf(() => readSavedPet(folder, toInt64(42) as Int64)),
        (statSync(join(folder, 'pets.json')).size / 1e6).toFixed(2),
        memory,
      ];
      console.log(`| ${row.join(' | ')} |`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
} else {
  const held = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const pets = open(asked);
  const before = held();
  let copy: unknown;
  const ms = await timeOf(async () => (copy = await pets.read()));
  const after = held();
  console.log(ms, (after - before) / 2 ** 20, copy === undefined);
}
