import type { ExecutionContext } from 'ava';
import { createService } from '../../source/service/server.ts';
import { exchange } from '../conformance/exchange.ts';
import { onPostgres } from './on-postgres.ts';
import { startProcess } from './start-process.ts';
import { loadOn, nothingLost } from './under-load.ts';

const { test, testLong, needs, needsLong, postgres } = await onPostgres();

/**
 * Runs a process of its own under 16 writers and four readers, does something to the database, and sees everybody go
 * on.
 */
async function goesOn(
  t: ExecutionContext,
  name: string,
  hurt: (database: string) => Promise<void>,
): Promise<{ readonly wasAway: boolean }> {
  const database = await postgres.createDatabase(name);
  const service = await createService({ database });
  const { apiKey } = await service.keys.create();
  await service.close();

  const { child, baseUrl, ended, stderr } = await startProcess(t, { database });
  const target = { baseUrl, apiKey };
  const load = loadOn([target]);
  try {
    await Promise.race([
      (async () => {
        await load.everybody(5);
        await hurt(database);
        await load.everybody(5);
      })(),
      ended.then((code) => Promise.reject(new Error(`the process ended with ${code}: ${stderr().slice(-2000)}`))),
    ]);
  } finally {
    await load.stop();
  }

  t.is(child.exitCode ?? child.signalCode, null, 'the process lives');
  await nothingLost(t, load, target);
  t.is((await exchange(target, { path: '/readyz', outside: true })).status, 200);
  t.true(
    stderr()
      .split('\n')
      .every((line) => line === '' || line.startsWith('{"level":')),
    'the log is JSON',
  );
  return { wasAway: load.refused.length > 0 };
}

test(`under 16 writers every connection can be ended on the server, again and again, and the process goes on${needs}`, async (t) => {
  const { Client } = await import('pg');
  await goesOn(t, 'terminated', async (database) => {
    const other = new Client(database);
    await other.connect();
    for (let round = 0; round < 20; round += 1) {
      await other.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    }

    await other.end();
  });
});

for (const [mode, declare, why] of [
  ['fast', testLong, needsLong],
  ['immediate', test, needs],
] as const) {
  declare(
    `under 16 writers PostgreSQL can be restarted (${mode}): 503 meanwhile, then all goes on by itself and nothing is lost or doubled${why}`,
    async (t) => {
      t.true((await goesOn(t, mode, () => postgres.restart(mode))).wasAway);
    },
  );
}
