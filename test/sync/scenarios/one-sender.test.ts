/** One engine sends in one place at a time, also where the open app, a person's sync and Ctrl-Z meet. */
import test, { type ExecutionContext } from 'ava';
import { openEngine, rex, type Scene, setScene, syncFor, until } from '../../helpers/open-engine.ts';

/** Its animal has left, and the store does not answer yet. */
const untilSending = (t: ExecutionContext, { engine, service }: Pick<Scene, 'engine' | 'service'>): Promise<void> =>
  until(t, engine, () => service.attempts().some(({ method }) => method === 'POST'));

test("a sync while the open app is sending waits for it, and the sender's lock is free afterwards", async (t) => {
  const { service, folder, engine } = await setScene(t);
  engine.start();
  await until(t, engine, () => engine.snapshot().connection.state === 'online');
  service.next('late-answer');
  await engine.add(rex);
  await untilSending(t, { engine, service });
  const syncing = syncFor(engine);
  service.release();
  t.like(await syncing, { connection: { state: 'online' }, waiting: 0 });
  t.is(engine.snapshot().readOnly, undefined);
  await engine.stop();

  const other = openEngine(t, folder, service);
  await other.add({ ...rex, name: 'Bella' });
  t.is((await syncFor(other)).created.length, 1);
});

test('Ctrl-Z while a sync is sending: it aborts, the lock is free while the process stands still, and it goes on afterwards', async (t) => {
  const { service, folder, engine, entry, acquaint } = await setScene(t);
  await acquaint();
  await engine.add({ ...rex, name: 'One' });
  await engine.add({ ...rex, name: 'Two' });
  service.next('hang');
  const syncing = syncFor(engine);
  await untilSending(t, { engine, service });
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
      .insertedNames()
      .filter((name) => name !== 'Old')
      .toSorted(),
    ['One', 'Two'],
  );
});

test('while another process sends, a sync says so', async (t) => {
  const { service, folder, engine } = await setScene(t);
  service.next('late-answer');
  await engine.add(rex);
  const sending = syncFor(engine);
  await untilSending(t, { engine, service });
  const other = openEngine(t, folder, service);
  await other.add({ ...rex, name: 'Bella' });
  const waiting = syncFor(other);
  await until(t, other, () => other.snapshot().otherSender);
  service.release();
  await sending;
  await waiting;
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
        said.add((await asking.probe()).state);
        await asking.stop();
        asked += 1;
      }),
    );
  }

  await until(t, engine, () => engine.snapshot().entries.every(({ state }) => state === 'created'));
  t.is(asked, 24);
  t.deepEqual([...said], ['online']);
});
