/**
 * Lets calls for the same key share runs of a piece of work: one that comes while a run is under way waits for the next
 * run, together with all others that came meanwhile, as the one under way may have begun before what the caller did
 * (the group commit of databases). A failure reaches every caller of that run.
 */
export function shareRuns(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function run(key: string): Promise<void> {
    const began = work(key).finally(() => {
      if (running.get(key) === began) {
        running.delete(key);
      }
    });
    running.set(key, began);
    return began;
  }

  return (key) => {
    const before = running.get(key);
    if (!before) {
      return run(key);
    }

    const shared =
      next.get(key) ??
      before
        .catch(() => undefined)
        .then(() => {
          next.delete(key);
          return run(key);
        });
    next.set(key, shared);
    return shared;
  };
}
