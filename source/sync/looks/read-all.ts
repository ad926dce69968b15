/** Reading a list whole, or its first page, and taking a reading in. */
import type { Pet } from '../../domain/pet.js';
import { distinctPets } from '../../domain/pet/compare-pets.js';
import { failedPage } from '../../client/outcomes/answer.js';
import type { Page, RequestFailure } from '../../client/outcomes/outcomes.js';
import { isoNow } from '../../platform/time/clock.js';
import type { ListEnd, ListKey } from '../api.js';
import type { EngineState } from '../engine-state.js';
import { noteAnswer, noteFailure } from '../health/reachability.js';
import { compareStore, knownOf, type Standing } from '../health/same-store.js';
import { readEnd } from '../lists/read-end.js';
import { type Reading, readList } from '../lists/read-list.js';
import { asHeld, lacksKnown, withLastPages, withList, withShown, withUnchanged } from '../lists/saved-lists.js';
import { isRecent } from '../lists/ways.js';
import { resumeReading } from './read-fresh.js';

type Known = ReturnType<typeof knownOf>;

/** Pets that are there, whatever else is. */
export function partOf(pets: readonly Pet[]): Shown {
  return { pets, complete: false, ageMs: 0 };
}

type Shown = Pick<Reading, 'pets' | 'complete' | 'ageMs'>;

/** Takes in the result of a shorter way. If that may be of another store, the whole list tells (`read-all`). */
export async function takeIn(
  engine: EngineState,
  known: Known,
  shown: Shown,
  take: (copy: EngineState['saved'], standing: Standing) => EngineState['saved'],
): Promise<boolean | 'read-all'> {
  const standing = await compareStore(engine, known, shown);
  if (standing === 'doubted') {
    return engine.questions.isForPerson ? false : 'read-all';
  }

  engine.setSaved(take(engine.saved, standing));
  engine.showSaved();
  return true;
}

/** Reads a list to its end, or its first page, and on from the last one. A part that was read is gone on with. */
export async function readWholeOrFirst(
  engine: EngineState,
  key: ListKey,
  asked: 'whole' | 'first-page' | ListEnd,
  signal: AbortSignal,
): Promise<boolean> {
  const uptime = engine.clock.uptime();
  const status = key === 'all' ? undefined : key;
  const isFirstPage = asked === 'first-page';
  const { lists } = engine.saved;
  const isFirst = lists.all === undefined && lists[key] === undefined && !engine.credit.doubt;
  let known = knownOf(engine);
  const resumed = key === 'all' && !isFirstPage ? resumeReading(engine) : undefined;
  const at = resumed?.part?.begunAt ?? isoNow(engine.clock);
  const show = showAsRead(engine, key);
  let end: readonly Pet[] | undefined;
  const takeEnd = async (page: Page): Promise<readonly Pet[] | undefined> => {
    if (typeof asked === 'object') {
      // The page that a part goes on from is not the first one.
      const isPart = resumed?.part && asked.end === 'oldest';
      end = isPart ? undefined : await readEnd(engine.client, page, { ...asked, status, signal });
      return end;
    }

    // The first rows of a screen; the rest comes behind them.
    const pets =
      key === 'all' ? await readEnd(engine.client, page, { end: 'newest', rows: 1, status, signal }) : undefined;
    if (pets) {
      await takeIn(engine, known, partOf(pets), (copy) => withShown(copy, pets));
      known = knownOf(engine);
    }

    return undefined;
  };
  // A list that was read to its end before is about as long now.
  const expected = resumed?.part ? undefined : lists[key]?.rows;
  const reading = await readList(engine.client, {
    ...resumed?.options,
    status,
    // Only for the timer: one page costs so little that a person's refresh need not trust the service's word.
    etag: isFirstPage && isRecent(engine.saved.wholeAt, engine.clock.now()) ? lists[key]?.etag : undefined,
    isEnough: () => isFirstPage,
    onFirstPage: isFirst && !isFirstPage ? takeEnd : undefined,
    signal,
    asHeld: (pet) => asHeld(known.copy, pet),
    onProgress: (done, pets) => {
      show(pets);
      if (done > 100) {
        const total = expected !== undefined && done <= expected ? expected : undefined;
        engine.show({ progress: { what: 'Reading the list', done, total } });
      }
    },
  });
  engine.show({ progress: undefined });
  if (reading.type === 'failed') {
    if (resumed) {
      resumed.keep();
      await takeInPart(engine);
    }

    noteListFailure(engine, reading);
    return false;
  }

  if (reading.type === 'not-modified') {
    const isSame = (await compareStore(engine, known, undefined, uptime)) !== 'doubted';
    if (isSame) {
      engine.setSaved(withUnchanged(engine.saved, key, at));
    }

    engine.showSaved();
    return isSame;
  }

  if (end && typeof asked === 'object') {
    return await showEnd(engine, known, end, { key, end: asked.end, uptime });
  }

  // Only the whole list tells that there are no animals.
  if (reading.unreadable || reading.oddPages || resumed || engine.saved.pageTrouble) {
    engine.show({ unreadableRows: reading.unreadable, oddPages: reading.oddPages });
  }

  const standing = await compareStore(engine, known, key === 'all' ? reading : undefined, uptime);
  if (standing === 'doubted') {
    engine.showSaved();
    return false;
  }

  // A pet that left this list has another status now, or is gone: only the whole list tells which.
  const isBehind = key !== 'all' && lacksKnown(engine.saved, key, reading);
  // A first page that is all there is, is the whole list, or as much as was ever shown of it.
  const isAll = reading.complete || (reading.isCut === true && !engine.saved.lists[key]?.complete);
  if (isFirstPage && !isAll) {
    engine.setSaved(withShown(engine.saved, reading.pets));
    await readNewcomers(engine, signal);
  } else {
    const complete = reading.complete && reading.ageMs === 0 && standing === 'whole';
    const next = withList(engine.saved, key, { ...reading, complete }, { at, before: known.copy });
    engine.setSaved(key === 'all' ? { ...next, part: undefined } : next);
  }

  engine.showSaved();
  return isBehind ? await readWholeOrFirst(engine, 'all', 'whole', signal) : true;
}

/** A later page that is answered otherwise is no fault of the connection: the ones before it were answered. */
function noteListFailure(engine: EngineState, failure: RequestFailure): void {
  const { page, problem, aborted } = failure;
  if (page === undefined || aborted === true || problem.status === undefined) {
    noteFailure(engine, failure);
    return;
  }

  const pageTrouble = failedPage(page, problem);
  engine.setSaved({ ...engine.saved, pageTrouble });
  engine.show({ oddPages: pageTrouble });
  noteAnswer(engine);
}

/** Shows only one end of a list: known animals may be gone. It is not kept, so that it never becomes evidence. */
async function showEnd(
  engine: EngineState,
  known: Known,
  pets: readonly Pet[],
  { key, end, uptime }: Pick<ListEnd, 'end'> & { readonly key: ListKey; readonly uptime: number },
): Promise<boolean> {
  const ofEnd = { fetchedAt: isoNow(engine.clock), complete: false, end };
  const lists = { ...engine.snapshot().lists, [key]: ofEnd };
  const isSame = (await compareStore(engine, known, partOf(pets), uptime)) !== 'doubted';
  if (isSame) {
    engine.show({ pets: distinctPets(pets), lists });
  }

  return isSame;
}

/** If no list was ever read, the read part of the first one is shown: those animals are there in any case. */
async function takeInPart(engine: EngineState): Promise<void> {
  const { part, lists } = engine.saved;
  if (
    part &&
    lists.all === undefined &&
    !engine.credit.doubt &&
    (await compareStore(engine, knownOf(engine), partOf(part.pets))) !== 'doubted'
  ) {
    engine.setSaved(withShown(engine.saved, part.pets));
  }

  engine.showSaved();
}

/**
 * Reads on from the last page that is known: if a list runs from the oldest animal to the newest, newcomers are
 * there and not on the first page. A page whose address is no longer good is found anew when the list is read whole.
 */
async function readNewcomers(engine: EngineState, signal: AbortSignal): Promise<void> {
  const next = engine.saved.lists.all?.lastPage;
  const reading = next === undefined ? undefined : await readList(engine.client, { after: { pets: [], next }, signal });
  if (reading && reading.type !== 'failed') {
    engine.setSaved(withLastPages(engine.saved, reading));
  }
}

/** Pets that are shown together, at least: each time all that are known are put in order. */
const fewest = 100;

/** Shows the rows of the first list ever read as its pages arrive. They are not kept before it is accounted for. */
function showAsRead(engine: EngineState, key: ListKey): (pets: () => readonly Pet[]) => void {
  const { saved } = engine;
  const isFirst = key === 'all' && saved.lists.all === undefined && !engine.credit.doubt;
  let shown = 0;
  return (pets) => {
    if (!isFirst) {
      return;
    }

    const read = pets();
    if (read.length >= Math.max(fewest, shown * 2)) {
      shown = read.length;
      engine.show({ pets: withShown(engine.saved, read).pets });
    }
  };
}
