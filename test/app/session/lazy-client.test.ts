import test from 'ava';
import { createLazyClient, type Opened, createRefusingClient } from '../../../source/app/session/compose-session.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const problem = { code: 'key_unreadable', message: 'It is locked.' };
const minute = 60_000;

test('a key that cannot be had is asked for again after a minute, then more and more rarely', async (t) => {
  const clock = createManualClock();
  const openedAt: number[] = [];
  const client = createLazyClient(() => {
    openedAt.push(clock.uptime());
    return Promise.resolve<Opened>({ type: 'for-now', client: createRefusingClient(problem) });
  }, clock);
  for (let minutes = 0; minutes <= 10; minutes += 1) {
    t.like(await client.listPage({ limit: 1 }, AbortSignal.timeout(60_000)), {
      type: 'failed',
      connection: 'unauthorized',
      problem,
    });
    await clock.advance(minute);
  }

  t.deepEqual(
    openedAt.map((at) => (at - (openedAt[0] ?? 0)) / minute),
    [0, 1, 3, 7],
  );
});

test('once it can be had, it stays', async (t) => {
  const clock = createManualClock();
  const types: Opened['type'][] = ['for-now', 'for-good', 'for-now'];
  const client = createLazyClient(
    () => Promise.resolve({ type: types.shift() ?? 'for-good', client: createRefusingClient(problem) }),
    clock,
  );
  for (let hours = 0; hours < 10; hours += 1) {
    await client.listPage({ limit: 1 }, AbortSignal.timeout(60_000));
    await clock.advance(60 * minute);
  }

  t.deepEqual(types, ['for-now']);
});

test('without a key nothing is sent', async (t) => {
  t.like(await createRefusingClient(problem).create('{}', 'key', AbortSignal.timeout(60_000)), {
    type: 'unauthorized',
    problem,
  });
});

test('told to open anew, it does at the next request, and closes every client it had', async (t) => {
  const events: string[] = [];
  const client = createLazyClient(() => {
    events.push('open');
    return Promise.resolve({
      type: 'for-good',
      client: { ...createRefusingClient(problem), close: () => events.push('close') },
    });
  }, createManualClock());
  await client.listPage({ limit: 1 }, AbortSignal.timeout(60_000));
  client.reopen();
  t.deepEqual(events, ['open']);
  await client.listPage({ limit: 1 }, AbortSignal.timeout(60_000));
  client.close();
  await new Promise(setImmediate);
  t.deepEqual(events, ['open', 'open', 'close', 'close']);
});

test('one that could not be opened is opened again at the next request, and needs no closing', async (t) => {
  const rejections: unknown[] = [];
  const note = (error: unknown): void => void rejections.push(error);
  process.on('unhandledRejection', note);
  t.teardown(() => process.off('unhandledRejection', note));
  const ways = [
    () => Promise.reject(new Error('a file is missing')),
    () => Promise.reject(new Error('it still is')),
    () => Promise.resolve<Opened>({ type: 'for-good', client: createRefusingClient(problem) }),
  ];
  const open = () => createLazyClient(() => ways.shift()!(), createManualClock());

  const client = open();
  const ask = () => client.listPage({ limit: 1 }, AbortSignal.timeout(60_000));
  await t.throwsAsync(ask(), { message: 'a file is missing' });
  const failing = ask();
  client.close();
  await t.throwsAsync(failing, { message: 'it still is' });
  t.like(await ask(), { type: 'failed', problem });
  client.close();
  await new Promise(setImmediate);
  t.deepEqual(rejections, []);
});
