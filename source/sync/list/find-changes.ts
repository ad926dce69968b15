import type { RequestFailure } from '../../client/outcomes/outcomes.ts';
import type { PetClient } from '../../client/pet-client.ts';
import type { Activity } from '../../domain/activity.ts';
import { compareInt64 } from '../../domain/int64.ts';
import { type Pet, petFieldList } from '../../domain/pet.ts';
import type { SavedCopy } from '../../local/saved-pets.ts';

/** More at once is told as three numbers. */
const mostAtOnce = 1000;

/** When something was seen, and since when it may have been so, ISO 8601. */
type Times = { readonly at: string; readonly since?: string };

/**
 * The changes of the saved copy since the last one. Empty if the two cannot be compared: at the first list, and
 * after a reset. Animals of which only a part was known are new to us and not to the
 * store, so they are not told.
 */
export function findChanges(before: SavedCopy, now: SavedCopy, at: string): readonly Activity[] {
  const { all } = before.lists;
  if (before.pets === now.pets || all === undefined || now.lists.all === undefined || before.resets !== now.resets) {
    return [];
  }

  const times: Times = {
    at,
    since: before.heardAt !== undefined && before.heardAt > all.fetchedAt ? before.heardAt : all.fetchedAt,
  };
  const found: Activity[] = [];
  const both = [before.pets, now.pets] as const;
  for (let left = 0, right = 0; left < both[0].length || right < both[1].length;) {
    const [was, is] = [both[0][left], both[1][right]];
    const order = compareRows(was, is);
    if (was !== undefined && is !== undefined && order === 0) {
      if (was !== is) {
        found.push(...changesOf(was, is, times));
      }
    } else if (was !== undefined && order < 0) {
      found.push({ ...times, kind: 'gone', id: was.id, name: was.name });
    } else if (is !== undefined && all.complete) {
      found.push({ ...times, kind: 'new', id: is.id, name: is.name });
    }

    left += order <= 0 ? 1 : 0;
    right += order >= 0 ? 1 : 0;
  }

  return found;
}

function changesOf(was: Pet, is: Pet, times: Times): readonly Activity[] {
  return petFieldList
    .filter(({ field }) => was[field] !== is[field])
    .map(({ field, word }): Activity => ({
      ...times,
      kind: 'changed',
      id: is.id,
      name: is.name,
      field: word,
      ...(was[field] === undefined ? {} : { from: was[field] }),
      ...(is[field] === undefined ? {} : { to: is[field] }),
    }));
}

/** The changes, or their three numbers if there are too many of them. */
export function summariseChanges(found: readonly Activity[]): readonly Activity[] {
  const [first] = found;
  if (first === undefined || found.length <= mostAtOnce) {
    return found;
  }

  const count = (kind: Activity['kind']): number => found.filter((each) => each.kind === kind).length;
  const { at, since } = { since: undefined, ...first };
  return [
    {
      at,
      ...(since === undefined ? {} : { since }),
      kind: 'many',
      added: count('new'),
      changed: new Set(found.flatMap((each) => (each.kind === 'changed' ? [each.id] : []))).size,
      gone: count('gone'),
    },
  ];
}

/** Which of two rows comes first; one that is not there comes last. */
function compareRows(was: Pet | undefined, is: Pet | undefined): number {
  if (was === undefined) {
    return 1;
  }

  return is === undefined ? -1 : compareInt64(was.id, is.id);
}

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
  for (let changesUrl = url; !visited.has(changesUrl) && visited.size < mostPages;) {
    visited.add(changesUrl);
    const page = await client.listPage({ limit: 100, changesUrl }, signal);
    if (page.type === 'failed') {
      // The reading of the list tells all other answers of the service.
      const isOfService = page.connection !== 'offline' && page.connection !== 'unauthorized';
      return isOfService && page.aborted !== true ? { type: 'refused' } : page;
    }

    if (
      page.type !== 'page' ||
      page.age > 0 ||
      page.unreadable !== undefined ||
      page.suspiciousNext ||
      page.changes === undefined
    ) {
      return { type: 'refused' };
    }

    pets.push(...page.pets);
    if (page.next === undefined) {
      return { type: 'news', pets, changes: page.changes };
    }

    changesUrl = page.next;
  }

  return { type: 'refused' };
}
