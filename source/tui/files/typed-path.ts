/** A path as it was typed; quotes that a shell would take off are taken off. */
export function typedPath(typed: string): string {
  const path = typed.trim();
  return /^(["']).+\1$/u.test(path) ? path.slice(1, -1) : path;
}
