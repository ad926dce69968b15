/** Somebody sets the machine's calendar: what was learnt last is told by the machine's own clock. */
import test from 'ava';
import { type AnyFault } from '../../helpers/fault-service/faults.ts';
import { imagineStore, type ImaginedStore } from '../../helpers/imagined-store.ts';

const hourMs = 3_600_000;

/** One that was sent while the calendar was an hour ahead; it is right since. */
async function addAhead(store: ImaginedStore): Promise<void> {
  store.clock.jump(hourMs);
  await store.add({ name: 'Ada' });
  store.clock.jump(-hourMs);
  await store.pass(1000);
}

test('a gateway that begins to take keys out is noticed, whatever the calendar says of the last answer', async (t) => {
  const store = imagineStore(t, { idempotency: 'honoured' });
  store.seed('Old', 7);
  await addAhead(store);
  Object.assign(store.service.manners, { idempotency: 'stripped' });
  await store.add({ name: 'Bob' });
  t.is((await store.lose({ name: 'Rex' })).state, 'checking');
  await store.sync();
  t.is((await store.entry('Q-3')).state, 'created');
  t.is(store.posted('Rex'), 1);
});

test('an outage puts one animal in doubt, whatever the calendar says of the one that was taken in before', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 7);
  await addAhead(store);
  for (let number = 1; number <= 10; number += 1) {
    await store.addOffline(`Pet ${number}`);
  }

  const maintenance: AnyFault = '503';
  Object.assign(store.weather, { fateOf: () => maintenance });
  await store.sync(5000);
  const states = await store.command(async (engine) => {
    await engine.load();
    return engine.snapshot().entries.map(({ state }) => state);
  });
  t.is(states.filter((state) => state === 'checking').length, 1);
  t.is(states.filter((state) => state === 'queued').length, 9);
});
