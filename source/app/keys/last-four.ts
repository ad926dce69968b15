/**
 * What is shown of a key, to tell it from others: its last four characters, and of a short one nothing, as four would
 * be a good part of it.
 */
export function lastFour(key: string): string {
  return key.length < 12 ? '' : key.slice(-4);
}

/** `ends in 1a2b, from PETSTORE_API_KEY` */
export function describeKey({ last4, source }: { readonly last4: string; readonly source: string }): string {
  return last4 === '' ? `from ${source}` : `ends in ${last4}, from ${source}`;
}
