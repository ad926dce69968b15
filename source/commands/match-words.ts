import { type Animal, shownCategory, shownId } from './animal-rows.js';

/** Whether an animal holds every word of a query in its name, category (number or label), status or id; case does not matter. */
export function createWordMatcher(query: string, labels: Readonly<Record<string, string>>): (animal: Animal) => boolean {
  const fold = (text: string) => text.normalize('NFC').toLowerCase();
  const words = fold(query).split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) {
    return () => true;
  }

  return (animal) => {
    const text = fold([animal.name, shownCategory(animal, labels), animal.status ?? '', shownId(animal)].join('\n'));
    return words.every((word) => text.includes(word));
  };
}
