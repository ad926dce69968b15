/**
 * The view of one request: everything that was committed when it was opened, and perhaps more. Repeated reads are
 * answered from memory until the next write.
 *
 * @param size how many bytes a value takes, roughly
 */
export type ReadView = <T>(key: string, read: () => Promise<T>, size: (value: T) => number) => Promise<T>;

/**
 * Opens a view; once for each request, because asking the database for writes is most of the cost of a cached answer.
 */
export type ReadCache = () => ReadView;

/** For callers without repeated reads. */
export const uncached: ReadView = (_key, read) => read();

/**
 * Keeps answers until the next write to the database, by this process or any other, so that its answers are never old:
 * `version` tells a write the moment it is committed. A list that is asked for again and again then costs a quarter.
 *
 * What does not exist is not kept, or guessing keys would fill the memory.
 *
 * @param version changes with every write; undefined if the engine cannot tell, and then no answer is kept
 * @param most bytes to keep, roughly
 */
export function createReadCache(version: () => bigint | undefined, most = 8 * 2 ** 20): ReadCache {
  const kept = new Map<string, unknown>();
  let keptVersion: bigint | undefined;
  let bytes = 0;

  return () => {
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
