/** All that was committed when it was opened, and perhaps more. `size`: the bytes of a value, roughly. */
export type ReadView = <T>(key: string, read: () => Promise<T>, size: (value: T) => number) => Promise<T>;

/** Without repeated reads. */
export const uncached: ReadView = (_key, read) => read();

/**
 * Keeps answers until the next write of any process, which `version` tells the moment it is committed. A list that is
 * asked for again and again then costs a quarter. Undefined: no answer is kept. Neither is what does not exist, or
 * guessing keys would fill the memory.
 */
export function createReadCache(version: () => bigint | undefined, most = 8 * 2 ** 20) {
  const kept = new Map<string, unknown>();
  let keptVersion: bigint | undefined;
  let bytes = 0;

  /** Once for each request: asking the database for writes is most of the cost of a cached answer. */
  return (): ReadView => {
    const current = version();
    if (current === undefined) {
      return uncached;
    }

    if (current !== keptVersion) {
      kept.clear();
      bytes = 0;
      keptVersion = current;
    }

    return async (key, read, size) => {
      // Also if another view was opened in between: the kept answers are always as new as the newest view.
      if (kept.has(key)) {
        return kept.get(key) as Awaited<ReturnType<typeof read>>;
      }

      // The answer is at least as new as `current`. If a write comes in between, the next version differs and this is
      // dropped.
      const value = await read();
      if (value !== undefined && current === keptVersion && bytes + size(value) <= most) {
        bytes += kept.has(key) ? 0 : size(value);
        kept.set(key, value);
      }

      return value;
    };
  };
}
