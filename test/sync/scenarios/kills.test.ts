/** Killed at a named moment, as a real process on a real disk; the next one finishes. */
import test, { type ExecutionContext } from 'ava';
import type { Orders } from '../../campaigns/kill/drive.ts';
import { judge } from '../../campaigns/kill/judge.ts';
import { finishHere, type Life, startDriver } from '../../campaigns/kill/run-driver.ts';
import { isClean } from '../../campaigns/checker/checker.ts';
import { createFaultService } from '../../helpers/fault-service/fault-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';

async function setStage(t: ExecutionContext) {
  const service = await createFaultService();
  t.teardown(() => service.stop());
  const folder = temporaryFolder(t);
  const orders: Orders = {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    folder,
    add: ['Rex'],
    importAll: [],
    killAt: 0,
    then: 'send',
    settleMs: 100,
  };
  const start = (changes: Partial<Orders>): Life => {
    const life = startDriver({ ...orders, ...changes });
    t.teardown(() => life.child.kill('SIGKILL'));
    return life;
  };
  const finish = async (lives: readonly Life[]) => {
    const last = await finishHere(orders);
    const verdict = judge(
      lives.map(({ said }) => said),
      last,
      service.inserted(),
    );
    t.true(isClean(verdict), verdict.findings.join('\n'));
    return last.flatMap((line) => ('entries' in line ? line.entries : []));
  };
  return { service, folder, start, finish };
}

for (const [when, killAt, name, state] of [
  ["before the queue's fsync", 'sync'],
  ['before the queue has its name', 'rename queue.json'],
  // Of the very first animal at a store no list proves that it is missing, so that a person decides.
  ['after its attempt was kept', 'post', 'Rex', 'review'],
  ['after the 201', 'answered', 'Rex', 'created'],
] as const) {
  const end =
    name === undefined ? 'nothing was promised, and nothing is there' : `it is ${state}, and there once at most`;
  test(`killed ${when}: ${end}`, async (t) => {
    const { service, start, finish } = await setStage(t);
    const life = start({ killAt });
    t.true(await life.ended);
    const told = (await finish([life])).map((entry) => `${entry.name} ${entry.state}`);
    t.is(told[0], name && `${name} ${state}`);
    t.is(service.inserted().filter(({ pet }) => pet.name === 'Rex').length, state === 'created' ? 1 : 0);
  });
}

test('Ctrl-Z between record and send, then fg: it is not sent late, others meanwhile do not send it, and it arrives once', async (t) => {
  const { service, start, finish } = await setStage(t);
  const life = start({ stopAt: 'post' });
  await until('it says that it stops', () => life.said.some((line) => 'stopping' in line));
  const stoppedAt = Date.now();
  // Another program finds the sender's lock held, and leaves the animal alone.
  const other = start({ add: ['Bella'] });
  await until('the other one has saved', () => other.said.some((line) => 'saved' in line));
  await until('the lease is stale', () => Date.now() > stoppedAt + 5200);
  t.is(service.inserted().length, 0);
  life.child.kill('SIGCONT');
  t.false(await life.ended);
  await other.ended;
  t.is((await finish([life, other])).length, 2);
  t.is(service.inserted().length, 2);
  // The attempt that was stopped never left; the one that arrived is a later one.
  t.is(service.attempts().filter(({ method, body }) => method === 'POST' && body.includes('Rex')).length, 1);
});
