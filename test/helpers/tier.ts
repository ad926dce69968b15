/** How much a campaign does: a little with every `npm test`, the whole figure with PETSTORE_LONG=1. */
export const isLong = process.env['PETSTORE_LONG'] === '1';

/** The quick figure, or the whole one. */
export function howMany(quick: number, long: number): number {
  return isLong ? long : quick;
}

/**
 * What random choices begin with: PETSTORE_SEED to see again what was seen; else always the same in the quick tier, so
 * that it never fails by chance, and another one each time in the long one.
 */
export const seed = Number(process.env['PETSTORE_SEED'] ?? (isLong ? Date.now() % 1_000_000_000 : 1));
