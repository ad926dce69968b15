import type { CategoryLabels } from '../../domain/category-labels.js';

const names = { 1: 'Birds', 2: 'Cats', 3: 'Dogs', 4: 'Guinea pigs', 5: 'Fish', 6: 'Reptiles', 7: 'Hedgehogs', 8: 'Farm animals' };

/** What the categories of `data/demo-pets.json` are called, as far as a person does not call them otherwise. */
export const demoLabels = names as CategoryLabels;
