import { type Marks, createMarks } from '../../../source/local/origin/marks.js';
import { createMemoryFileSystem } from '../../helpers/memory-file-system.js';

/** Where a machine keeps its marks: outside the store's folder, and so outside what a backup of that brings back. */
export function marksOption(): { readonly marks: Marks } {
  return { marks: createMarks(createMemoryFileSystem(), '/marks') };
}
