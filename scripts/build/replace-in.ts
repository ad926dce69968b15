/**
 * Replaces what a pattern finds in a dependency's code. @throws {Error} where it finds nothing: the dependency has
 * changed.
 */
export function replaceIn(code: string, pattern: RegExp | string, replacement: string): string {
  const replaced = code.replace(pattern, replacement);
  if (replaced === code) {
    throw new Error(`Nothing in the dependency looks like ${String(pattern)} any more.`);
  }

  return replaced;
}
