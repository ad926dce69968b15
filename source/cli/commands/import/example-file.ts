import { petFieldNames } from '../../../domain/pet.js';
import { toCsvLine } from '../../../platform/text/write-cells.js';

const rows: readonly (readonly string[])[] = [
  ['Rex', '3', 'available'],
  ['Luna, the cat', '2', 'sold'],
  ['Coco', '1', ''],
];

/** A file to begin with: an empty status is not set. */
export const exampleFile = (): string => [petFieldNames, ...rows].map(toCsvLine).join('\n');
