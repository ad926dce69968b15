/** Damage to a month of the archive is told and kept, and stops nothing. */
import { mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { openEngine, rex, type Scene, setScene, syncFor } from '../../helpers/open-engine.ts';

const yearMs = 365 * 24 * 3_600_000;

const damages = {
  torn: (path: string) => truncateSync(path, 60),
  'a folder': (path: string) => {
    rmSync(path);
    mkdirSync(path);
  },
  missing: (path: string) => rmSync(path),
} satisfies Readonly<Record<string, (path: string) => void>>;

/** are created and in the archive. */
async function setArchived(t: ExecutionContext): Promise<Scene> {
  // Without the notes of a machine, which tell the numbers too.
  const scene = await setScene(t, {}, { state: undefined });
  for (const name of ['One', 'Two', 'Three']) {
    await scene.engine.add({ ...rex, name });
  }

  await scene.sync();
  await archive(t, scene);
  return scene;
}

/** Sends one more, with the clock a year ahead: what was settled before is archived. */
async function archive(t: ExecutionContext, { folder, service }: Scene): Promise<void> {
  const ahead = openEngine(t, folder, service, {
    state: undefined,
    clock: { ...systemClock, now: () => Date.now() + yearMs },
  });
  await ahead.add({ ...rex, name: 'Last' });
  t.is((await syncFor(ahead)).waiting, 0);
  await ahead.stop();
}

for (const [damage, harm] of Object.entries(damages)) {
  test(`a month of the archive that is ${damage} stops nothing: no number is given again, no animal is denied, its bytes are kept`, async (t) => {
    const scene = await setArchived(t);
    const [month = ''] = readdirSync(join(scene.folder, 'archive'));
    const path = join(scene.folder, 'archive', month);
    harm(path);
    const engine = scene.reopen();
    t.like(await engine.add(rex), { localId: 'Q-5' });
    t.is((await scene.sync()).waiting, 0);
    if (damage !== 'missing') {
      await t.throwsAsync(engine.findEntry('Q-1'), {
        message: /^Q-1 is not in the readable part of the queue\. .*Q number/,
      });
      await scene.sync();
      t.regex(
        engine.snapshot().unreadable[0]?.problem.message ?? '',
        /cannot be used: .*cannot be looked up by their Q/,
      );
    }

    t.is(await engine.findEntry('Q-9'), undefined);
    await archive(t, scene);
    const kept = readdirSync(join(scene.folder, 'archive')).filter((name) => name.includes('.damaged-'));
    t.is(kept.length, damage === 'missing' ? 0 : 1);
    const mended = scene.reopen();
    t.like(await mended.findEntry('Q-5'), { state: 'created', petId: '5' });
    t.deepEqual(scene.service.insertedNames(), ['One', 'Two', 'Three', 'Last', 'Rex', 'Last']);
  });
}

test('an archive and a queue that are all damaged: no number of an archived animal is given again while a month can be read', async (t) => {
  const scene = await setArchived(t);
  for (const name of ['queue.json', 'queue.copy.json']) {
    truncateSync(join(scene.folder, name), 50);
  }

  const engine = scene.reopen();
  t.is((await engine.add(rex)).localId, 'Q-10004');
  t.like(await engine.findEntry('Q-1'), { state: 'created', petId: '1' });
});
