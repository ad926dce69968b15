import { archivable } from '../../local/archive.js';
import type { EngineState } from '../engine-state.js';
import { sweepBaselines } from '../looks/sweep-baselines.js';
import { keepFootprint } from '../evidence/keep-footprint.js';
import { quirksOf } from '../evidence/ownership.js';
import { markArchived } from '../health/mark-archived.js';

/**
 * Keeps the store small: moves entries settled long ago into the archive, removes needless baselines. Under the lock.
 */
export async function tidy(engine: EngineState): Promise<void> {
  const { local, clock } = engine;
  const settled = archivable(local.journal.entries(), clock.now());
  if (settled.length > 0 || engine.isCreditNew) {
    // What cannot be written now is written the next time.
    await keepFootprint(engine).catch(() => undefined);
  }

  if (settled.length > 0) {
    await local.archive.archive(await markArchived(engine, settled), quirksOf(engine));
  }

  // Tidiness is worth no failed drain.
  await local.sweepTemporaries().catch(() => undefined);
  await local.sweepImports().catch(() => undefined);
  await sweepBaselines(engine);
}

/** Removes leftovers of killed imports, if the queue is empty: it is read and folded at every start. */
export async function tidyImports({ local }: EngineState): Promise<void> {
  const isLeft = local.journal.unfinished().size > 0 || (await local.imports.begun().catch(() => [])).length > 0;
  const lock = isLeft ? await local.acquireSenderLease().catch(() => undefined) : undefined;
  if (lock) {
    await local.sweepImports().catch(() => undefined);
    lock.release();
  }
}
