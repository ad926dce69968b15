/**
 * `npm run bench:long-life` [-- --minutes=60]: the app stays open while the store changes all the time, and must stay
 * as it is: memory, open files and sockets, and files on disk. A minute is a day: forty animals come and as many go,
 * the person looks around and adds one, each fifth day the store is away for a while. What a year of use costs in the
 * local files is measured by `npm run bench:growth`.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createFaultService } from '../test/helpers/fault-service/fault-service.js';
import { openPty } from './measure/open-pty.js';
import { residentMemory } from './measure/process-facts.js';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, day: { type: 'string', default: '60' } },
});
const dayMs = Number(values.day) * 1000;
const days = Math.round((Number(values.minutes) * 60_000) / dayMs);
const size = 500;
/** Everything is loaded and compiled by then. */
const warmDays = Math.max(2, Math.floor(days / 5));

type Day = { readonly memory: number; readonly handles: number; readonly files: number };

const home = mkdtempSync(join(tmpdir(), 'petstore-long-life-'));
const service = await createFaultService();
const insert = (count: number, day: number): void => {
  for (let number = 0; number < count; number += 1) {
    service.insert({ name: `Day ${day} pet ${number}`, categoryId: 1 + (number % 4), status: 'available' });
  }
};
insert(size, 0);
const app = openPty([join(import.meta.dirname, '../dist/cli.js')], {
  PETSTORE_HOME: home,
  PETSTORE_MARKS: 'off',
  PETSTORE_BASE_URL: service.baseUrl,
  PETSTORE_API_KEY: service.apiKey,
  PETSTORE_REFRESH: '5s',
  PETSTORE_SETTLE: '1s',
});

/**
 * What the person has waiting or settled is in files of its own, which move to the archive after a day of the calendar;
 * they are left out.
 */
const look = (): Day => ({
  memory: residentMemory(app.pid),
  handles: readdirSync(`/proc/${app.pid}/fd`).length,
  files: readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/[\\/](queue|fences)[\\/]/.test(path),
  ).length,
});
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

try {
  await app.seen('row 1 of');
  const seen: Day[] = [];
  for (let day = 1; day <= days; day += 1) {
    for (let part = 0; part < 4; part += 1) {
      insert(10, day);
      service
        .pets()
        .slice(0, 10)
        .forEach(({ id }) => service.remove(id));
      for (const key of ['jjjjj', 'G', 'gg', '/day\r', '\u001B', 's', '2', '1']) {
        await app.press(key).catch(() => undefined);
        await wait(50);
      }

      if (part === 1) {
        await app.press(`aMine ${day}\t3\u0013`);
      }

      if (part === 2 && day % 5 === 0) {
        await service.stop();
        await wait(dayMs / 8);
        await service.start();
      }

      await wait(dayMs / 4 - (part === 2 && day % 5 === 0 ? dayMs / 8 : 0));
    }

    seen.push(look());
    console.error(`day ${day}: ${JSON.stringify(seen.at(-1))}`);
  }

  const names = service
    .inserted()
    .filter(({ by }) => by === 'request')
    .map(({ pet }) => pet.name);
  const [begin, end] = [seen.slice(warmDays, warmDays + 3), seen.slice(-3)];
  const rows = (['memory', 'handles', 'files'] as const).map((what) => ({
    what,
    before: median(begin.map((each) => each[what])),
    after: median(end.map((each) => each[what])),
  }));
  console.log(
    `| the app, open for ${days} days of ${values.day} s | days ${warmDays + 1} to ${warmDays + 3} | the last three |\n|---|---|---|`,
  );
  rows.forEach(({ what, before, after }) =>
    console.log(`| ${what}${what === 'memory' ? ', MiB' : ''} | ${before.toFixed(0)} | ${after.toFixed(0)} |`),
  );
  console.log(
    `| animals added in it, of ${days} | | ${names.length}, each once: ${new Set(names).size === names.length ? 'yes' : 'no'} |`,
  );
  const isFlat = rows.every(
    ({ what, before, after }) => after <= before * (what === 'memory' ? 1.15 : 1) + (what === 'memory' ? 0 : 2),
  );
  process.exitCode = isFlat && new Set(names).size === names.length && names.length === days ? 0 : 1;
} finally {
  await app.close('q');
  await service.stop();
  rmSync(home, { recursive: true, force: true });
}
