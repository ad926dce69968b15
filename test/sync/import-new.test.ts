/** Rows of a file that were imported before. */
import test from 'ava';
import type { NewPet } from '../../source/domain/pet.js';
import { rex, setScene } from '../helpers/open-engine.js';

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
