/** Rows of a file that were imported before. */
import test from 'ava';
import type { NewPet } from '../../source/domain/pet.ts';
import { rex, setScene } from '../helpers/open-engine.ts';

const luna: NewPet = { ...rex, name: 'Luna' };
const milo: NewPet = { ...rex, name: 'Milo' };

test('a file with rows that were imported before queues nothing, only the new ones, or all of them, as it is told', async (t) => {
  const { engine } = await setScene(t);
  const names = (): readonly string[] => engine.snapshot().entries.map(({ name }) => name);
  t.is((await engine.importPets([rex, luna], { again: false })).type, 'queued');
  t.is((await engine.importPets([rex, luna, milo], { again: false })).type, 'imported-before');
  t.deepEqual(names(), ['Rex', 'Luna']);
  t.like(await engine.importPets([rex, luna, milo], { again: false, onlyNew: true }), { localIds: ['Q-3'] });
  t.deepEqual(names(), ['Rex', 'Luna', 'Milo']);
  t.is((await engine.importPets([rex, luna, milo], { again: false, onlyNew: true })).type, 'imported-before');
  t.is((await engine.importPets([rex], { again: true })).type, 'queued');
  t.deepEqual(names(), ['Rex', 'Luna', 'Milo', 'Rex']);
});

test('a row that was taken back before it was sent is as if it was never imported', async (t) => {
  const { engine } = await setScene(t);
  await engine.importPets([rex, luna], { again: false });
  await engine.discard('Q-1');
  t.like(await engine.importPets([rex, luna], { again: false, onlyNew: true }), { localIds: ['Q-3'] });
});

test('of a file that is held no program sends anything before a person releases it', async (t) => {
  const { service, engine, sync } = await setScene(t);
  const report = await engine.importPets([rex, luna], { again: false, held: true });
  t.like(report, { type: 'queued', localIds: ['Q-1', 'Q-2'] });
  t.deepEqual(
    engine.snapshot().entries.map(({ name, state }) => `${name} ${state}`),
    ['Rex held', 'Luna held'],
  );
  await sync();
  t.deepEqual(service.pets(), []);
  await engine.release('Q-1');
  t.is((await engine.send('Q-1', AbortSignal.timeout(60_000))).state, 'created');
  t.deepEqual(service.names(), ['Rex']);
});
