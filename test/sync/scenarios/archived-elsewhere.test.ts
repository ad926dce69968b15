/** A process that slept while another one settled and archived what it still believes to be waiting. */
import test from 'ava';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { Raced } from '../../../source/local/queue/changes.ts';
import { openStore } from '../../helpers/open-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ActionError } from '../../../source/sync/api.ts';
import { openEngine, rex, setScene, syncFor } from '../../helpers/open-engine.ts';

const yearMs = 365 * 24 * 3_600_000;

/** Sends and archives everything, as after the clock was set a year forward. */
async function settleAndArchive(
  t: Parameters<typeof setScene>[0],
  scene: Awaited<ReturnType<typeof setScene>>,
): Promise<void> {
  t.is((await scene.sync()).waiting, 0);
  const ahead = openEngine(t, scene.folder, scene.service, {
    clock: { ...systemClock, now: () => Date.now() + yearMs },
  });
  // Tidying comes with sending.
  await ahead.add({ ...rex, name: 'Last' });
  t.is((await syncFor(ahead)).waiting, 0);
}

test('the clock a year forward: what another process archived is neither sent again nor shown as waiting', async (t) => {
  const scene = await setScene(t);
  const sleeper = openEngine(t, scene.folder, scene.service);
  await sleeper.add(rex);
  await settleAndArchive(t, scene);

  await sleeper.add({ ...rex, name: 'New' });
  await syncFor(sleeper);
  t.deepEqual(scene.service.insertedNames(), ['Rex', 'Last', 'New']);
  t.like(await sleeper.findEntry('Q-1'), { state: 'created', petId: '1' });
});

test('a discarded animal can be restored for thirty days, whatever is archived meanwhile', async (t) => {
  const scene = await setScene(t);
  for (const name of ['Rex', 'Luna']) {
    await scene.engine.add({ ...rex, name });
  }

  await scene.engine.discard('Q-2');
  await scene.sync();
  const after = (days: number) =>
    openEngine(t, scene.folder, scene.service, {
      clock: { ...systemClock, now: () => Date.now() + days * 86_400_000 },
    });
  const later = after(29);
  await later.add({ ...rex, name: 'Last' });
  await syncFor(later);
  t.deepEqual(
    (await later.archived()).map(({ localId }) => localId),
    ['Q-1'],
  );
  t.like(await later.restore('Q-2'), { state: 'queued', name: 'Luna' });
  await later.discard('Q-2');
  const last = after(60);
  await last.add({ ...rex, name: 'Even later' });
  await syncFor(last);
  t.deepEqual(
    (await last.archived()).map(({ localId, state }) => `${localId} ${state}`),
    ['Q-1 created', 'Q-2 discarded', 'Q-3 created'],
  );
  t.like(await t.throwsAsync(last.restore('Q-2')), { problem: { code: 'archived' } });
});

test('a decision about an entry that was archived a moment ago leaves nothing behind', async (t) => {
  const folder = temporaryFolder(t);
  const [one, two] = [await openStore(folder), await openStore(folder)];
  const at = new Date().toISOString();
  const [entry] = await one.queue.enter([rex], at);
  await two.queue.refresh();
  const settled = await one.queue.append(entry!, { kind: 'discarded', at });
  await one.archive.archive([settled]);
  await t.throwsAsync(two.queue.append(entry!, { kind: 'held', at }), { instanceOf: Raced });
  t.deepEqual(two.queue.entries(), []);
  t.is((await two.archive.find('Q-1'))?.state, 'discarded');
  t.deepEqual(await (await openStore(folder)).problems(), []);
});

test('restored at the moment at which another process archives it: it waits, or the person is told that it cannot', async (t) => {
  const scene = await setScene(t);
  await scene.engine.add(rex);
  await scene.engine.discard('Q-1');
  // It was discarded a year ago, as far as this one's clock goes, and it knows nothing of what happens now.
  const stale = openEngine(t, scene.folder, scene.service, {
    clock: { ...systemClock, now: () => Date.now() + yearMs },
  });
  await stale.load();
  t.is((await scene.engine.restore('Q-1')).state, 'queued');
  await stale.add({ ...rex, name: 'Bella' });
  await stale.send('Q-2', new AbortController().signal);
  t.is((await scene.reopen().findEntry('Q-1'))?.state, 'queued');

  await scene.engine.discard('Q-1');
  await stale.add({ ...rex, name: 'Coco' });
  await stale.send('Q-3', new AbortController().signal);
  const error = await t.throwsAsync(scene.engine.restore('Q-1'), { instanceOf: ActionError });
  t.is(error.problem.code, 'archived');
});
