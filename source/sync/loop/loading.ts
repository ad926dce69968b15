/** Reading what is saved, at the start and again until that went well. */
import { NewerDocument } from '../../local/documents/document.js';
import type { EngineState } from '../engine-state.js';
import type { CacheWriter } from '../lists/cache-writer.js';
import { showDoubt } from '../health/doubt.js';
import { refreshQueue } from '../outbox/queue-view.js';
import { savedView } from '../lists/saved-lists.js';
import type { LocalErrors } from '../health/local-errors.js';
import { noticeOffline } from '../health/working-offline.js';

/** The reading of one engine. */
export type Loading = {
  /** Resolves when everything that can be read has been; begins it where nobody did. */
  readonly done: () => Promise<void>;
  readonly isBegun: () => boolean;
};

/** Reads nothing before it is asked. */
export function createLoading(engine: EngineState, { cacheWriter, localErrors }: { readonly cacheWriter: CacheWriter; readonly localErrors: LocalErrors }): Loading {
  const { local } = engine;
  let loading: Promise<void> | undefined;

  /** Reads each part for itself, so that one that cannot be read hides no other. What failed is tried again the next time. */
  async function load(): Promise<void> {
    const failures: unknown[] = [];
    const attempt = (work: () => Promise<unknown>): Promise<unknown> => work().catch((error: unknown) => failures.push(error));
    await attempt(async () => {
      await local.open();
      // What the saved copy is worth is known from there.
      await cacheWriter.load();
      // A pause outlasts the process, with its evidence.
      if (engine.saved.doubt?.isSure) {
        showDoubt(engine);
      }
    });
    await attempt(() => refreshQueue(engine));
    await attempt(() => noticeOffline(engine));
    await attempt(() => local.origin.check());
    engine.show({ ...savedView(engine.saved), loaded: true });
    localErrors.clearProblem('load');
    const failed = failures.filter((error) => !(error instanceof NewerDocument));
    if (failed.length > 0) {
      localErrors.reportProblem('load', failed[0]);
      loading = undefined;
    }
  }

  return { done: () => (loading ??= load()), isBegun: () => loading !== undefined };
}
