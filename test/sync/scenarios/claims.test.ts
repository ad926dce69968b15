/** One pet is one animal: of two entries that claim it at the same moment one goes to a person. */
import test, { type ExecutionContext } from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { ActionError } from '../../../source/sync/api.ts';
import {
  createMovableClock,
  loseAnswer,
  openEngine,
  rex,
  type Scene,
  setScene,
  until,
} from '../../helpers/open-engine.ts';

/** A pet on the store, and two animals whose answers were lost, Q-1 and Q-2: each could be said to be that pet. */
async function setTwoLost(t: ExecutionContext): Promise<Scene & { readonly id: Int64 }> {
  const scene = await setScene(t, { link: false }, { settleMs: 3_600_000 });
  const { id } = scene.service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
  for (const [localId, name] of [
    ['Q-1', 'One'],
    ['Q-2', 'Two'],
  ] as const) {
    scene.service.next('drop');
    await scene.engine.add({ ...rex, name });
    await loseAnswer(t, scene.engine, localId);
  }

  return { ...scene, id };
}

test('two processes say at the same moment that two animals are the same pet: one of them is right', async (t) => {
  const { service, folder, engine, id } = await setTwoLost(t);
  const other = openEngine(t, folder, service);
  await other.load();
  const outcomes = await Promise.allSettled([engine.adopt('Q-1', id), other.adopt('Q-2', id)]);
  const claimed = outcomes.filter(({ status }) => status === 'fulfilled');
  t.true(claimed.length <= 1, 'only one is told that it is that pet');
  t.true(outcomes.every((outcome) => outcome.status === 'fulfilled' || outcome.reason instanceof ActionError));
  const last = openEngine(t, folder, service);
  await last.load();
  t.is(last.snapshot().entries.filter(({ petId }) => petId === id).length, 1);
});

test("a 201 with the id that another process adopted meanwhile: the store's own word counts, the other goes to a person", async (t) => {
  const { service, folder, engine, entry } = await setScene(t, {}, { settleMs: 3_600_000 });
  service.next('drop');
  await engine.add({ ...rex, name: 'One' });
  await loseAnswer(t, engine, 'Q-1');
  service.next('late-answer');
  await engine.add({ ...rex, name: 'Two' });
  const sending = engine.send('Q-2', new AbortController().signal);
  await until(t, engine, () => service.inserted().length === 1);
  const other = openEngine(t, folder, service);
  const { id } = service.inserted()[0]!.pet;
  await other.adopt('Q-1', id);
  service.release();
  await sending;
  t.like(await entry('Q-2'), { state: 'created', petId: id });
  const reason = '#1 turned out to belong to Q-2, so it is not known whether this animal arrived.';
  t.like(await entry('Q-1'), { state: 'review', petId: undefined, review: { reason } });
});

test('another process that stands still while it changes the queue: that is said, nothing is sent, and once it goes on everything is settled', async (t) => {
  const { clock, pass } = createMovableClock();
  let isHeld = false;
  const fileSystem = {
    ...diskFileSystem,
    lock(path: string) {
      if (isHeld && path.endsWith('queue.lock')) {
        pass(11_000);
        return undefined;
      }

      return diskFileSystem.lock(path);
    },
  };
  const { service, engine, sync, entry } = await setScene(t, {}, { clock, fileSystem, settleMs: 60_000 });
  service.next('insert-then-drop');
  await engine.add({ ...rex, name: 'One' });
  await loseAnswer(t, engine, 'Q-1');
  await engine.add({ ...rex, name: 'Two' });
  pass(61_000);
  isHeld = true;
  await t.throwsAsync(sync(20_000), { message: /another petstore is changing the same file and does not finish/ });
  t.is(service.inserted().length, 1);
  isHeld = false;
  pass(61_000);
  await sync(20_000);
  t.like(await entry('Q-2'), { state: 'created' });
  t.like(await entry('Q-1'), { state: 'created', adopted: { by: 'engine' } });
  t.is(service.inserted().length, 2);
});
