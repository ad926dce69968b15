/** One engine sends in one place at a time, also where the open app, a person's sync and Ctrl-Z meet. */
import test from 'ava';
import { openEngine, rex, setScene, syncFor, until } from '../../helpers/open-engine.ts';

test("a sync while the open app is sending waits for it, and the sender's lock is free afterwards", async (t) => {
  const { service, folder, engine } = await setScene(t, {}, { requestTimeoutMs: 3000 });
  engine.start();
  await until(t, engine, () => engine.snapshot().connection.state === 'online');
  service.next('late-answer', { ms: 500 });
  await engine.add(rex);
  await until(t, engine, () => engine.snapshot().entries.some(({ state }) => state === 'sending'));
  t.like(await syncFor(engine), { connection: { state: 'online' }, waiting: 0 });
  t.is(engine.snapshot().readOnly, undefined);
  await engine.stop();

  const other = openEngine(t, folder, service);
  await other.add({ ...rex, name: 'Bella' });
  t.is((await syncFor(other)).created.length, 1);
});

test('Ctrl-Z while a sync is sending: it aborts, the lock is free while the process stands still, and it goes on afterwards', async (t) => {
  const { service, folder, engine, entry, acquaint } = await setScene(t, {}, { requestTimeoutMs: 3000 });
  await acquaint();
  await engine.add({ ...rex, name: 'One' });
  await engine.add({ ...rex, name: 'Two' });
  service.next('hang');
  const syncing = syncFor(engine);
  await until(t, engine, () => engine.snapshot().entries.some(({ state }) => state === 'sending'));
  const other = openEngine(t, folder, service);
  let meanwhile: Promise<unknown> | undefined;
  await engine.suspendDuring(() => {
    // Standing still, as far as the others can tell.
    meanwhile = other.send('Q-2', new AbortController().signal);
  });
  await meanwhile;
  t.like(await syncing, { waiting: 0 });
  t.is((await entry('Q-1')).state, 'created');
  t.deepEqual(
    service
      .inserted()
      .map(({ pet }) => pet.name)
      .filter((name) => name !== 'Old')
      .toSorted(),
    ['One', 'Two'],
  );
});

test('while another process sends, a sync says so', async (t) => {
  const { service, folder, engine } = await setScene(t, {}, { requestTimeoutMs: 3000 });
  service.next('late-answer', { ms: 600 });
  await engine.add(rex);
  const sending = syncFor(engine);
  await until(t, engine, () => engine.snapshot().entries.some(({ state }) => state === 'sending'));
  const other = openEngine(t, folder, service);
  await other.add({ ...rex, name: 'Bella' });
  await syncFor(other, 100);
  t.true(other.snapshot().otherSender);
  await sending;
  await syncFor(other);
  t.false(other.snapshot().otherSender);
});

test('an open app that sends beside many that only ask never says that another one sends, and none of them is told anything wrong', async (t) => {
  const { service, folder, engine } = await setScene(t);
  const said = new Set<string>();
  engine.subscribe(() => engine.snapshot().otherSender && said.add('another one sends'));
  engine.start();
  let asked = 0;
  for (let round = 0; round < 6; round += 1) {
    await engine.add({ ...rex, name: `Pet ${round}` });
    // Some meet the beginning of its sending, some the middle, some the end.
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const asking = openEngine(t, folder, service);
        said.add((await asking.probeForSending()).state);
        await asking.stop();
        asked += 1;
      }),
    );
  }

  await until(t, engine, () => engine.snapshot().entries.every(({ state }) => state === 'created'));
  t.is(asked, 24);
  t.deepEqual([...said], ['online']);
});
