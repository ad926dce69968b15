/**
 * A 64-bit signed integer in its canonical decimal form ("42", "-7", "9223372036854775807").
 *
 * Ids and categories are strings inside the program because a JavaScript number is exact only up to 2^53, and a string
 * is free to store, compare for equality or use as a key. They are JSON numbers on the wire: see
 * `platform/json/json.ts`.
 */
export type Int64 = string & { readonly __int64: true };

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** The canonical form of an integer, or undefined if it is outside the int64 range or not a whole number. */
export function toInt64(value: bigint | number): Int64 | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? (String(value === 0 ? 0 : value) as Int64) : undefined;
  }

  return value >= smallest && value <= largest ? (value.toString() as Int64) : undefined;
}

/** Reads a typed number ("42", "-7", "007"): digits only, no sign but a minus, within the int64 range. */
export function parseInt64(text: string): Int64 | undefined {
  return /^-?\d{1,30}$/.test(text) ? toInt64(BigInt(text)) : undefined;
}

/** Whether a value is an integer as our own documents hold it: a string, which every JSON parser keeps. */
export function isStoredInt64(value: unknown): value is Int64 {
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value);
}

/** Orders canonical integers by value without converting them. */
export function compareInt64(a: Int64, b: Int64): number {
  const negative = a.startsWith('-');
  if (negative !== b.startsWith('-')) {
    return negative ? -1 : 1;
  }

  const byMagnitude = a.length - b.length || compareText(a, b);
  return negative ? -byMagnitude : byMagnitude;
}

/** The highest of some; undefined for an empty list. */
export function highestInt64(values: readonly Int64[]): Int64 | undefined {
  return values.reduce<Int64 | undefined>(
    (highest, value) => (highest === undefined || compareInt64(value, highest) > 0 ? value : highest),
    undefined,
  );
}

/** Orders texts by their UTF-16 units, for `sort`; no language's order, which takes a hundred times as long. */
export function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
