/** Carries a step of the sender out: a look for lost animals, or attempts, several at once where keys are honoured. */
import type { ConnectionState } from '../../domain/connection.ts';
import { type Entry, matchingKey } from '../../domain/entry.ts';
import type { AttemptResult } from '../../domain/record.ts';
import { isDeferred } from '../../domain/waits.ts';
import { unlessRaced } from '../../local/queue/queue.ts';
import { inLanes } from '../../platform/concurrency/turns.ts';
import type { EngineState, Part } from '../state.ts';
import { noticeOffline } from '../list/reachability.ts';
import { isListFresh, knownBefore, prepareList } from '../reconcile/prepare-list.ts';
import { adoptListed, searchFor } from '../reconcile/search.ts';
import { attemptEntry } from './attempt.ts';
import { blocksItsLike, type Plan } from './plan.ts';

/**
 * Entries sent at once to a service that honours keys; without that, one by one. So few that a person may number their
 * cages by the ids go one by one there too: what is sent at once gets its ids in any order.
 */
const lanesWithKeys = 8;
const fewInOrder = 20;
/** How a plan is carried out. `isHurried`: a person waits for this one animal; `credential`: the planned one. */
type Performing = {
  readonly signal: AbortSignal;
  readonly isHurried: boolean;
  readonly onStep: (() => void) | undefined;
  readonly credential: string;
};

/** An entry that was decided elsewhere is planned anew. Resolves to whether to go on. */
export async function performPlan(
  engine: EngineState,
  { type, entries }: Extract<Plan, { readonly entries: readonly Entry[] }>,
  { signal, isHurried, onStep, credential }: Performing,
): Promise<boolean> {
  if (type === 'search') {
    return (await unlessRaced(searchFor(engine, entries, signal))) ?? true;
  }

  if (type === 'resend') {
    // Keys that were honoured may be no longer: a gateway on another network takes them out, a node forgets them.
    const isReached = await unlessRaced(adoptListed(engine, entries, signal));
    if (isReached === false) {
      return false;
    }
  }

  const isByKey = type === 'resend' || engine.areKeysHonoured();
  // Without keys one goes after the other, each by what is known then.
  const before = await prepareList(engine, isByKey ? entries : entries.slice(0, 1), { signal, isHurried, isByKey });
  if (!before) {
    return false;
  }

  const honoured = engine.areKeysHonoured();
  const { state } = engine.snapshot().connection;
  let areKeysLost = false;
  let isOver = false;
  let last: AttemptResult | undefined;
  const saving: Promise<unknown>[] = [];
  let left = entries.length;
  const { queue } = engine.local;
  const { inOrder = fewInOrder } = engine.options;
  // A store that limits its requests gets no more of them at once.
  const lanes = honoured && entries.length > inOrder && !entries.some(isDeferred) ? lanesWithKeys : 1;
  const send = async (entry: Entry): Promise<void> => {
    await engine.client.rest(signal);
    left -= 1;
    // A plan for another key, or for keys that get lost, is made anew, also if another program was answered without
    // one: what may have arrived would become a second animal. So is one that a person overtook.
    const isSafe = (): boolean =>
      type === 'send' ? isAlone(engine, entry) : honoured && engine.areKeysHonoured() && isStillOpen(engine, entry);
    const isSame = (): boolean => engine.credential === credential && !areKeysLost;
    const mayGo = (): boolean =>
      isSame() && (type === 'send' || engine.areKeysHonoured()) && mayGoOn(engine, state, signal);
    // The list is read again for the next plan.
    isOver ||= !isByKey && last !== undefined && !isListFresh(engine, [entry], { isByKey });
    if (isOver || (await noticeOffline(engine)) || !isSame() || !isSafe() || !mayGoOn(engine, state, signal)) {
      queue.flush();
      return;
    }

    const answered = last?.type === 'created' ? [last.pet.id] : [];
    const now = isByKey ? before : knownBefore(engine, answered);
    const sent = await unlessRaced(attemptEntry(engine, entry, { before: now, honoured, signal, mayGo }));
    const result = sent?.result;
    const saved = sent && unlessRaced(sent.saved).then(() => onStep?.());
    last = result;
    if (saved && result?.type === 'created' && (!honoured || result.keyEchoed === true)) {
      // Nothing about the next animal follows from it, so its outcome is written with the next attempt.
      saved.catch(() => (isOver = true));
      saving.push(saved);
      if (left === 0) {
        // No attempt follows, and those in other lanes may wait for their answers for long.
        queue.flush();
      }

      return;
    }

    queue.flush();
    await saved;
    isOver ||= !isByKey || result?.type === 'deferred';
    areKeysLost ||= honoured && result?.type === 'created' && !engine.areKeysHonoured();
  };
  try {
    await inLanes(entries, lanes, send);
  } finally {
    queue.flush();
    await Promise.allSettled(saving);
  }

  await Promise.all(saving);
  return !engine.questions.open;
}

/** Whether a plan made in a state of the connection still holds: an answer in between may have ended it. */
function mayGoOn(engine: Part<'maySend' | 'mustCompare'>, planned: ConnectionState, signal: AbortSignal): boolean {
  const may = engine.maySend();
  // A list that may not be read (403) does not stand in the way of sending.
  return (
    !signal.aborted &&
    !engine.mustCompare &&
    (may.type === 'yes' || (may.why === 'unreachable' && may.connection.state === planned))
  );
}

/** Whether no entry like it was sent a moment ago and is open. The plan asked too: one may be restored since. */
function isAlone(engine: Part<'local' | 'present' | 'settleMs'>, entry: Entry): boolean {
  const { local, settleMs } = engine;
  const [key, present] = [matchingKey(entry), engine.present()];
  return !local.queue.entries().some(
    (other) =>
      // Of thousands that wait hardly one passes this, so it comes first.
      blocksItsLike(other, present, settleMs) && other.localId !== entry.localId && matchingKey(other) === key,
  );
}

/** Whether the look before did not settle it. */
function isStillOpen({ local }: Part<'local'>, { localId }: Entry): boolean {
  return local.queue.entries().some((entry) => entry.localId === localId && entry.state === 'checking');
}
