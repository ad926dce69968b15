/** A disk that is really full: a file system of a few megabytes, which only root may make. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import anyTest, { type TestFn } from 'ava';
import { until } from '../helpers/until.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { listAll } from './list-all.js';
import { json, startService } from './start-service.js';

const run = promisify(execFile);

/** Makes a file system of so many megabytes at a folder. */
async function mount(folder: string, megabytes: number, more: readonly string[] = []): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', [`size=${megabytes}m`, ...more].join(), 'tmpfs', folder]);
}

async function mayMount(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'petstore-mount-'));
  const could =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    (await mount(folder, 1).then(
      () => true,
      () => false,
    ));
  if (could) {
    await run('umount', [folder]);
  }

  rmdirSync(folder);
  return could;
}

const may = await mayMount();
const test = (may ? anyTest : anyTest.skip) as TestFn;

test(`on a full disk 16 writers are answered 503 and it is not ready, and both end with room; what was acknowledged is there once${may ? '' : ' (skipped: needs root, and mount)'}`, async (t) => {
  const folder = temporaryFolder(t);
  await mount(folder, 3);
  const { send, service } = await startService(t, { database: path.join(folder, 'pets.sqlite') });
  t.teardown(async () => {
    await service.close();
    await run('umount', ['--lazy', folder]);
  });
  const acknowledged = new Map<string, number>();
  const statuses = new Set<number>();
  const add = async (writer: number, goesOn: (refused: number) => boolean): Promise<void> => {
    let refused = 0;
    for (let turn = 0; goesOn(refused); turn += 1) {
      const name = `${writer}-${acknowledged.size}-${turn} ${'x'.repeat(900)}`;
      const answer = await send({ method: 'POST', body: { name, categoryId: 1 } });
      statuses.add(answer.status);
      if (answer.status === 201) {
        acknowledged.set(name, (json(answer) as { id: number }).id);
      } else {
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, writer) => add(writer, (refused) => refused < 5)));
  t.deepEqual([...statuses].toSorted(), [201, 503]);
  t.like(json(await send({ path: '/readyz', outside: true })), {
    status: 503,
    message: 'The database answers, but it takes no animals.',
  });
  t.is((await send({ path: '/healthz', outside: true })).status, 200);
  t.is((await send({})).status, 200, 'reading goes on');

  await mount(folder, 30, ['remount']);
  await until('it is ready', async () => (await send({ path: '/readyz', outside: true })).status === 200);
  t.is((await send({ method: 'POST', body: { name: 'Luna', categoryId: 1 } })).status, 201);
  const idsOf = Map.groupBy(await listAll(send), ({ name }) => name);
  t.true([...idsOf.values()].every((pets) => pets.length === 1));
  t.deepEqual(
    [...acknowledged].filter(([name, id]) => idsOf.get(name)?.[0]?.id !== id),
    [],
  );
});
