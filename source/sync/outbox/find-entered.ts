import type { Problem } from '../../domain/problem.js';
import type { FoundEntry } from '../api.js';
import type { EngineState } from '../engine-state.js';

/** The entry with a local id, in queue or archive. Throws an errno if its records cannot be read just now. */
export async function findEntered(engine: EngineState, localId: string): Promise<FoundEntry> {
  const { local } = engine;
  const entry = await local.journal.find(localId);
  if (entry && !entry.isMarkedArchived) {
    return { type: 'queued', entry };
  }

  const settled = entry ?? (await local.archive.find(localId));
  if (settled) {
    return { type: settled.elsewhere ? 'former' : 'archived', entry: settled };
  }

  const problem = whyNotFound(engine, localId);
  return problem ? { type: 'unreadable', localId, problem } : { type: 'no-entry', localId };
}

/** Why an entry that was not found may be there all the same. */
function whyNotFound({ snapshot, local }: EngineState, localId: string): Problem | undefined {
  const { unreadable, queueTrouble } = snapshot();
  const own = unreadable.find((file) => file.localId === localId);
  if (own) {
    return own.problem;
  }

  const isGivenOut = Number(localId.slice(2)) <= local.archive.highest();
  const lost = isGivenOut ? unreadable.find(({ problem }) => problem.code === 'archive_lost')?.problem : undefined;
  const trouble = queueTrouble ?? lost;
  return trouble && { ...trouble, message: `${localId} is not in the readable part of the queue. ${trouble.message}` };
}
