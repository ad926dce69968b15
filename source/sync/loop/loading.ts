/** Reading what is saved, at the start and again until that went well. */
import { NewerDocument } from '../../local/documents/document.js';
import type { Context } from '../context.js';
import type { CacheWriter } from '../lists/cache-writer.js';
import { showDoubt } from '../health/doubt.js';
import type { QueueView } from '../outbox/queue-view.js';
import { savedView } from '../lists/show-saved.js';
import type { LocalErrors } from '../health/local-errors.js';
import { noticeOffline } from '../health/working-offline.js';

/** The reading of one engine. */
export type Loading = {
  /** Resolves when everything that can be read has been; begins it where nobody did. */
  readonly done: () => Promise<void>;
  readonly isBegun: () => boolean;
};

/** Reads nothing before it is asked. */
export function createLoading(context: Context, { queueView, cacheWriter, localErrors }: { readonly queueView: QueueView; readonly cacheWriter: CacheWriter; readonly localErrors: LocalErrors }): Loading {
  const { local, update } = context;
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
      if (context.saved.doubt?.isSure) {
        showDoubt(context);
      }
    });
    await attempt(() => queueView.refresh());
    await attempt(() => noticeOffline(context));
    await attempt(() => local.origin.check());
    update({ ...savedView(context.saved), loaded: true });
    localErrors.clearProblem('load');
    const failed = failures.filter((error) => !(error instanceof NewerDocument));
    if (failed.length > 0) {
      localErrors.reportProblem('load', failed[0]);
      loading = undefined;
    }
  }

  return { done: () => (loading ??= load()), isBegun: () => loading !== undefined };
}
