import { compareInt64 } from '../../domain/int64.ts';
import { listLimit } from '../../domain/contract.ts';
import type { Page } from '../../client/outcomes/outcomes.ts';
import type { PetClient } from '../../client/pet-client.ts';
import type { Pet, PetStatus } from '../../domain/pet.ts';
import { areIdsAscending } from '../../domain/pet/compare-pets.ts';
import type { ListEnd } from '../api.ts';

/** Which end of which list. */
type EndOptions = ListEnd & { readonly status: PetStatus | undefined; readonly signal: AbortSignal };

/** A longer end is better read with all that is before it: few lists are so much longer that it pays. */
const mostPages = 10;

/**
 * The newest or the oldest animals of a list without those between, if the service links to its last page. The ids on
 * the first and the last page tell which way the list runs. Undefined: it has no such link, the pages give no hint, or
 * there are not so many animals. It is no evidence for the rest.
 */
export async function readEnd(
  client: PetClient,
  first: Page,
  { end, rows, status, signal }: EndOptions,
): Promise<readonly Pet[] | undefined> {
  const read = async (url: string | undefined): Promise<Page | undefined> => {
    const page =
      url === undefined ? undefined : await client.listPage({ limit: listLimit.largest, status, url }, signal);
    return page?.type === 'page' ? page : undefined;
  };
  const isUp = areIdsAscending(first.pets);
  const isRun = (page: Page): boolean =>
    page.rows > 0 &&
    page.unreadableRows === 0 &&
    !page.suspiciousNext &&
    page.age === 0 &&
    areIdsAscending(isUp ? page.pets : page.pets.toReversed());
  if (first.next === undefined || rows > mostPages * listLimit.largest || !isRun(first)) {
    return undefined;
  }

  const last = await read(first.last);
  if (!last || last.next !== undefined || !isRun(last) || !isBefore(first, last, isUp) || isGrouped(first, last)) {
    return undefined;
  }

  const isLast = isUp === (end === 'newest');
  const pages = [isLast ? last : first];
  const count = (): number => pages.reduce((sum, page) => sum + page.rows, 0);
  while (count() < rows && pages.length < mostPages) {
    const page = await read(isLast ? pages[0]?.previous : pages.at(-1)?.next);
    const around = isLast ? [first, page, pages[0]] : [pages.at(-1), page, last];
    if (!page || !isRun(page) || !around.every((each, index) => isBefore(around[index - 1], each, isUp))) {
      return undefined;
    }

    pages.splice(isLast ? 0 : pages.length, 0, page);
  }

  return count() < rows ? undefined : pages.flatMap(({ pets }) => pets);
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

/** Whether all of a page comes before all of another one, in a list that runs up or down. */
function isBefore(one: Page | undefined, other: Page | undefined, isUp: boolean): boolean {
  const [end, begin] = [one?.pets.at(-1), other?.pets[0]];
  return !end || !begin || compareInt64(end.id, begin.id) < 0 === isUp;
}
