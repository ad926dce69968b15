/**
 * Types a filter letter by letter over 100 000 pets and prints, in milliseconds, the slowest letter but the first, which also
 * makes the strings that are searched, and one pass of `includes` over the same strings.
 */
import { toHaystack } from '../../source/domain/match-words.js';
import { createListModel } from '../../source/tui/list/list-rows.js';
import { examplePets } from '../measure/example-pets.js';

const pets = examplePets(100_000);
const model = createListModel();
const query = { pets, entries: [], tab: 'all', sort: 'id', reverse: false, labels: {} } as const;
model.rows({ ...query, filter: '' });

const typed = ['s', 'sh', 'sha', 'shad', 'shado', 'shadow'].map((filter) => {
  const start = performance.now();
  model.rows({ ...query, filter });
  return performance.now() - start;
});

const haystacks = pets.map((pet) => toHaystack(pet.id, pet, {}));
const start = performance.now();
const found = haystacks.filter((haystack) => haystack.includes('shadow')).length;
const pass = performance.now() - start;

if (found === 0) {
  throw new Error('nothing was found, so nothing was measured');
}

console.log(JSON.stringify([Math.max(...typed.slice(1)), pass]));
