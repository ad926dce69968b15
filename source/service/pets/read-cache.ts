/**
 * What one request sees: everything that was committed when it was opened, and perhaps more. Answers from memory what
 * was read before, as long as nothing was written since.
 *
 * @param size how many bytes a value takes, roughly
 */
export type ReadView = <T>(key: string, read: () => Promise<T>, size: (value: T) => number) => Promise<T>;

/**
 * Opens a view; once for each request, because asking the database whether anything was written is most of what a
 * cached answer costs.
 */
export type ReadCache = () => ReadView;

/** For where nothing is read twice. */
export const uncached: ReadView = (_key, read) => read();

/**
 * Keeps what was read until anything is written to the database, by this process or any other, so that nothing it
 * answers is old: `version` tells a write the moment it is committed. A list that is asked for again and again then
 * costs a quarter.
 *
 * What does not exist is not kept, or guessing keys would fill the memory.
 *
 * @param version changes with every write; undefined if the engine cannot tell, and then nothing is kept
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
      // Also where another view was opened in between: what is kept is always as new as the newest of them.
      if (kept.has(key)) {
        return kept.get(key) as Awaited<ReturnType<typeof read>>;
      }

      // What is read is at least as new as `current`. If a write comes in between, the next version differs and this
      // is dropped.
      const value = await read();
      if (value !== undefined && current === keptVersion && bytes + size(value) <= most) {
        bytes += kept.has(key) ? 0 : size(value);
        kept.set(key, value);
      }

      return value;
    };
  };
}
