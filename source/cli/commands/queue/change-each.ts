import type { Entry } from '../../../domain/entry.js';
import type { Engine } from '../../../sync/api.js';
import { type Failure, toFailure } from '../../run/failures/failure.js';

type Outcomes = { readonly changed: readonly Entry[]; readonly failures: readonly Failure[] };

/**
 * Does something to each of the named queued animals; returns those that were changed, and why the others were not.
 * Where it is possible for none of
 * them, the first reason is thrown.
 */
export async function changeEach(
  engine: Engine,
  localIds: readonly string[],
  change: (engine: Engine, localId: string) => Promise<Entry>,
): Promise<Outcomes> {
  const changed: Entry[] = [];
  const failures: Failure[] = [];
  for (const localId of new Set(localIds.map((each) => each.toUpperCase()))) {
    try {
      changed.push(await change(engine, localId));
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
