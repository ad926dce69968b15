import { compareInt64 } from '../../domain/int64.ts';
import { listLimit } from '../../domain/contract.ts';
import type { Page } from '../../client/outcomes/outcomes.ts';
import type { PetClient } from '../../client/pet-client.ts';
import type { Pet } from '../../domain/pet.ts';
import { areIdsAscending } from '../../domain/pet/compare-pets.ts';

/**
 * The last page of a list that goes up by id, which has the newest animals, if the service links to it. The ids on the
 * first and the last page tell which way the list runs. Undefined: it has no such link, or the pages give no hint. It is
 * no evidence for the rest.
 */
export async function readNewest(
  client: PetClient,
  first: Page,
  signal: AbortSignal,
): Promise<readonly Pet[] | undefined> {
  if (first.next === undefined || first.last === undefined || !goesUp(first)) {
    return undefined;
  }

  const wanted = { limit: listLimit.largest, status: undefined, url: first.last };
  const last = await client.listPage(wanted, signal);
  return last.type === 'page' &&
    last.next === undefined &&
    goesUp(last) &&
    isBefore(first, last) &&
    !isGrouped(first, last)
    ? last.pets
    : undefined;
}

function goesUp({ pets, rows, unreadable, suspiciousNext, age }: Page): boolean {
  return rows > 0 && !unreadable && !suspiciousNext && age === 0 && areIdsAscending(pets);
}

/**
 * Whether a list may go by status or category, and by id only within: then the middle may hold newer ones than the end.
 * A change link is of a service that says that its lists go by id.
 */
function isGrouped(first: Page, last: Page): boolean {
  const groups = ({ pets }: Page, field: 'status' | 'categoryId') => new Set(pets.map((pet) => pet[field]));
  return (['status', 'categoryId'] as const).some((field) => {
    const [one, other] = [groups(first, field), groups(last, field)];
    return first.changes === undefined && one.size === 1 && other.size === 1 && one.isDisjointFrom(other);
  });
}

/** Whether all of a page comes before all of another one. */
function isBefore(one: Page, other: Page): boolean {
  const [end, begin] = [one.pets.at(-1), other.pets[0]];
  return !end || !begin || compareInt64(end.id, begin.id) < 0;
}
