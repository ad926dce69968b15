import type { CategoryLabels } from '../../domain/category-labels.js';

const names = { 1: 'Birds', 2: 'Cats', 3: 'Dogs', 4: 'Rodents', 5: 'Fish', 6: 'Reptiles', 7: 'Wild', 8: 'Farm' };

/** What the categories of `data/demo-pets.json` are called, as far as a person does not call them otherwise. */
export const demoLabels = names as CategoryLabels;
