/** Answers by name, each with what becomes of the animal. */
import test from 'ava';
import { rex, setScene } from '../../helpers/open-engine.js';

const toPet = (name: string) => ({ ...rex, name });
const posts = (attempts: readonly { readonly method: string }[]): number =>
  attempts.filter(({ method }) => method === 'POST').length;

test('201 with the id 2^63: it is there, is looked for, and is never sent again', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  service.next('id-2^63');
  const { localId } = await engine.add(rex);
  await sync();
  t.like(await entry(localId), { state: 'created', petId: '1' });
  t.is(posts(service.attempts()), 1);
});

test('captive portal (200 HTML, 302): nothing is sent into it, and everything once it is gone', async (t) => {
  for (const [fault, state] of [
    ['html-200', 'intercepted'],
    ['302', 'misconfigured'],
  ] as const) {
    const { service, engine, sync } = await setScene(t);
    service.next(fault, { method: 'GET', times: 1000 });
    await engine.add(rex);
    t.like(await sync(), { connection: { state }, waiting: 1 });
    t.is(posts(service.attempts()), 0, fault);
    service.clearFaults();
    t.is((await sync()).created.length, 1, fault);
  }
});

test('a captive portal that comes up just before the send: undecided, then proven absent and sent', async (t) => {
  for (const fault of ['html-200', '302'] as const) {
    const { service, engine, sync, entry, acquaint } = await setScene(t);
    await acquaint();
    service.next(fault);
    const { localId } = await engine.add(rex);
    await sync();
    await sync();
    t.is((await entry(localId)).state, 'created', fault);
    t.is(service.inserted().length, 3, fault);
  }
});

test('401 in the middle: what came before is there, what comes after is kept, and goes once the key is right', async (t) => {
  const { service, engine, sync } = await setScene(t);
  const localIds = [];
  for (const name of ['one', 'two', 'three']) {
    localIds.push((await engine.add(toPet(name))).localId);
  }

  // The first goes well, from the second on the key is refused for everything.
  const stop = engine.subscribe(() => {
    if (service.inserted().length === 1) {
      stop();
      service.next('401', { times: 100 });
      service.next('401', { method: 'GET', times: 100 });
    }
  });
  t.like(await sync(), { connection: { state: 'unauthorized' }, waiting: 2, rejected: [] });
  t.is(service.inserted().length, 1);
  service.clearFaults();
  t.like(await sync(), { connection: { state: 'online' }, waiting: 0 });
  t.deepEqual(
    service.inserted().map(({ pet }) => pet.name),
    ['one', 'two', 'three'],
  );
  t.is(localIds.length, 3);
});

test('400 on the third of ten: the other nine are sent, the third is kept for correction', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  for (let number = 1; number <= 10; number += 1) {
    await engine.add(toPet(`Pet ${number}`));
  }

  const stop = engine.subscribe(() => {
    if (service.inserted().length === 2) {
      stop();
      service.next('400');
    }
  });
  const report = await sync();
  t.deepEqual(report.rejected, [{ localId: 'Q-3' }]);
  t.is(report.created.length, 9);
  t.is((await entry('Q-3')).name, 'Pet 3');
  t.is(service.inserted().length, 9);
});

test('the same id for two creates: the second is a conflict for a person, and nobody loses theirs', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  await engine.add(toPet('one'));
  await sync();
  const { id } = service.inserted()[0]!;
  service.reset();
  await engine.add(toPet('two'));
  await sync();
  t.like(await entry('Q-1'), { state: 'created', petId: id });
  t.like(await entry('Q-2'), { state: 'review', review: { candidates: [{ id, name: 'two' }] } });
});

for (const whose of ['ours', "a colleague's"] as const) {
  test(`a store that answers a second Rex with the first, ${whose}: a question about this one, and the others are sent`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, { keepsOneOfEach: true });
    service.insert({ name: 'Old', categoryId: 1 });
    if (whose === 'ours') {
      await engine.add(rex);
    } else {
      service.insert({ name: rex.name, categoryId: 3 });
    }

    t.like(await sync(), { connection: { state: 'online' }, waiting: 0 });
    const { localId } = await engine.add(rex);
    await engine.add({ ...rex, name: 'Luna' });
    t.like(await sync(), {
      connection: { state: 'online' },
      created: { length: 1 },
      review: [{ localId }],
      waiting: 1,
    });
    t.regex(
      (await entry(localId)).review?.reason ?? '',
      whose === 'ours'
        ? /#2, which was there before and is Q-1\..* no second/
        : /#2, which was there before\..* no second/,
    );
    t.deepEqual(
      service.pets().map(({ name }) => name),
      ['Old', 'Rex', 'Luna'],
    );
  });
}
