/**
 * The one way to read a list of the store: to its end, past all caches, held against what is known, and taken in. The
 * loop, the sender, looks and commands all read here, so whatever one of them read serves the others.
 */
import type { Pet } from '../../domain/pet.ts';
import { failedPage } from '../../client/outcomes/answer.ts';
import type { Page, RequestFailure } from '../../client/outcomes/outcomes.ts';
import { isoNow } from '../../platform/time/clock.ts';
import { type ListKey, readingTheList } from '../api.ts';
import type { EngineState, Part } from '../state.ts';
import { isRecent } from '../list/freshness.ts';
import { noteAnswer, noteFailure } from '../list/reachability.ts';
import { readNewest } from '../list/read-newest.ts';
import { type BrokenReading, isPageSize, namesNextPage, readList, type Reading } from '../list/read-list.ts';
import { asHeld, lacksKnown, withList, withShown, withUnchanged } from '../list/saved-lists.ts';
import { ensureKey } from './api-key.ts';
import { lacksOurs } from './known.ts';
import { compareStore, knownOf, type Worth } from './same-store.ts';

/** What was seen. `unchanged`: the list is as it was read the last time. */
export type Sight =
  | (Reading & {
      readonly worth: Exclude<Worth, 'refused'>;
      /** Whether the store said that it is all there is, and not by a length at which lists are cut off. */
      readonly isToTheEnd: boolean;
    })
  | { readonly type: 'unchanged' }
  | BrokenReading;

/** Which list, and how. */
type Asked = {
  readonly key?: ListKey;
  /** The store's word that it has not changed is enough. */
  readonly mayBeUnchanged?: boolean;
  /** On a connection of its own: it decides whether this is another store, as a balancer may ask another replica. */
  readonly newConnection?: boolean;
};

type Known = ReturnType<typeof knownOf>;

/** When a reading began, and of which list. */
type Begun = { readonly key: ListKey; readonly at: string; readonly uptime: number };

/** Reads the whole unfiltered list, as evidence. */
export function readFresh(
  engine: EngineState,
  signal: AbortSignal,
  { newConnection = false }: Pick<Asked, 'newConnection'> = {},
): Promise<Exclude<Sight, { type: 'unchanged' }>> {
  return readStore(engine, signal, { newConnection }) as ReturnType<typeof readFresh>;
}

/** What looks like another store is read again, by another way: a balancer may send that to another replica. */
export function readAgain(engine: EngineState, signal: AbortSignal): ReturnType<typeof readFresh> {
  return readFresh(engine, signal, { newConnection: true });
}

/** Reads a list. What failed, and why, the connection says too. */
export async function readStore(
  engine: EngineState,
  signal: AbortSignal,
  { key = 'all', mayBeUnchanged = false, newConnection = false }: Asked,
): Promise<Sight> {
  if (!(await ensureKey(engine))) {
    return notNow;
  }

  const { clock, client } = engine;
  const begun: Begun = { key, at: isoNow(clock), uptime: clock.uptime() };
  const status = key === 'all' ? undefined : key;
  const { lists, wholeAt } = engine.saved;
  const isFirst = lists.all === undefined && !engine.questions.has('store');
  let known = knownOf(engine);
  let newest: readonly Pet[] = [];
  // The newest are the first rows of a screen; the rest comes behind them.
  const onFirstPage = async (page: Page): Promise<void> => {
    newest = (await readNewest(client, page, signal)) ?? [];
    if (newest.length > 0) {
      await takeIn(engine, known, newest, (copy) => withShown(copy, newest, begun.at));
      known = knownOf(engine);
    }
  };
  const reading = await readList(client, {
    status,
    newConnection,
    etag: mayBeUnchanged && isRecent(wholeAt, clock.now()) ? lists[key]?.etag : undefined,
    onFirstPage: isFirst && key === 'all' ? onFirstPage : undefined,
    signal,
    asHeld: (pet) => asHeld(known.copy, pet),
    onProgress: showProgress(engine, begun),
  }).finally(() => engine.endArriving());
  engine.show({ progress: undefined });
  if (reading.type === 'failed') {
    const { before } = reading;
    return await takeBroken(engine, known, before ? { ...reading, before: [...before, ...newest] } : reading, begun);
  }

  if (reading.type === 'not-modified') {
    if ((await compareStore(engine, known, undefined)) === 'refused') {
      return await refuse(engine, newConnection, signal);
    }

    engine.setSaved(withUnchanged(engine.saved, key, begun.at));
    if (key === 'all') {
      const rows = lists.all?.complete === true ? engine.saved.pets.length : undefined;
      noteRead(engine, { what: 'whole', began: begun.uptime, rows });
    }

    engine.showSaved();
    return unchanged;
  }

  return await takeList(engine, known, reading, { ...begun, decides: newConnection }, signal);
}

const unchanged = { type: 'unchanged' } as const;

/** Sending is paused for a reason that is on show already; this one is not told. */
const notNow: RequestFailure = {
  type: 'failed',
  connection: 'error',
  problem: { code: 'paused', message: 'Sending is paused.' },
  aborted: true,
};

/** Takes in a list that was read as far as it goes. `decides`: as `newConnection`. */
async function takeList(
  engine: EngineState,
  known: Known,
  reading: Reading,
  begun: Begun & { readonly decides: boolean },
  signal: AbortSignal,
): Promise<Sight> {
  const { key, at, uptime, decides } = begun;
  // Only the whole list tells that all of it is right.
  if (key === 'all' || reading.unreadable || reading.oddPages) {
    engine.show({ unreadableRows: reading.unreadable, oddPages: reading.oddPages });
  }

  const { ageMs } = reading;
  // Asked first: nothing may come between the comparison and what is taken in by it.
  const isToTheEnd =
    key === 'all' &&
    reading.complete &&
    ageMs === 0 &&
    (!isPageSize(reading.pets.length) || (await namesNextPage(engine.client, reading, signal)) === true);

  const worth = await compareStore(engine, known, key === 'all' ? reading : undefined, { began: uptime, decides });
  if (worth === 'refused') {
    return await refuse(engine, decides, signal);
  }

  // A pet that left this list has another status now, or is gone: only the whole list tells which.
  const isBehind = key !== 'all' && lacksKnown(engine.saved, key, reading);
  const complete = reading.complete && ageMs === 0 && worth === 'whole';
  engine.setSaved(withList(engine.saved, key, { ...reading, complete }, { at, before: known.copy }));
  if (key === 'all') {
    engine.setSaved({ ...engine.saved, readMs: engine.clock.uptime() - uptime });
    if (ageMs === 0) {
      // One that lacks what the store itself confirmed may lack others too.
      const isWhole = isToTheEnd && worth !== 'partial' && !lacksOurs(engine, reading.pets, uptime);
      noteRead(engine, { what: 'whole', began: uptime, rows: isWhole ? reading.pets.length : undefined });
    }
  }

  engine.showSaved();
  return isBehind ? await readStore(engine, signal, {}) : { ...reading, worth, isToTheEnd };
}

/**
 * The list was read just now, all of it or its news: when it is read again, and until when it counts as fresh for
 * sending. `began`: a reading of `clock.uptime()`; `rows`: how many animals it has; absent: it was not whole.
 */
export function noteRead(
  engine: Part<'clock' | 'listedAt' | 'readAt'>,
  {
    what,
    began,
    rows,
  }: { readonly what: 'whole' | 'news'; readonly began: number; readonly rows?: number | undefined },
): void {
  const { listedAt, readAt, clock } = engine;
  const now = clock.uptime();
  engine.readAt = { news: now, whole: what === 'whole' ? now : readAt.whole };
  // Another reading may have begun later, and ended sooner.
  if (listedAt === undefined || listedAt.uptime <= began) {
    engine.listedAt = { uptime: began, ...(rows === undefined ? {} : { rows }) };
  }
}

/** What looks like another store is not taken in. Only a reading on a connection of its own decides that it is one. */
async function refuse(engine: EngineState, decides: boolean, signal: AbortSignal): Promise<Sight> {
  const { questions } = engine;
  const isOpen = questions.isForPerson && !questions.has('store');
  engine.showSaved();
  return decides || isOpen ? notNow : await readAgain(engine, signal);
}

/**
 * What a later page that fails leaves is there in any case. Resolves to the failure, without its page where that was cut
 * off: the connection is at fault then.
 */
async function takeBroken(
  engine: EngineState,
  known: Known,
  reading: BrokenReading,
  { at, uptime }: Begun,
): Promise<BrokenReading> {
  const { before, page, ...failure } = reading;
  const { problem, aborted } = failure;
  if (before && !engine.questions.has('store')) {
    await takeIn(engine, known, before, (copy) => withShown(copy, before, at));
  }

  engine.showSaved();
  // The pages before it were answered, so this is no fault of the connection.
  if (page === undefined || aborted === true || problem.status === undefined) {
    noteFailure(engine, failure);
    return failure;
  }

  const pageTrouble = failedPage(page, problem);
  engine.setSaved({ ...engine.saved, pageTrouble, readMs: engine.clock.uptime() - uptime });
  engine.show({ oddPages: pageTrouble });
  noteAnswer(engine);
  return reading;
}

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

/** Pets that are shown together, at least: each time all that are known are put in order. */
const fewest = 100;

/**
 * Shows how far a long reading is, and the rows of the first list ever read as its pages arrive. They are not kept
 * before it is accounted for.
 */
function showProgress(
  engine: Part<'questions' | 'saved' | 'show' | 'showArriving'>,
  { key }: Begun,
): (done: number, pets: () => readonly Pet[]) => void {
  const { lists, pets: held } = engine.saved;
  const isFirst = key === 'all' && lists.all === undefined && !engine.questions.has('store');
  // A list that was read to its end before is about as long now.
  const expected = key === 'all' && lists.all?.complete ? held.length : 0;
  let shown = 0;
  return (done, pets) => {
    if (isFirst && done >= Math.max(fewest, shown * 2)) {
      shown = done;
      engine.showArriving(pets());
    }

    if (done > fewest) {
      const total = done <= expected ? expected : undefined;
      engine.show({ progress: { what: readingTheList, done, total } });
    }
  };
}
