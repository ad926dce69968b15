import { execFileSync } from 'node:child_process';
import path from 'node:path';
import test from 'ava';
import { createService } from '../../source/service/server.ts';
import { runUpkeep } from '../../source/service/commands/database-commands.ts';
import { exchange, type Target } from '../conformance/exchange.ts';
import { listAll } from './list-all.ts';
import { startProcess } from './start-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { outcomeOf } from './outcome-of.ts';
import { howMany } from '../helpers/tier.ts';

const rounds = howMany(3, 50);
const clients = 8;

test(`killed ${rounds} times under load, it has every animal it acknowledged, once, and every id is unique`, async (t) => {
  t.timeout(600_000);
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const service = await createService({ database });
  const { apiKey } = await service.keys.create();
  await service.close();

  const acknowledged = new Map<string, number>();
  // What was sent without an answer; sent again in the next round with the same key, as a careful client does.
  const unanswered = new Set<string>();
  let names = 0;
  let unansweredInAll = 0;

  for (let round = 0; round < rounds; round += 1) {
    const { child, baseUrl, ended } = await startProcess(t, { database });
    const target = { baseUrl, apiKey };
    const again = [...unanswered];
    const killAt = acknowledged.size + again.length + 20 + ((round * 37) % 101);
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (child.exitCode === null && child.signalCode === null) {
          const name = again.pop() ?? `Pet ${(names += 1)}`;
          unanswered.add(name);
          const id = await add(target, name);
          if (id === undefined) {
            return;
          }

          acknowledged.set(name, id);
          unanswered.delete(name);
          if (acknowledged.size >= killAt) {
            child.kill('SIGKILL');
          }
        }
      }),
    );
    await ended;
    unansweredInAll += unanswered.size;
  }

  t.true(unansweredInAll > 0, 'the kills hit requests under way');
  const { baseUrl } = await startProcess(t, { database });
  for (const name of unanswered) {
    acknowledged.set(name, (await add({ baseUrl, apiKey }, name))!);
  }

  const pets = await listAll((request) => exchange({ baseUrl, apiKey }, request));
  t.is(new Set(pets.map(({ id }) => id)).size, pets.length);
  t.deepEqual(
    new Map(pets.map(({ id, name }) => [name, id])),
    new Map([...acknowledged].sort(([, a], [, b]) => a - b)),
  );
  t.is(pets.length, names);
});

/** The id it was given, or undefined where no answer came. */
async function add(target: Target, name: string): Promise<number | undefined> {
  try {
    const { status, body } = await exchange(target, {
      method: 'POST',
      body: { name, categoryId: 1 },
      headers: { 'idempotency-key': `"${name}"` },
    });
    return status === 201 ? (JSON.parse(body.toString()) as { id: number }).id : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a database in a process of its own, and closes it as any program that has SQLite does. */
const readScript = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.prepare('select count(*) from pets').get();
  database.close();
`;

test('a service on a database of before loses nothing to whoever reads it meanwhile, and no backup takes its place', async (t) => {
  const folder = temporaryFolder(t);
  const [database, backup] = ['pets.sqlite', 'backup.sqlite'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const service = await createService({ database });
  const { apiKey } = await service.keys.create();
  await service.close();
  const { child, baseUrl, ended } = await startProcess(t, { database });
  const target = { baseUrl, apiKey };
  await add(target, 'One');
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', readScript, database], {
    timeout: 60_000,
  });
  await add(target, 'Two');
  await outcomeOf(() => runUpkeep('backup', { database, file: backup }));
  t.like(await outcomeOf(() => runUpkeep('restore', { database, file: backup })), {
    exit: 7,
    stderr: `A service runs on ${database}. Stop it first; nothing was changed.\n`,
  });
  await add(target, 'Three');
  child.kill('SIGKILL');
  await ended;

  const again = await startProcess(t, { database });
  const pets = await listAll((request) => exchange({ baseUrl: again.baseUrl, apiKey }, request));
  t.deepEqual(
    pets.map(({ name }) => name),
    ['One', 'Two', 'Three'],
  );
});
