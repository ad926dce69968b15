import type { Entry } from '../../../domain/entry.js';
import type { Engine } from '../../../sync/api.js';
import { findQueued } from './find-queued.js';
import { type Failure, toFailure } from '../../run/failures/failure.js';

type Outcomes = { readonly changed: readonly Entry[]; readonly failures: readonly Failure[] };

/**
 * Does something to each of the named queued animals; returns those that were changed, and why the others were not.
 * Where it is possible for none of them, the first reason is thrown.
 */
export async function changeEach(
  engine: Engine,
  localIds: readonly string[],
  change: (engine: Engine, localId: string, entry: Entry) => Promise<Entry>,
): Promise<Outcomes> {
  const changed: Entry[] = [];
  const failures: Failure[] = [];
  const done = new Set<string>();
  for (const text of localIds) {
    try {
      const entry = await findQueued(engine, text);
      if (!done.has(entry.localId)) {
        done.add(entry.localId);
        changed.push(await change(engine, entry.localId, entry));
      }
    } catch (error) {
      const failure = toFailure(error);
      if (!failure) {
        throw error;
      }

      failures.push(failure);
    }
  }

  if (failures[0] && changed.length === 0) {
    throw failures[0];
  }

  return { changed, failures };
}
