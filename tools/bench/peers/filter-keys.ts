/**
 * Types filters letter by letter over 100 000 pets and prints, in milliseconds: the slowest letter but the first, which
 * also makes the strings that are searched; one pass of `includes` over the same strings; the first letter; folding the
 * same strings; and the slowest letter of a word that nothing contains, so that its letters are looked for.
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

type Letter = { readonly ms: number; readonly isFuzzy: boolean };

/** What each letter of a text costs: rows, and the counts in the tabs. */
function type(text: string): readonly Letter[] {
  return Array.from(text, (_, index) => {
    const filter = text.slice(0, index + 1);
    const ms = time(() => {
      model.rows({ ...query, filter });
      model.findings({ ...query, filter });
    });
    return { ms, isFuzzy: model.findings({ ...query, filter }).isFuzzy };
  });
}

const slowest = (letters: readonly Letter[]): number => Math.max(...letters.map(({ ms }) => ms));

model.rows({ ...query, filter: '' });
const [first, ...later] = type('shadow');
// On the way to `is:` there is a word that nothing contains.
const letters = [...later, ...type('is:sold -rex cat:3'), ...type('sdw')];

const texts = pets.map((pet) => toSearchText(pet.id, pet, {}));
let found = 0;
const pass = time(() => {
  found = texts.filter((text) => text.includes('shadow')).length;
});
const folding = time(
  () => void pets.map(({ id, name, categoryId, status }) => foldText(`${name} ${categoryId} ${status ?? ''} ${id}`)),
);

if (
  found === 0 ||
  model.rows({ ...query, filter: 'sdw' }).count !== found ||
  !model.findings({ ...query, filter: 'sdw' }).isFuzzy
) {
  throw new Error('not what was to be found was found, so nothing was measured');
}

console.log(
  JSON.stringify([
    slowest(letters.filter(({ isFuzzy }) => !isFuzzy)),
    pass,
    first?.ms,
    folding,
    slowest(letters.filter(({ isFuzzy }) => isFuzzy)),
  ]),
);
