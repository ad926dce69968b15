/** Where an API key begins in a text; -1: there is none. A key in the wrong field must not be read from a screen. */
export function keyStart(text: string): number {
  return text.search(/pst_/iu);
}
