import { setTimeout as pause } from 'node:timers/promises';

/** Resolves once something holds; rejects with what it was waiting for where that takes longer than the deadline. */
export async function until(
  what: string | (() => string),
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > deadline) {
      throw new Error(`not within ${deadlineMs} ms: ${typeof what === 'string' ? what : what()}`);
    }

    await pause(5);
  }
}
