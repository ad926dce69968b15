/** A disk that is really full: a file system of a few megabytes, which only root may make. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import anyTest, { type TestFn } from 'ava';
import { runKeys, runUpkeep } from '../../source/service/commands/database-commands.ts';
import { until } from '../helpers/until.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { listAll } from './list-all.ts';
import { onPostgres } from './on-postgres.ts';
import { outcomeOf } from './outcome-of.ts';
import { serverOwner } from './start-postgres.ts';
import { json, startService } from './start-service.ts';

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

const { test: testPostgres, postgres, programs } = await onPostgres();
const here = may && programs !== undefined;

(here ? testPostgres : testPostgres.skip)(
  `where PostgreSQL's disk is full it is not ready, and is again with room${here ? '' : ' (skipped: needs root, mount and the package postgresql)'}`,
  async (t) => {
    const folder = path.join(temporaryFolder(t), 'small');
    await mkdir(folder);
    await mount(folder, 10);
    // For the server, which runs as somebody else.
    await chmod(path.dirname(folder), 0o755);
    const { uid = 0, gid = 0 } = (await serverOwner()) ?? {};
    await chown(folder, uid, gid);
    await postgres.sql(`create tablespace small location '${folder}'`);
    await postgres.createDatabase('packed');
    await postgres.sql('alter database packed set tablespace small');
    const { send, service } = await startService(t, { database: `postgres://pets@127.0.0.1:${postgres.port}/packed` });
    t.teardown(async () => {
      await service.close();
      await run('umount', ['--lazy', folder]);
    });
    const ready = () => send({ path: '/readyz', outside: true });
    // Four bytes a character, and nothing to compress: a busy machine fills it within the minute too.
    const name = () => String.fromCodePoint(...Array.from({ length: 1000 }, () => randomInt(0x20000, 0x2a000)));
    const add = () => send({ method: 'POST', body: { name: name(), categoryId: 1 } });
    t.is((await ready()).status, 200);
    await until('it is full', async () =>
      (await Promise.all(Array.from({ length: 50 }, add))).some(({ status }) => status === 503),
    );
    for (let time = 0; time < 3; time += 1) {
      t.like(json(await ready()), { status: 503, message: 'The database answers, but it takes no animals.' });
    }

    t.is((await send({})).status, 200, 'reading goes on');
    await mount(folder, 60, ['remount']);
    t.is((await ready()).status, 200);
    t.is((await add()).status, 201);
  },
);

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

test(`on a full disk the keys stay as they are, and the command says why and what to do, beside a service and without${may ? '' : ' (skipped: needs root, and mount)'}`, async (t) => {
  const folder = temporaryFolder(t);
  await mount(folder, 3);
  const database = path.join(folder, 'pets.sqlite');
  const { service } = await startService(t, { database });
  t.teardown(async () => {
    await service.close();
    await run('umount', ['--lazy', folder]);
  });
  const { keys } = (await runKeys('list', { database })) as { readonly keys: readonly object[] };
  const filler = path.join(folder, 'filler');
  await t.throwsAsync(writeFile(filler, Buffer.alloc(4_000_000)), { code: 'ENOSPC' });
  const told = (file: string) => ({
    exit: 7,
    said: {},
    stderr:
      `${file} cannot be written, because its disk is full. Nothing was changed, and all that was saved is kept. ` +
      'Make room and try again.\n',
  });
  for (const action of ['create', 'revoke', 'rotate'] as const) {
    t.deepEqual(await outcomeOf(() => runKeys(action, { database, key: '1' })), told(database), action);
  }

  const backup = path.join(folder, 'backup');
  t.deepEqual(await outcomeOf(() => runUpkeep('backup', { database, file: backup })), told(backup));
  t.deepEqual(await runKeys('list', { database }), { keys });

  // Without a service the file that its readers share is to be made first.
  await mount(folder, 30, ['remount']);
  await service.close();
  await mount(folder, 3, ['remount']);
  await writeFile(filler, Buffer.alloc(4_000_000)).catch(() => undefined);
  const { exit, stderr } = await outcomeOf(() => runKeys('create', { database }));
  t.is(exit, 7);
  t.regex(stderr, /^\S+pets\.sqlite cannot be read or written \(disk I\/O error\)\. Check that its disk has room/);
});
