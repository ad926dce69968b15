/** What keys do at this moment, in words. */
import type { App, Binding } from '../app-context.ts';

/** A deed, and why it would have no effect now. */
export function doesNow({ does, off }: { readonly does: string; readonly off?: string | undefined }): string {
  return off === undefined ? does : `${does}; off: ${off}`;
}

/** Whether the state of the animal under the cursor decides on it: of others the footer tells in their order. */
export function isOfState({ hint, off }: Binding): boolean {
  return typeof hint === 'string' && off !== undefined;
}

/** The word for what a key does just now, in the footer; undefined: it has no place there. */
export function hintOf(app: App, { hint }: Binding): string | undefined {
  return typeof hint === 'function' ? hint(app) : hint;
}
