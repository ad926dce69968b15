/**
 * Where sending's own mark is kept, outside the store's folder and so outside what a backup of it brings back: the option of
 * `createStore` that says so. Each call is the same machine's empty place for marks.
 *
 * The store of this version keeps none, so a world "with a mark" is for now the same as one without.
 */
export function marksOption(): object {
  return {};
}
