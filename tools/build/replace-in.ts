/**
 * Replaces the match of a pattern in a dependency's code. @throws {Error} if there is no match: the dependency has
 * changed.
 */
export function replaceIn(code: string, pattern: RegExp | string, replacement: string): string {
  const replaced = code.replace(pattern, replacement);
  if (replaced === code) {
    throw new Error(`The dependency no longer matches ${String(pattern)}.`);
  }

  return replaced;
}
