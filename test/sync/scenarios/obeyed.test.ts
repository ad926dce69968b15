/**
 * What a person wants of an animal whose answer was lost is done: if it is there it is shown, and if it is not there it
 * is held, discarded, or sent as it was edited.
 */
import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.ts';
import { ifAbsentText, tooLateText } from '../../../source/text/queue/wait-text.ts';
import { type AnyFault } from '../../helpers/fault-service/faults.ts';
import { imagineStore, settleMs, type ImaginedStore } from '../../helpers/imagined-store.ts';

const rexy = { name: 'Rexy', categoryId: toInt64(3)!, status: 'available' } as const;

/** Rex, whose answer was lost. `after`: what was sent before it. `isKnown`: the list of the store is a prompt one. */
async function loseRex(
  store: ImaginedStore,
  fault: AnyFault,
  after: readonly string[] = [],
  isKnown = true,
): Promise<void> {
  store.seed('Old', 7);
  if (isKnown) {
    await store.acquaint();
  }

  for (const name of after) {
    await store.add({ name });
  }

  const { state } = await store.lose({ name: 'Rex' }, fault);
  if (state !== 'checking') {
    throw new Error(`Rex is ${state}.`);
  }
}

for (const [deed, end] of [
  ['hold', 'held'],
  ['discard', 'discarded'],
] as const) {
  test(`${deed} while it is looked for: one that is not there is ${end}, and not sent again`, async (t) => {
    const store = imagineStore(t);
    await loseRex(store, 'drop');
    t.like(await store.command((engine) => engine[deed]('Q-1')), { state: 'checking', ifAbsent: end });
    await store.sync();
    t.like(await store.entry('Q-1'), { state: end, undecided: undefined, attempts: 1 });
    t.is(store.posted('Rex'), 0);
  });

  test(`${deed} while it is looked for: one that is there is shown`, async (t) => {
    const store = imagineStore(t);
    await loseRex(store, 'insert-then-drop');
    await store.command((engine) => engine[deed]('Q-1'));
    const report = await store.sync();
    t.like(report, { adopted: [{ localId: 'Q-1' }], waiting: 0 });
    t.like(await store.entry('Q-1'), { state: 'created', ifAbsent: undefined });
    t.is(store.posted('Rex'), 1);
  });

  test(`${deed} while it is looked for: an honoured key does not send it again`, async (t) => {
    const store = imagineStore(t, { idempotency: 'honoured' });
    await loseRex(store, 'drop', ['First']);
    const { attempts } = await store.command((engine) => engine[deed]('Q-2'));
    await store.sync();
    // The list tells, as it would of any other.
    t.like(await store.entry('Q-2'), { state: end, attempts });
    t.is(store.posted('Rex'), 0);
  });

  test(`${deed} while it is looked for, and taken back: it is sent as before`, async (t) => {
    const store = imagineStore(t);
    await loseRex(store, 'drop');
    await store.command((engine) => engine[deed]('Q-1'));
    await store.command((engine) => (deed === 'hold' ? engine.release('Q-1') : engine.restore('Q-1')));
    t.like(await store.entry('Q-1'), { state: 'checking', ifAbsent: undefined });
    await store.sync();
    t.like(await store.entry('Q-1'), { state: 'created', attempts: 2 });
    t.is(store.posted('Rex'), 1);
  });
}

test('an edit while it is looked for is sent if the animal is not there', async (t) => {
  const store = imagineStore(t);
  await loseRex(store, 'drop');
  t.like(await store.command((engine) => engine.edit('Q-1', rexy)), { state: 'checking', name: 'Rex', instead: rexy });
  await store.sync();
  t.like(await store.entry('Q-1'), { state: 'created', name: 'Rexy', attempts: 2 });
  t.is(store.posted('Rex'), 0);
  t.is(store.posted('Rexy'), 1);
});

test('an edit while it is looked for comes too late if the animal is there, and says so', async (t) => {
  const store = imagineStore(t);
  await loseRex(store, 'insert-then-drop');
  await store.command((engine) => engine.edit('Q-1', rexy));
  await store.sync();
  const entry = await store.entry('Q-1');
  t.like(entry, { state: 'created', name: 'Rex', instead: { name: 'Rexy' }, attempts: 1 });
  t.regex(tooLateText(entry), / not made: name Rexy\.$/u);
  t.is(store.posted('Rexy'), 0);
});

test('a discard while it is looked for comes too late if the animal is there, and says so', async (t) => {
  const store = imagineStore(t);
  await loseRex(store, 'insert-then-drop');
  await store.command((engine) => engine.discard('Q-1'));
  await store.sync();
  t.is(tooLateText(await store.entry('Q-1')), 'It was on the store before it was discarded, so it stays there.');
});

test('an edit while it is looked for is not mistaken for an animal like it that a colleague added', async (t) => {
  const store = imagineStore(t);
  await loseRex(store, 'drop');
  await store.command((engine) => engine.edit('Q-1', rexy));
  store.service.insert({ name: 'Rexy', categoryId: 4, status: 'available' });
  await store.sync();
  const { state, petId } = await store.entry('Q-1');
  t.true(state === 'created' || state === 'review', state);
  t.not(petId, toInt64(8));
});

test('an edit while it is looked for keeps others like the one that was sent waiting until that is known', async (t) => {
  const store = imagineStore(t);
  await loseRex(store, 'drop');
  await store.command((engine) => engine.edit('Q-1', rexy));
  await store.addOffline('Rex');
  await store.sync(settleMs / 2);
  t.like(await store.entry('Q-2'), { state: 'queued', attempts: 0 });
  await store.sync();
  t.like(await store.entry('Q-2'), { state: 'created' });
  t.is(store.posted('Rex'), 1);
  t.is(store.posted('Rexy'), 1);
});

test('an edit that is held meanwhile is not sent, and what is sent after the release is the edit', async (t) => {
  const store = imagineStore(t);
  await loseRex(store, 'drop');
  await store.command((engine) => engine.edit('Q-1', rexy));
  await store.command((engine) => engine.hold('Q-1'));
  await store.sync();
  t.like(await store.entry('Q-1'), { state: 'held', name: 'Rexy' });
  await store.command((engine) => engine.release('Q-1'));
  await store.sync();
  t.is(store.posted('Rexy'), 1);
  t.is(store.posted('Rex'), 0);
});

test('an edit goes with an animal that ends with a person, and is what they send again', async (t) => {
  const store = imagineStore(t, { idempotency: 'honoured' });
  await loseRex(store, 'drop', [], false);
  await store.command((engine) => engine.edit('Q-1', rexy));
  await store.sync();
  await store.pass(24 * 60 * 60_000);
  await store.sync();
  const asked = { state: 'review', name: 'Rex', instead: { name: 'Rexy' } } as const;
  t.like(await store.entry('Q-1'), asked);
  await store.command((engine) => engine.sendAgain('Q-1', { restMs: 30_000 }));
  await store.sync(10_000);
  t.is(store.posted('Rexy'), 0, 'it rests, so that the answer can be taken back');
  await store.command((engine) => engine.reopen('Q-1'));
  t.like(await store.entry('Q-1'), asked);
  await store.command((engine) => engine.sendAgain('Q-1'));
  await store.sync();
  t.is(store.posted('Rex'), 0);
  t.is(store.posted('Rexy'), 1);
});

for (const [deed, told] of [
  ['hold', 'You asked to hold it as Rexy; sending it again ends that.'],
  ['discard', 'You asked to discard it; sending it again ends that.'],
] as const) {
  test(`${deed} while it is looked for: a person who must decide is told of that, and after send-again nothing denies it`, async (t) => {
    const store = imagineStore(t, { idempotency: 'honoured' });
    await loseRex(store, 'drop', [], false);
    await store.command((engine) => engine.edit('Q-1', rexy));
    await store.command((engine) => engine[deed]('Q-1'));
    await store.sync();
    await store.pass(24 * 60 * 60_000);
    await store.sync();
    const asked = await store.entry('Q-1');
    t.is(asked.state, 'review');
    t.is(ifAbsentText(asked), told);
    await store.command((engine) => engine.sendAgain('Q-1'));
    await store.sync();
    const sent = await store.entry('Q-1');
    t.like(sent, { state: 'created', name: 'Rexy' });
    t.is(tooLateText(sent), '');
  });
}

test('an animal that the store answers with an error each time can be given up meanwhile', async (t) => {
  const store = imagineStore(t);
  await loseRex(store, '500');
  const app = store.openApp();
  await app.engine.discard('Q-1');
  await store.pass(10 * settleMs);
  t.like(app.engine.snapshot().entries, [{ state: 'discarded', attempts: 1 }]);
  await app.engine.restore('Q-1');
  await store.pass(10 * settleMs);
  t.like(app.engine.snapshot().entries, [{ state: 'created' }]);
  await app.close();
});

test('a program that was killed while it sent is no reason to wait for one that holds the animal', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 7);
  await store.acquaint();
  await store.addOffline('Rex');
  for (let steps = 1; (await store.entry('Q-1')).attempts === 0; steps += 1) {
    await store.syncKilledAfter(steps);
  }

  const posted = store.posted('Rex');
  t.like(await store.command((engine) => engine.hold('Q-1')), { state: 'checking', ifAbsent: 'held' });
  await store.sync();
  t.is((await store.entry('Q-1')).state, posted === 1 ? 'created' : 'held');
  t.is(store.posted('Rex'), posted);
});
