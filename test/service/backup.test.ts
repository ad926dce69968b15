/**
 * Backs up and restores as docs/service.md says, by running the commands that stand there while animals are being
 * added.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Request } from '../conformance/case.js';
import { exchange, type Answer } from '../conformance/exchange.js';
import { type Block, readDocument } from '../docs/document.js';
import { installProgram } from '../docs/install-program.js';
import { freePort } from '../helpers/free-port.js';
import { runBlocks } from '../docs/run-blocks.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { howMany } from '../helpers/tier.js';
import { until } from '../helpers/until.js';
import { listAll, type Listed as Made } from './list-all.js';
import { type ServeProcess, startBuilt } from './start-process.js';
import { json } from './start-service.js';

type Send = (request: Request) => Promise<Answer>;

const post = (name: string): Request => ({
  method: 'POST',
  body: { name, categoryId: 1 },
  headers: { 'idempotency-key': `"${name}"` },
});
/** The block that is typed anywhere, in two parts: the backup, and what restores it. */
function backupAndRestore(): readonly [backup: Block, restore: Block] {
  const block = readDocument('docs/service.md').blocks.find(
    (each) => each.heading === 'Backup and restore' && each.language === 'sh' && each.notRun === undefined,
  )!;
  const [, backup = '', restore = ''] = /^([^]*?service backup .*\n)([^]*)$/.exec(block.text) ?? [];
  return [
    { ...block, text: backup },
    { ...block, text: restore },
  ];
}

test('a backup of a running SQLite service, restored into a new folder, has everything, and ids go on', async (t) => {
  const folder = temporaryFolder(t);
  const [backup, restore] = backupAndRestore();
  const original = await startBuilt(t, join(folder, 'pets.sqlite'));
  const type = await createReader(t, folder);

  const { before, given } = await addWhile(original, () => type(backup));
  await lose(original);
  t.is(statSync(join(folder, 'backup.sqlite')).mode & 0o077, 0, 'nobody else can read it');
  await type(restore);
  t.deepEqual(readdirSync(join(folder, 'restored')), ['pets.sqlite'], 'it was started, and stopped');
  await checkRestored(t, await startBuilt(t, join(folder, 'restored/pets.sqlite')), {
    apiKey: original.apiKey!,
    before,
    given,
  });
});

/** Types a block's commands, in a shell of its own in the folder. */
async function createReader(t: ExecutionContext, folder: string): Promise<(block: Block) => Promise<void>> {
  const home = temporaryFolder(t);
  const path = [installProgram(home)];
  const port = await freePort();
  return async (block) => {
    const { run } = await runBlocks('docs/service.md', [block], { home, folder, path, port });
    t.is(run, 1, block.text);
  };
}

/**
 * Adds animals from several clients, without a pause, while something is done. `before`: those acknowledged before that
 * began.
 */
async function addWhile(
  { baseUrl, apiKey }: ServeProcess,
  work: () => Promise<void>,
): Promise<{ readonly before: readonly Made[]; readonly given: readonly Made[] }> {
  const given: Made[] = [];
  let isOver = false;
  const clients = Array.from({ length: howMany(3, 8) }, async (_, client) => {
    for (let turn = 0; !isOver; turn += 1) {
      given.push(json(await exchange({ baseUrl, apiKey: apiKey! }, post(`Pet ${client}-${turn}`))) as Made);
    }
  });
  const added = (count: number): Promise<void> => until(`${count} animals are added`, () => given.length >= count);

  await added(200);
  const before = [...given];
  await work();
  await added(given.length + 50);
  isOver = true;
  await Promise.all(clients);
  return { before, given };
}

/** The machine is gone, in the middle of whatever it did. */
async function lose({ child, ended }: ServeProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

async function checkRestored(
  t: ExecutionContext,
  { baseUrl, apiKey: newKey }: ServeProcess,
  {
    apiKey,
    before,
    given,
  }: { readonly apiKey: string; readonly before: readonly Made[]; readonly given: readonly Made[] },
): Promise<void> {
  t.is(newKey, undefined, 'no first key was made, as there are keys');
  const send: Send = (request) => exchange({ baseUrl, apiKey }, request);
  const restored = await listAll(send);
  const byId = new Map(given.map((pet) => [pet.id, pet]));
  t.true(
    before.length >= 200 && before.every(({ id }) => restored.some((pet) => pet.id === id)),
    'what was acknowledged before the backup is there',
  );
  t.true(
    restored.every((pet) => byId.get(pet.id)?.name === pet.name),
    'as it was acknowledged',
  );
  t.true(restored.length < given.length, 'it is of one moment, and adding went on after it');

  const again = await send(post(before[0]!.name));
  t.is(again.status, 201);
  t.is((json(again) as Made).id, before[0]!.id, 'an idempotency key from before the backup makes no second animal');
  const { id } = json(await send(post('The first new one'))) as Made;
  t.true(id > Math.max(...given.map((pet) => pet.id)), `${id} was never given, not even after the backup`);
  t.is((await listAll(send)).length, restored.length + 1);
}
