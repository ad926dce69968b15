/** Three real processes work on one store and are killed at random, while the service drops, hangs and truncates. */
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import test from 'ava';
import { isClean } from './checker/checker.ts';
import { createFaultService } from '../helpers/fault-service/fault-service.ts';
import { createRandom } from '../helpers/fault-service/seeded-random.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import type { Orders, Said } from './kill/drive.ts';
import { judge } from './kill/judge.ts';
import { finishHere, type Life, startDriver } from './kill/run-driver.ts';
import { howMany, isLong, seed } from '../helpers/tier.ts';

const processes = 3;

test('three processes on one store, killed at random: nothing lost, nothing doubled', async (t) => {
  t.timeout(isLong ? 7_200_000 : 600_000);
  const base = temporaryFolder(t);
  const folder = join(base, 'store');
  mkdirSync(folder);
  const service = await createFaultService();
  t.teardown(() => service.stop());
  service.setChaos({
    rate: 0.4,
    faults: ['drop', 'insert-then-drop', 'hang', 'insert-then-hang', 'insert-then-500', 'truncated', '504-then-insert'],
    seed,
    ms: 30,
  });

  const random = createRandom(seed);
  const orders: Orders = {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    folder,
    add: [],
    importAll: [],
    killAt: 0,
    then: 'forever',
    settleMs: 300,
    requestTimeoutMs: 250,
  };
  const spoken: Said[][] = [];
  const live: Life[] = Array.from({ length: processes }, () => startDriver(orders));
  const wanted = howMany(8, 500);
  let kills = 0;
  const kill = async ({ child, ended, said }: Life): Promise<void> => {
    child.kill('SIGKILL');
    t.true(await ended);
    spoken.push(said);
    kills += 1;
  };
  while (kills < wanted) {
    // The moment of the kill is what is random here, so time itself is what is waited for, once there is something to
    // lose.
    const index = Math.floor(random() * processes);
    await until('it does something', () => live[index]!.said.length > 0);
    await pause(30 + random() * 600);
    await kill(live[index]!);
    live[index] = startDriver(orders);
  }
  await Promise.all(live.map(kill));

  service.clearFaults();
  const last = await finishHere(orders);
  const inserts = service.inserted();
  const verdict = judge(spoken, last, inserts);
  const states = last.flatMap((line) => ('entries' in line ? line.entries : [])).map(({ state }) => state);
  const review = states.filter((state) => state === 'review').length;
  t.log(`seed ${seed}: ${kills} kills, ${inserts.length} animals, ${review} in review`);
  t.true(isClean(verdict), verdict.findings.join('\n'));
  t.deepEqual(
    [...new Set(states)].filter((state) => state !== 'created' && state !== 'review'),
    [],
  );
  t.true(inserts.length > 0);
});
