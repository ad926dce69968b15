import { oddLinkOf } from '../../client/outcomes/answer.ts';
import type { Page } from '../../client/outcomes/outcomes.ts';
import { listLimit } from '../../domain/contract.ts';
import type { EngineState } from '../state.ts';
import { distinctPets, isOther } from '../../domain/pet/compare-pets.ts';
import { knowledgeOf } from './known.ts';
import { noteAnswer, noteFailure, takeNewKey } from '../list/reachability.ts';
import {
  askIfAnother,
  compareStore,
  isAnythingKnown,
  knownOf,
  showsChangedAlone,
  showsNothingKnown,
} from './same-store.ts';
import { ensureKey } from './api-key.ts';
import { tellIfCopied } from './copied.ts';
import { readAgain, readFresh } from './read-store.ts';

/**
 * One cheap request that tells whether the store can be reached, and whether it may be sent to. A list that may not be
 * read (403) does not stand in the way of sending. `limit`: how many animals are looked at, which tells more of a
 * reset.
 */
export async function probe(engine: EngineState, signal: AbortSignal, limit = 1): Promise<boolean> {
  await takeNewKey(engine);
  const known = knownOf(engine);
  const page = await engine.client.listPage({ limit }, signal);
  if (page.type === 'failed') {
    noteFailure(engine, page);
    return page.forbidden === true;
  }

  if (page.type === 'page') {
    // A whole list counts more of both.
    const { oddPages, unreadableRows } = engine.snapshot();
    engine.show({ oddPages: oddLinkOf(page) ?? oddPages, unreadableRows: unreadableRows ?? page.unreadable });
  }

  // While this one sends, it has found the folder in order.
  if (!engine.lease) {
    await tellIfCopied(engine);
  }

  const isSame = await ensureKey(engine);
  if (isSame && page.type === 'page' && !(await examine(engine, known, page, limit, signal))) {
    return false;
  }

  noteAnswer(engine);
  return isSame && engine.questions.open === undefined;
}

/**
 * The evidence of a page for the service; if it is odd, or was odd before, the whole list is read. Resolves to false if
 * that could not be found out.
 */
async function examine(
  engine: EngineState,
  known: ReturnType<typeof knownOf>,
  page: Page,
  limit: number,
  signal: AbortSignal,
): Promise<boolean> {
  const isEmpty = page.pets.length === 0 && isAnythingKnown(known);
  if (engine.questions.has('store') || (limit === 1 && isEmpty)) {
    await readAgain(engine, signal);
    return true;
  }

  // One row is no evidence of missing ones, and whether it is of another store the whole list tells.
  const complete = limit > 1 && isAll(page, limit);
  const shown = { pets: page.pets, complete, ageMs: page.age * 1000 };
  const worth = await compareStore(engine, known, shown, { began: complete ? engine.clock.uptime() : undefined });
  if (engine.questions.isForPerson || (complete && worth !== 'refused')) {
    return true;
  }

  if (worth !== 'refused' && showsNothingKnown(known, page.pets)) {
    return await askForKnown(engine, known, signal);
  }

  // Somebody may have corrected just this one, and hardly a whole page.
  const isChanged = worth !== 'refused' && showsChangedAlone(known, page.pets);
  const { largest } = listLimit;
  const wider = isChanged && limit < largest ? await engine.client.listPage({ limit: largest }, signal) : undefined;
  if (wider?.type === 'page') {
    return await examine(engine, known, wider, largest, signal);
  }

  if (worth === 'refused' || isChanged) {
    await readAgain(engine, signal);
  }

  return true;
}

/**
 * A page that shows nothing known says little where newcomers come first, or ids are no numbers in a row: so the store
 * is asked for one known animal. Without it the whole list tells. Resolves to false if that could not be found out.
 */
async function askForKnown(
  engine: EngineState,
  known: ReturnType<typeof knownOf>,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = knowledgeOf(engine).ours.at(-1) ?? known.copy.pets.at(-1);
  const answer = asked && (await engine.client.get(asked.id, signal));
  if (answer?.type === 'failed') {
    noteFailure(engine, answer);
    return false;
  }

  if (asked && answer?.type === 'pet' && !isOther(asked, answer.pet)) {
    return true;
  }

  const sight = await readFresh(engine, signal, { newConnection: true });
  if (sight.type === 'failed') {
    // A later page that fails leaves open what is on it, and a question is on show already.
    return sight.forbidden === true || sight.page !== undefined || engine.questions.has('store');
  }

  if (answer?.type === 'not-found' && sight.worth === 'partial' && showsNothingKnown(known, sight.pets)) {
    askIfAnother(engine, distinctPets([...known.copy.pets, ...known.created]));
  }

  return true;
}

/** Whether a page is surely the whole list, as `read-list` would find after more requests. */
function isAll({ pets, rows, next, suspiciousNext, age }: Page, limit: number): boolean {
  const isFull = rows >= limit || rows === listLimit.default;
  return (
    next === undefined && !suspiciousNext && age === 0 && !isFull && new Set(pets.map(({ id }) => id)).size === rows
  );
}

/** Makes sure that the store can be reached: it was, or is asked. */
export async function ensureReachable(engine: EngineState, signal: AbortSignal): Promise<boolean> {
  return engine.snapshot().connection.state === 'online' || (await probe(engine, signal));
}
