import { createService } from '../../source/service/server.ts';
import { exchange } from '../conformance/exchange.ts';
import { onPostgres } from './on-postgres.ts';
import { startProcess } from './start-process.ts';
import { loadOn, nothingLost } from './under-load.ts';

const { test, testLong, needs, needsLong, postgres } = await onPostgres();

for (const [mode, declare, why] of [
  ['fast', testLong, needsLong],
  ['immediate', test, needs],
] as const) {
  declare(
    `under 16 writers PostgreSQL can be restarted (${mode}): 503 meanwhile, then all goes on by itself and nothing is lost or doubled${why}`,
    async (t) => {
      const database = await postgres.createDatabase(mode);
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
            await postgres.restart(mode);
            await load.everybody(5);
          })(),
          ended.then((code) => Promise.reject(new Error(`the process ended with ${code}: ${stderr().slice(-2000)}`))),
        ]);
      } finally {
        await load.stop();
      }

      t.is(child.exitCode ?? child.signalCode, null, 'the process lives');
      t.true(load.refused.length > 0);
      await nothingLost(t, load, target);
      t.is((await exchange(target, { path: '/readyz', outside: true })).status, 200);
      t.true(
        stderr()
          .split('\n')
          .every((line) => line === '' || line.startsWith('{"level":')),
        'the log is JSON',
      );
    },
  );
}
