/**
 * Types filters letter by letter over 100 000 pets and prints, in milliseconds: the slowest letter but the first, which
 * also makes the strings that are searched; one pass of `includes` over the same strings; the first letter; and folding
 * the same strings.
 */
import { foldText } from '../../../source/domain/search/fold-text.ts';
import { toSearchText } from '../../../source/domain/search/match-query.ts';
import { createListModel } from '../../../source/tui/models/list-rows.ts';
import { examplePets } from '../measure/example-pets.ts';

const pets = examplePets(100_000);
const model = createListModel();
const query = {
  pets,
  entries: [],
  tab: 'all',
  sort: 'id',
  reverse: false,
  labels: {},
  seen: () => new Map(),
  now: Date.now(),
} as const;

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** What each letter of a text costs: rows, and the counts in the tabs. */
function type(text: string): readonly number[] {
  return Array.from(text, (_, index) => {
    const filter = text.slice(0, index + 1);
    return time(() => {
      model.rows({ ...query, filter });
      model.findings({ ...query, filter });
    });
  });
}

model.rows({ ...query, filter: '' });
const [first, ...later] = type('shadow');
const letters = [...later, ...type('is:sold -rex cat:3')];

const texts = pets.map((pet) => toSearchText(pet.id, pet, {}));
let found = 0;
const pass = time(() => {
  found = texts.filter((text) => text.includes('shadow')).length;
});
const folding = time(
  () => void pets.map(({ id, name, categoryId, status }) => foldText(`${name} ${categoryId} ${status ?? ''} ${id}`)),
);

if (found === 0 || model.rows({ ...query, filter: 'shadow' }).count !== found) {
  throw new Error('not what was to be found was found, so nothing was measured');
}

console.log(JSON.stringify([Math.max(...letters), pass, first, folding]));
