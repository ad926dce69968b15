import type { EngineState } from '../engine-state.js';
import { drain, type DrainOptions } from './drain.js';

/** Another process is sending: look at its result after this long, in milliseconds. */
const busyMs = 200;

/**
 * Drains, waits for the next due animal, and drains again, until only a person, or time beyond `deadline`, can help.
 */
export async function drainUntil(
  engine: EngineState,
  options: DrainOptions & { /** A reading of `clock.uptime()`. */ readonly deadline: number },
): Promise<void> {
  const { clock } = engine;
  for (;;) {
    const drained = await drain(engine, options);
    const dueMs = drained.type === 'done' ? drained.nextMs : undefined;
    const nextMs = drained.type === 'busy' ? busyMs : dueMs;
    if (nextMs === undefined || options.signal.aborted || clock.uptime() + nextMs > options.deadline) {
      return;
    }

    await clock.wait(nextMs, options.signal);
  }
}
