/** What makes an import count, and what becomes of one that never did. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { NewPet } from '../../../source/domain/pet.js';
import { createFaultFileSystem } from '../../helpers/fault-file-system.js';
import { openEngine, rex } from '../../helpers/open-engine.js';
import { openStore, testStore } from '../../helpers/open-store.js';
import { scriptArguments } from '../../helpers/script.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const at = '2026-11-22T09:00:00.000Z';
const [first, second] = ['7f0c8a52-0000-4000-8000-000000000001', '7f0c8a52-0000-4000-8000-000000000002'];
const litter = (...names: readonly string[]): readonly NewPet[] => names.map((name) => ({ ...rex, name }));
const nowhere = { baseUrl: testStore, apiKey: 'key' };
const once1 = { again: false } as const;
const records = (folder: string): readonly string[] => readdirSync(join(folder, 'queue')).toSorted();
const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await openStore(folder)).journal.entries().map(({ name }) => name);

test('of two batches of one content one is finished, and the other is told when that was', async (t) => {
  const folder = temporaryFolder(t);
  const { journal, imports } = await openStore(folder);
  await journal.enterBatch(litter('Rex'), at, { batch: first });
  await journal.enterBatch(litter('Rex'), at, { batch: second });
  t.is(await imports.finish(first, { at, contentHash: 'x', rows: 1 }, once1), undefined);
  t.like(await imports.finish(second, { at: '2026-11-22T10:00:00.000Z', contentHash: 'x', rows: 1 }, once1), {
    at,
    rows: 1,
  });
  t.deepEqual(
    (await openStore(folder)).journal.entries().map(({ localId }) => localId),
    ['Q-1'],
  );
});

test('two imports of one content in one moment queue it once, fifty times', async (t) => {
  const folder = temporaryFolder(t);
  const engines = [openEngine(t, folder, nowhere), openEngine(t, folder, nowhere)];
  for (let round = 1; round <= 50; round += 1) {
    const reports = await Promise.all(
      engines.map((engine) =>
        engine.importPets(litter(`a ${round}`, `b ${round}`), { contentHash: String(round), again: false }),
      ),
    );
    t.deepEqual(reports.map(({ type }) => type).toSorted(), ['imported-before', 'queued']);
  }

  t.is((await namesIn(folder)).length, 100);
  t.is(records(folder).length, 100, 'the others left nothing');
  t.like(await engines[0]!.importPets(litter('a 1', 'b 1'), { contentHash: '1', again: true }), { type: 'queued' });
  t.is((await namesIn(folder)).length, 102);
});

for (const [what, harm] of [
  ['gone', (path: string) => rmSync(path)],
  ['damaged', (path: string) => truncateSync(path, 30)],
] as const) {
  test(`either record of a finished import does, where the other one is ${what}`, async (t) => {
    for (const kind of [/^content-/, /^[0-9a-f-]{36}\.json$/]) {
      const folder = temporaryFolder(t);
      await openEngine(t, folder, nowhere).importPets(litter('Rex', 'Coco'), { contentHash: 'x', again: false });
      const imports = join(folder, 'imports');
      harm(
        join(
          imports,
          readdirSync(imports).find((name) => kind.test(name))!,
        ),
      );
      t.deepEqual(await namesIn(folder), ['Rex', 'Coco'], String(kind));
      t.is(
        (await openEngine(t, folder, nowhere).importPets(litter('Rex', 'Coco'), { contentHash: 'x', again: false }))
          .type,
        'imported-before',
      );
      // Nothing of it is swept.
      await (await openStore(folder)).sweepImports();
      t.deepEqual(await namesIn(folder), ['Rex', 'Coco'], String(kind));
    }
  });
}

test('whatever fails in an import, it leaves nothing, and its numbers are not given again', async (t) => {
  let cases = 0;
  for (let n = 1, isReached = true; isReached; n += 3) {
    const folder = temporaryFolder(t);
    const fileSystem = createFaultFileSystem();
    const engine = openEngine(t, folder, nowhere, { fileSystem });
    await engine.add({ ...rex, name: 'Before' });
    const from = fileSystem.operations.length;
    fileSystem.failAt(n, 'ENOSPC');
    const failed = await engine.importPets(litter('a', 'b', 'c', 'd'), { contentHash: 'x', again: false }).then(
      () => undefined,
      (error: unknown) => error,
    );
    isReached = fileSystem.operations.length - from >= n;
    fileSystem.heal();
    if (failed === undefined || (failed as { problem: { code: string } }).problem.code === 'not_durable') {
      continue;
    }

    cases += 1;
    const given = existsSync(join(folder, 'imports'))
      ? Math.max(
          1,
          ...fileSystem.operations.flatMap((line) => Number(/^link .*queue\/(\d+)\.0\.json/.exec(line)?.[1] ?? 0)),
        )
      : 1;
    t.deepEqual(records(folder), ['1.0.json'], `operation ${n}`);
    t.deepEqual(
      readdirSync(join(folder, 'imports')).filter((name) => !name.startsWith('taken-')),
      [],
      `operation ${n}`,
    );
    const next = await openEngine(t, folder, nowhere).add({ ...rex, name: 'After' });
    t.true(next.number >= given, `operation ${n}: ${next.localId} after Q-${given}`);
    t.like(
      await openEngine(t, folder, nowhere).importPets(litter('a', 'b', 'c', 'd'), { contentHash: 'x', again: false }),
      { type: 'queued' },
    );
  }

  t.true(cases >= 5, String(cases));
});

test('a disk that fills up in an import takes animals again afterwards', async (t) => {
  const folder = temporaryFolder(t);
  const fileSystem = createFaultFileSystem();
  const engine = openEngine(t, folder, nowhere, { fileSystem });
  await engine.add({ ...rex, name: 'Before' });
  // From here on the disk makes no file any more; names it has can be changed.
  fileSystem.failAll(
    'ENOSPC',
    (operation, path) => operation === 'open' && records(folder).length > 20 && path.includes('queue'),
  );
  await t.throwsAsync(
    engine.importPets(
      Array.from({ length: 100 }, (_, index) => ({ ...rex, name: `n ${index}` })),
      { contentHash: 'x', again: false },
    ),
    { message: /Nothing was imported: the disk is full/ },
  );
  t.deepEqual(records(folder), ['1.0.json']);
  // There is room again, without anybody's help.
  t.is((await engine.add({ ...rex, name: 'After' })).name, 'After');
});

test('an import that is interrupted leaves nothing', async (t) => {
  const folder = temporaryFolder(t);
  const engine = openEngine(t, folder, nowhere);
  const stop = new AbortController();
  const onProgress = (done: number): void => {
    if (done > 30) {
      stop.abort(new Error('Ctrl-C'));
    }
  };
  await t.throwsAsync(
    engine.importPets(
      Array.from({ length: 200 }, (_, index) => ({ ...rex, name: `n ${index}` })),
      { contentHash: 'x', again: false, signal: stop.signal, onProgress },
    ),
    { message: 'Ctrl-C' },
  );
  t.deepEqual(records(folder), []);
  t.true((await engine.add(rex)).number > 30);
});

/** A process that enters a batch, keeps its mark and waits to be killed. */
async function startImport(t: ExecutionContext, folder: string) {
  const child = spawn(
    process.execPath,
    [...scriptArguments('test/local/imports/enter-batch.process.ts'), folder, first, at],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

test('what a killed import left goes with the next animal that is to be sent, and not before it was killed', async (t) => {
  const folder = temporaryFolder(t);
  const kill = await startImport(t, folder);
  const engine = openEngine(t, folder, nowhere);
  const sync = () => engine.sync({ timeoutMs: 100, signal: new AbortController().signal });
  t.is((await engine.add(rex)).localId, 'Q-4');
  await sync();
  t.is(records(folder).length, 4, 'it is still at work');
  await kill();
  // A day does not have to pass: nobody holds its mark.
  await sync();
  t.is(records(folder).length, 1);
  t.deepEqual(readdirSync(join(folder, 'imports')), ['taken-3.json']);
  t.is((await openEngine(t, folder, nowhere).add(rex)).localId, 'Q-5');
});

test('a killed import is in the way of no other one of the same file', async (t) => {
  const folder = temporaryFolder(t);
  await (
    await startImport(t, folder)
  )();
  const engine = openEngine(t, folder, nowhere);
  t.like(await engine.importPets(litter('a', 'b', 'c'), { contentHash: 'x', again: false }), {
    type: 'queued',
    localIds: ['Q-4', 'Q-5', 'Q-6'],
  });
});

test('killed between its two records, an import counts, and the second one is made good', async (t) => {
  const folder = temporaryFolder(t);
  const store = await openStore(folder);
  await (
    await startImport(t, folder)
  )();
  await store.imports.finish(first, { at, contentHash: 'x', rows: 3 }, once1);
  rmSync(join(folder, 'imports', `${first}.json`));
  t.deepEqual(await namesIn(folder), ['a', 'b', 'c']);
  t.is((await (await openStore(folder)).journal.find('Q-2'))?.name, 'b');
  await (await openStore(folder)).sweepImports();
  t.deepEqual(
    readdirSync(join(folder, 'imports')).filter((name) => !name.startsWith('content-')),
    [`${first}.json`],
  );
  t.deepEqual(await namesIn(folder), ['a', 'b', 'c']);
});

test('entries of an import without a mark stay where they are, and neither count nor free their numbers', async (t) => {
  const folder = temporaryFolder(t);
  const store = await openStore(folder);
  await store.journal.enterBatch(litter('a', 'b'), at, { batch: first });
  await store.sweepImports();
  t.is(records(folder).length, 2);
  t.deepEqual(await namesIn(folder), []);
  t.is((await openEngine(t, folder, nowhere).add(rex)).localId, 'Q-3');
});
