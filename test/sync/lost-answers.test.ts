/** Every way in which the answer to a `POST` can go missing, against a service that honours no keys. */
import test from 'ava';
import { toInt64 } from '../../source/domain/int64.ts';
import { type FaultName, faults } from '../helpers/fault-service/faults.ts';
import { imagineStore } from '../helpers/imagined-store.ts';
import { loseAnswer, rex, setScene } from '../helpers/open-engine.ts';

const inserting: readonly FaultName[] = [
  'insert-then-drop',
  'insert-then-hang',
  'insert-then-500',
  'insert-then-408',
  'insert-then-html',
  'insert-then-303',
  'truncated',
  'empty-201',
  'drip',
];
const losing: readonly FaultName[] = ['drop', 'hang', '500', '503', '504', '408', 'html-200'];
/** Long enough for the requests before, on a busy machine too. */
const impatient = { requestTimeoutMs: 5000 };
/** These end when the client gives up. */
const unanswered: ReadonlySet<FaultName> = new Set(['hang', 'insert-then-hang', 'drip']);

for (const fault of inserting) {
  test(`${fault}: the animal that arrived is found and adopted, never sent again`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, {}, unanswered.has(fault) ? impatient : {});
    service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
    service.next(fault);
    const { localId } = await engine.add(rex);
    await sync();
    const after = await entry(localId);
    t.is(after.state, 'created', JSON.stringify(after.history.at(-1)));
    t.is(after.petId, service.inserted()[1]?.pet.id);
    t.is(after.adopted?.by, 'engine');
    t.is(service.inserted().length, 2);
  });
}

for (const fault of losing) {
  test(`${fault}: the animal that did not arrive is proven absent and sent once more`, async (t) => {
    const { service, engine, sync, entry, acquaint } = await setScene(t, {}, unanswered.has(fault) ? impatient : {});
    await acquaint();
    service.next(fault);
    const { localId, key } = await engine.add(rex);
    await sync();
    await sync();
    const after = await entry(localId);
    t.is(after.state, 'created', JSON.stringify(after.history.at(-1)));
    t.is(service.inserted().length, 3);
    t.not(after.key, key, 'a proven absence takes a new key');
    t.true(after.history.some((record) => record.kind === 'looked' && record.couldSettle));
  });
}

for (const order of ['oldest-first', 'newest-first', 'random'] as const) {
  test(`a list that is ${order} gives the same verdict`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, { order, ids: 'random' });
    for (let number = 0; number < 130; number += 1) {
      service.insert({ name: `Pet ${number}`, categoryId: 1 });
    }

    service.next('insert-then-drop');
    const { localId } = await engine.add(rex);
    await sync();
    t.is((await entry(localId)).state, 'created');
    t.is(service.pets().length, 131);
  });
}

test('more than a page without a Link proves nothing: a person decides, with the candidate at hand', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, { link: false });
  for (let number = 0; number < 120; number += 1) {
    service.insert({ name: `Pet ${number}`, categoryId: 1 });
  }

  service.next('insert-then-drop');
  const { localId } = await engine.add(rex);
  const report = await sync();
  t.is(report.review.length, 1);
  const after = await entry(localId);
  t.is(after.state, 'review');
  t.is(service.inserted().length, 121);

  const petId = service.inserted().at(-1)!.pet.id;
  const adopted = await engine.adopt(localId, petId);
  t.like(adopted, { state: 'created', petId });
});

for (const { rows, isWhole } of [
  { rows: 20, isWhole: false },
  { rows: 157, isWhole: true },
  { rows: 250, isWhole: false },
]) {
  const ends = isWhole ? 'settles a lost answer by itself' : 'may be cut off at that round number';
  test(`a list of ${rows} that a store sends in one piece, whatever was asked for, ${ends}`, async (t) => {
    const imperfections = { cap: isWhole ? 1000 : rows, ignoresLimit: true };
    const { service, engine, sync, entry } = await setScene(t, { link: false, imperfections });
    for (let number = 0; number < rows + (isWhole ? 0 : 30); number += 1) {
      service.insert({ name: `Pet ${number}`, categoryId: 1 });
    }

    await sync();
    t.is(engine.snapshot().lists.all.complete, isWhole);
    await engine.add({ ...rex, name: 'Luna' });
    await sync();
    service.next('drop');
    const { localId } = await engine.add(rex);
    await sync();
    t.is((await entry(localId)).state, isWhole ? 'created' : 'review');
    t.is(service.inserted().filter(({ pet }) => pet.name === rex.name).length, isWhole ? 1 : 0);
  });
}

test('what is to settle is given its time from when the answer was given up, and not from when the animal was sent', async (t) => {
  const store = imagineStore(t);
  store.weather.fateOf = () => {
    store.clock.sleep(3_600_000);
    return { ...faults['insert-then-drop'], thenDown: true };
  };
  const { firstUptime = 0, sentUptime = 0 } = (await store.add({ name: 'Rex' })).undecided ?? {};
  t.true(sentUptime - firstUptime >= 3_600_000, `${sentUptime - firstUptime} ms later`);
});

test('an insert after the answer was given up is found by the second look', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  service.next('504-then-insert', { ms: 90 });
  const { localId } = await engine.add(rex);
  await sync();
  t.is((await entry(localId)).state, 'created');
  t.is(service.inserted().length, 1);
});

test('two identical animals on purpose are exactly two', async (t) => {
  const { service, engine, sync } = await setScene(t);
  service.next('insert-then-drop');
  await engine.add(rex);
  await engine.add(rex);
  const report = await sync();
  t.is(report.waiting, 0, JSON.stringify(report));
  t.is(service.inserted().length, 2);
  t.is(new Set(engine.snapshot().entries.map(({ petId }) => petId)).size, 2);
});

test("a colleague's identical animal from before is never taken for ours, nor is one that was added after the loss", async (t) => {
  const { service, engine, sync, entry } = await setScene(t, {}, { settleMs: 300 });
  service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
  service.next('insert-then-drop');
  const { localId } = await engine.add(rex);
  t.is((await engine.send(localId, new AbortController().signal)).state, 'created');
  service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
  await sync();
  t.like(await entry(localId), { state: 'created', petId: service.inserted()[1]?.pet.id });
});

test('the only newcomer with another status than was sent is shown, not taken', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, {}, { settleMs: 300 });
  service.next('drop');
  const { localId } = await engine.add(rex);
  await loseAnswer(t, engine, localId);
  service.insert({ name: 'Rex', categoryId: 3, status: 'sold' });
  await sync();
  t.is((await entry(localId)).state, 'review');
});

test('a 201 without a usable id is never sent again by itself, also where the list does not show it', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  service.next('empty-201');
  const { localId } = await engine.add(rex);
  service.freezeLists();
  await sync();
  t.is((await entry(localId)).state, 'review');
  t.is(service.attempts().filter(({ method }) => method === 'POST').length, 1);
});

test('an animal is not taken for one that the store does not have, or cannot be asked for', async (t) => {
  const { service, engine } = await setScene(t, {}, { settleMs: 3_600_000 });
  service.insert({ name: 'Old', categoryId: 1 });
  service.next('drop');
  await engine.add(rex);
  await loseAnswer(t, engine, 'Q-1');
  await t.throwsAsync(engine.adopt('Q-1', toInt64(99)!), { message: /^The store has no animal #99\. Nothing was / });
  await engine.setWorkingOffline(true);
  await t.throwsAsync(engine.adopt('Q-1', toInt64(1)!), { message: /asked for #1 while you work offline, so noth/ });
  await engine.setWorkingOffline(false);
  await service.stop();
  await t.throwsAsync(engine.adopt('Q-1', toInt64(1)!), { message: /asked for #1 just now, so nothing was changed/ });
});
