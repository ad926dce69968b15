import type { Pet } from '../../domain/pet.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import type { PetClient } from '../../client/pet-client.js';

/** The target of a change link. `refused`: it leads nowhere or elsewhere; the whole list is read instead. */
type Changes =
  | { readonly type: 'news'; readonly pets: readonly Pet[]; readonly changes: string }
  | { readonly type: 'refused' }
  | RequestFailure;

/** More than this is better read as a whole list, which can be resumed after an interruption. */
const mostPages = 1000;

/** Reads the animals added since a change link was given out, and the link for the next reading. */
export async function readChanges(client: PetClient, url: string, signal: AbortSignal): Promise<Changes> {
  const pets: Pet[] = [];
  const visited = new Set<string>();
  let next: string | undefined = url;
  let changes: string | undefined;
  while (next !== undefined) {
    if (visited.has(next) || visited.size >= mostPages) {
      return { type: 'refused' };
    }

    visited.add(next);
    const page = await client.listPage({ limit: 100, changesUrl: next }, signal);
    if (page.type === 'failed') {
      // The reading of the list tells all other answers of the service.
      const isOfService = page.connection !== 'offline' && page.connection !== 'unauthorized';
      return isOfService && page.aborted !== true ? { type: 'refused' } : page;
    }

    if (
      page.type !== 'page' ||
      page.age > 0 ||
      page.unreadableRows > 0 ||
      page.suspiciousNext ||
      page.changes === undefined
    ) {
      return { type: 'refused' };
    }

    pets.push(...page.pets);
    ({ next, changes } = page);
  }

  return changes === undefined ? { type: 'refused' } : { type: 'news', pets, changes };
}
