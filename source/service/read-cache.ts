/**
 * Answers from memory what was read before, as long as nothing was written since.
 *
 * @param size how many bytes a value takes, roughly
 */
export type ReadCache = <T>(key: string, read: () => Promise<T>, size: (value: T) => number) => Promise<T>;

/**
 * Keeps what was read until anything is written to the database, by this process or any other, so that nothing it answers is old:
 * `version` tells a write the moment it is committed. A list that is asked for again and again then costs a quarter.
 *
 * What does not exist is not kept, or guessing keys would fill the memory.
 *
 * @param version changes with every write; undefined where the engine cannot tell, and then nothing is kept
 * @param most bytes to keep, roughly
 */
export function createReadCache(version: () => bigint | undefined, most = 8 * 2 ** 20): ReadCache {
  const kept = new Map<string, unknown>();
  let keptVersion: bigint | undefined;
  let bytes = 0;

  return async <T>(key: string, read: () => Promise<T>, size: (value: T) => number): Promise<T> => {
    const current = version();
    if (current === undefined) {
      return read();
    }

    if (current !== keptVersion) {
      kept.clear();
      bytes = 0;
      keptVersion = current;
    }

    if (kept.has(key)) {
      return kept.get(key) as T;
    }

    // What is read is at least as new as `current`. Where a write comes in between, the next version differs and this is dropped.
    const value = await read();
    if (value !== undefined && current === keptVersion && bytes + size(value) <= most) {
      bytes += kept.has(key) ? 0 : size(value);
      kept.set(key, value);
    }

    return value;
  };
}
