/**
 * The archive is the only place of what it holds: damage to it loses nothing, and damage to both of its files stops
 * nothing.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { systemClock } from '../../../source/platform/time/clock.js';
import { openEngine, rex, type Scene, setScene, syncFor } from '../../helpers/open-engine.js';

const yearMs = 365 * 24 * 3_600_000;

const damages = {
  torn: (path: string) => truncateSync(path, 60),
  empty: (path: string) => truncateSync(path, 0),
  'NUL-filled': (path: string) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)),
  'a folder': (path: string) => {
    rmSync(path);
    mkdirSync(path);
  },
  missing: (path: string) => rmSync(path),
} satisfies Readonly<Record<string, (path: string) => void>>;

/** are created and in the archive. */
async function setArchived(t: ExecutionContext): Promise<Scene> {
  // Without the marks of a machine, which would tell the records that are taken away here.
  const scene = await setScene(t, {}, { marks: undefined });
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
    marks: undefined,
    clock: { ...systemClock, now: () => Date.now() + yearMs },
  });
  await ahead.add({ ...rex, name: 'Last' });
  t.is((await syncFor(ahead)).waiting, 0);
  await ahead.stop();
}

for (const [damage, harm] of Object.entries(damages)) {
  test(`an archive that is ${damage} loses nothing: its copy answers, and the next writing mends it`, async (t) => {
    const scene = await setArchived(t);
    harm(join(scene.folder, 'archive.json'));
    const engine = scene.reopen();
    t.like(await engine.findEntry('Q-1'), { state: 'created', petId: '1' });
    t.like(await engine.add(rex), { localId: 'Q-5' });
    t.is((await scene.sync()).waiting, 0);
    t.is(engine.snapshot().unreadable.length, damage === 'missing' ? 0 : 1);

    await archive(t, scene);
    rmSync(join(scene.folder, 'archive.copy.json'));
    const mended = scene.reopen();
    t.like(await mended.findEntry('Q-2'), { state: 'created', petId: '2' });
    t.like(await mended.findEntry('Q-5'), { state: 'created', petId: '5' });
  });
}

test('an archive whose heads are both torn: it is said, their bytes are kept, no number is given again, and everything goes on', async (t) => {
  const scene = await setArchived(t);
  const paths = [join(scene.folder, 'archive.json'), join(scene.folder, 'archive.copy.json')];
  for (const path of paths) {
    truncateSync(path, readFileSync(path).length - 20);
  }

  rmSync(join(scene.folder, 'queue'), { recursive: true });
  const torn = readFileSync(paths[0]!, 'utf8');
  const engine = scene.reopen();
  t.like(await engine.add(rex), { localId: 'Q-4' });
  t.is((await scene.sync()).waiting, 0);
  t.regex(engine.snapshot().unreadable[0]?.problem.message ?? '', /archive\.json cannot be used: .*Q number/);
  t.like(await engine.findEntry('Q-1'), { state: 'created', petId: '1' }, 'its month has it');
  t.is(await engine.findEntry('Q-9'), undefined);

  await archive(t, scene);
  const kept = readdirSync(scene.folder).filter((name) => name.includes('.damaged-'));
  t.is(kept.length, 2);
  t.true(kept.some((name) => readFileSync(join(scene.folder, name), 'utf8') === torn));
  t.deepEqual(
    scene.service.inserted().map(({ pet }) => pet.name),
    ['One', 'Two', 'Three', 'Last', 'Rex', 'Last'],
  );
});

test('an archive whose files are all torn: no number is given again, and no animal is denied', async (t) => {
  const scene = await setArchived(t);
  const months = readdirSync(join(scene.folder, 'archive')).map((name) => join('archive', name));
  for (const path of ['archive.json', 'archive.copy.json', ...months].map((name) => join(scene.folder, name))) {
    truncateSync(path, readFileSync(path).length - 20);
  }

  rmSync(join(scene.folder, 'queue'), { recursive: true });
  const engine = scene.reopen();
  t.like(await engine.add(rex), { localId: 'Q-4' });
  t.is((await scene.sync()).waiting, 0);
  await t.throwsAsync(engine.findEntry('Q-1'), {
    message: /^Q-1 is not in the readable part of the queue\. .*Q number/,
  });
  t.is(await engine.findEntry('Q-9'), undefined);
});
