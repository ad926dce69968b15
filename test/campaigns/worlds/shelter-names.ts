/** Names as a shelter gives them: a few very often, many now and then, and litters that nobody has named yet. */

const beginnings = [
  'Lu',
  'Be',
  'Ma',
  'Co',
  'Ro',
  'Mi',
  'Sa',
  'Ti',
  'No',
  'Fe',
  'Da',
  'Pe',
  'Ja',
  'Ki',
  'Zo',
  'Ha',
  'Wi',
  'Le',
  'Bo',
  'Gi',
];
const ends = ['na', 'lla', 'x', 'co', 'cky', 'sha', 'mmy', 'ra', 'ddy', 'nny'];
const names = beginnings.flatMap((beginning) => ends.map((end) => `${beginning}${end}`));
const litters = ['Puppy', 'Kitten'];
/** The share of animals that are one of a litter. */
const litterShare = 0.15;

/** By Zipf's law: the second name is given half as often as the first, the third a third as often, and so on. */
const weights = names.map((_, rank) => 1 / (rank + 1));
const sum = weights.reduce((total, weight) => total + weight, 0);

/** `areUnique`: each has a number behind it. */
export function createShelterNames(random: () => number, areUnique: boolean): () => string {
  let count = 0;
  return () => {
    count += 1;
    const name = random() < litterShare ? litters[Math.floor(random() * litters.length)]! : pickByRank(random() * sum);
    return areUnique ? `${name} ${count}` : name;
  };
}

function pickByRank(share: number): string {
  let left = share;
  const rank = weights.findIndex((weight) => (left -= weight) <= 0);
  return names[rank === -1 ? 0 : rank]!;
}
