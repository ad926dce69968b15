import type { Pet } from '../../domain/pet.js';
import type { Page, RequestFailure, Unmodified } from '../../client/outcomes/outcomes.js';
import type { PetClient } from '../../client/pet-client.js';
import type { SavedCopy, SavedPage } from '../../local/list-cache.js';
import { inLanes } from '../../platform/concurrency/turns.js';
import { type Reading, readList, toSavedPage } from './read-list.js';
import { petsOfPage } from './saved-pages.js';
import { confirmPage, readPage } from './read-tail.js';

/** Pages that are asked for at once. */
const lanes = 4;

/**
 * Reads the whole list page by page, without the bodies of unchanged ones. A page counts only if the one before it, as
 * read now, points to it. The last one is read without a validator, and on from there. `disagrees`: the list has
 * changed its pages.
 */
export async function readValidated(
  client: PetClient,
  copy: SavedCopy,
  {
    signal,
    asHeld,
    onProgress,
  }: { readonly signal: AbortSignal; readonly asHeld: (pet: Pet) => Pet; readonly onProgress: (seen: number) => void },
): Promise<Reading | { readonly type: 'disagrees' } | RequestFailure> {
  const { pages = [] } = copy;
  const before = pages.slice(0, -1);
  const answers: (Page | Unmodified)[] = [];
  const ended: { by?: RequestFailure | { readonly type: 'disagrees' } } = {};
  let seen = 0;
  await inLanes(before.entries(), lanes, async ([number, page]) => {
    if (ended.by) {
      return;
    }

    const answer = await readPage(client, copy, page, signal);
    if (answer.type === 'failed') {
      ended.by ??= answer.tooSlow === true ? { type: 'disagrees' } : answer;
    } else if (confirmPage(copy, number, answer) === undefined) {
      ended.by ??= { type: 'disagrees' };
    } else {
      answers[number] = answer;
      onProgress((seen += page.rows));
    }
  });
  if (ended.by) {
    return ended.by;
  }

  const last = pages.at(-1)?.url;
  const tail =
    last === undefined ? undefined : await readList(client, { signal, after: { pets: [], pages: [], next: last } });
  if (tail?.type === 'failed') {
    return tail.tooSlow === true ? { type: 'disagrees' } : tail;
  }

  if (!tail?.complete || tail.ageMs > 0) {
    return { type: 'disagrees' };
  }

  const read = before.map((page, number) => toPart(copy, page, answers[number]));
  const pets = [...read.flatMap((part) => part.pets), ...tail.pets.map(asHeld)];
  return { ...tail, pets, pages: tail.pages && [...read.map(({ page }) => page), ...tail.pages], isConditional: true };
}

function toPart(
  copy: SavedCopy,
  page: SavedPage,
  answer: Page | Unmodified | undefined,
): { readonly page: SavedPage; readonly pets: readonly Pet[] } {
  return answer?.type === 'page'
    ? { page: toSavedPage(answer, page.url) ?? page, pets: answer.pets }
    : { page, pets: petsOfPage(copy, page) };
}
