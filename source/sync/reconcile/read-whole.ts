/** Reading all of a list, and taking it in. Its first rows are shown as they arrive. */
import type { Pet } from '../../domain/pet.js';
import { distinctPets } from '../../domain/pet/compare-pets.js';
import { failedPage } from '../../client/outcomes/answer.js';
import type { Page } from '../../client/outcomes/outcomes.js';
import { isoNow } from '../../platform/time/clock.js';
import type { ListEnd, ListKey } from '../api.js';
import type { EngineState } from '../state.js';
import { noteAnswer, noteFailure } from '../list/reachability.js';
import { readAgain } from './read-fresh.js';
import { compareStore, knownOf } from './same-store.js';
import { readEnd } from '../list/read-end.js';
import { type BrokenReading, readList } from '../list/read-list.js';
import { asHeld, lacksKnown, withList, withShown, withUnchanged } from '../list/saved-lists.js';
import { isRecent } from '../list/freshness.js';

type Known = ReturnType<typeof knownOf>;

/** Takes in pets that are there, whatever else is. If they may be of another store, the whole list tells (`read-all`). */
export async function takeIn(
  engine: EngineState,
  known: Known,
  pets: readonly Pet[],
  take: (copy: EngineState['saved']) => EngineState['saved'],
): Promise<boolean | 'read-all'> {
  if ((await compareStore(engine, known, { pets, complete: false, ageMs: 0 })) === 'refused') {
    return engine.questions.isForPerson ? false : 'read-all';
  }

  engine.setSaved(take(engine.saved));
  engine.showSaved();
  return true;
}

/** `end`: of a list that was never read one end is enough. `isAllWanted`: the store's word "unchanged" is not. */
type Asked = { readonly end: ListEnd | undefined; readonly isAllWanted: boolean };

/** Reads a list to its end. Resolves to whether that worked: the connection says why not. */
export async function readWhole(
  engine: EngineState,
  key: ListKey,
  { end, isAllWanted }: Asked,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, client } = engine;
  const uptime = clock.uptime();
  const at = isoNow(clock);
  const status = key === 'all' ? undefined : key;
  const { lists, pets: held, wholeAt } = engine.saved;
  const isFirst = lists.all === undefined && lists[key] === undefined && !engine.questions.has('store');
  let known = knownOf(engine);
  let rowsOfEnd: readonly Pet[] | undefined;
  const onFirstPage = async (page: Page): Promise<readonly Pet[] | undefined> => {
    if (end) {
      rowsOfEnd = await readEnd(client, page, { ...end, status, signal });
      return rowsOfEnd;
    }

    // The newest are the first rows of a screen; the rest comes behind them.
    const pets = key === 'all' ? await readEnd(client, page, { end: 'newest', rows: 1, status, signal }) : undefined;
    if (pets) {
      await takeIn(engine, known, pets, (copy) => withShown(copy, pets, at));
      known = knownOf(engine);
    }

    return undefined;
  };
  const show = showAsRead(engine, key, at);
  // A list that was read to its end before is about as long now.
  const expected = key === 'all' && lists.all?.complete ? held.length : 0;
  const reading = await readList(client, {
    status,
    etag: !isAllWanted && isRecent(wholeAt, clock.now()) ? lists[key]?.etag : undefined,
    onFirstPage: isFirst ? onFirstPage : undefined,
    signal,
    asHeld: (pet) => asHeld(known.copy, pet),
    onProgress: (done, pets) => {
      show(pets);
      if (done > 100) {
        const total = done <= expected ? expected : undefined;
        engine.show({ progress: { what: 'Reading the list', done, total } });
      }
    },
  });
  engine.show({ progress: undefined });
  const readMs = clock.uptime() - uptime;
  if (reading.type === 'failed') {
    await takeInBroken(engine, known, reading, { at, readMs });
    return false;
  }

  if (reading.type === 'not-modified') {
    const isSame = (await compareStore(engine, known, undefined)) !== 'refused';
    if (isSame) {
      engine.setSaved(withUnchanged(engine.saved, key, at));
    }

    engine.showSaved();
    return isSame;
  }

  if (rowsOfEnd && end) {
    return await showEnd(engine, known, rowsOfEnd, { key, end: end.end }, signal);
  }

  // Only the whole list tells that all of it is right.
  if (key === 'all' || reading.unreadable || reading.oddPages) {
    engine.show({ unreadableRows: reading.unreadable, oddPages: reading.oddPages });
  }

  const worth = await compareStore(engine, known, key === 'all' ? reading : undefined, { began: uptime });
  if (worth === 'refused') {
    await (engine.questions.has('store') || !engine.questions.isForPerson ? readAgain(engine, signal) : undefined);
    engine.showSaved();
    return false;
  }

  // A pet that left this list has another status now, or is gone: only the whole list tells which.
  const isBehind = key !== 'all' && lacksKnown(engine.saved, key, reading);
  const complete = reading.complete && reading.ageMs === 0 && worth === 'whole';
  const next = withList(engine.saved, key, { ...reading, complete }, { at, before: known.copy });
  engine.setSaved(key === 'all' ? { ...next, readMs } : next);
  engine.showSaved();
  return isBehind ? await readWhole(engine, 'all', { end: undefined, isAllWanted: true }, signal) : true;
}

/** What a later page that fails leaves is there in any case. */
async function takeInBroken(
  engine: EngineState,
  known: Known,
  reading: BrokenReading,
  { at, readMs }: { readonly at: string; readonly readMs: number },
): Promise<void> {
  const { before, page, problem, aborted } = reading;
  if (before && !engine.questions.has('store')) {
    await takeIn(engine, known, before, (copy) => withShown(copy, before, at));
  }

  engine.showSaved();
  // The pages before it were answered, so this is no fault of the connection.
  if (page === undefined || aborted === true || problem.status === undefined) {
    noteFailure(engine, reading);
    return;
  }

  const pageTrouble = failedPage(page, problem);
  engine.setSaved({ ...engine.saved, pageTrouble, readMs });
  engine.show({ oddPages: pageTrouble });
  noteAnswer(engine);
}

/** Shows only one end of a list: known animals may be gone. It is not kept, so that it never becomes evidence. */
async function showEnd(
  engine: EngineState,
  known: Known,
  pets: readonly Pet[],
  { key, end }: Pick<ListEnd, 'end'> & { readonly key: ListKey },
  signal: AbortSignal,
): Promise<boolean> {
  const ofEnd = { fetchedAt: isoNow(engine.clock), complete: false, end };
  const lists = { ...engine.snapshot().lists, [key]: ofEnd };
  const isSame = (await compareStore(engine, known, { pets, complete: false, ageMs: 0 })) !== 'refused';
  if (!isSame && !engine.questions.isForPerson) {
    await readAgain(engine, signal);
  }

  if (isSame) {
    engine.show({ pets: distinctPets(pets), lists });
  }

  return isSame;
}

/** Pets that are shown together, at least: each time all that are known are put in order. */
const fewest = 100;

/** Shows the rows of the first list ever read as its pages arrive. They are not kept before it is accounted for. */
function showAsRead(engine: EngineState, key: ListKey, at: string): (pets: () => readonly Pet[]) => void {
  const { saved } = engine;
  const isFirst = key === 'all' && saved.lists.all === undefined && !engine.questions.has('store');
  let shown = 0;
  return (pets) => {
    if (!isFirst) {
      return;
    }

    const read = pets();
    if (read.length >= Math.max(fewest, shown * 2)) {
      shown = read.length;
      engine.show({ pets: withShown(engine.saved, read, at).pets });
    }
  };
}
