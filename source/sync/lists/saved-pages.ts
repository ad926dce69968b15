/** The pages that the whole list came in, as they are held: their animals, and whether their validators lie. */
import type { Pet } from '../../domain/pet.js';
import { isKnownAs, placeOf } from '../../domain/pet/compare-pets.js';
import type { SavedCopy, SavedPage } from '../../local/list-cache.js';
import type { Reading } from './read-list.js';

/** Whether a page has the validator that it had before, and shows other animals, or one of them otherwise. */
export function isLyingInValidators(
  before: SavedCopy,
  { pages = [], etag, pets }: Pick<Reading, 'pages' | 'etag' | 'pets'>,
): boolean {
  const { all } = before.lists;
  const known = new Map(before.pages?.map((page) => [page.url, page]));
  const isOtherPage = pages.some((page) => {
    const was = known.get(page.url);
    return (
      was?.etag !== undefined &&
      was.etag === page.etag &&
      !(isSameRun(was, page) && isSameContent(petsOfPage(before, was), petsOfPage({ pets }, page)))
    );
  });
  const isOtherList =
    all?.etag !== undefined &&
    all.etag === etag &&
    all.rows !== undefined &&
    (all.rows !== pets.length || !isSameContent(before.pets, pets));
  return isOtherPage || isOtherList;
}

function isSameRun(was: SavedPage, now: SavedPage | undefined): boolean {
  return now?.rows === was.rows && now.first === was.first && now.last === was.last;
}

/** If more or fewer are held than were read, some came or went by another way: no sign of the page. */
function isSameContent(held: readonly Pet[], read: readonly Pet[]): boolean {
  return held.length !== read.length || read.every((pet) => isKnownAs(held, pet));
}

/** The pets of a page, as far as they are held. */
export function petsOfPage(
  { pets }: Pick<SavedCopy, 'pets'>,
  page: Pick<SavedPage, 'first' | 'last'> | undefined,
): readonly Pet[] {
  if (!page) {
    return [];
  }

  const end = placeOf(pets, page.last);
  return pets.slice(placeOf(pets, page.first), pets[end]?.id === page.last ? end + 1 : end);
}

/** Whether they are the same pages, under the same validators. */
export function arePagesSame(a: readonly SavedPage[], b: readonly SavedPage[]): boolean {
  return (
    a.length === b.length &&
    a.every((page, index) => {
      const other = b[index];
      return other?.etag === page.etag && isSameRun(page, other);
    })
  );
}
