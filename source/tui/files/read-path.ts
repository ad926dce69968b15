/** A path as it was typed, without quotes that a shell would take off. */
export function unquoted(typed: string): string {
  return typed.trim().replace(/^(["'])(.+)\1$/u, '$2');
}
