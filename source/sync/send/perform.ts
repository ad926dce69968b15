/** Carries a step of the sender out: a look for lost animals, or attempts, several at once where keys are honoured. */
import type { ConnectionState } from '../../domain/connection.js';
import { type Entry, matchingKey } from '../../domain/entry.js';
import { unlessRaced } from '../../local/queue/queue.js';
import { inLanes } from '../../platform/concurrency/turns.js';
import type { EngineState } from '../state.js';
import { noticeOffline } from '../list/reachability.js';
import { prepareList } from '../reconcile/prepare-list.js';
import { adoptListed, searchFor } from '../reconcile/search.js';
import { attemptEntry } from './attempt.js';
import { blocksItsLike, type Plan } from './plan.js';

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

  const isByKey = type === 'resend' || areKeysHonoured(engine);
  const before = await prepareList(engine, entries, { signal, isHurried, isByKey });
  if (!before) {
    return false;
  }

  const honoured = areKeysHonoured(engine);
  const { state } = engine.snapshot().connection;
  let areKeysLost = false;
  const saving: Promise<void>[] = [];
  const failures: unknown[] = [];
  const { inOrder = fewInOrder } = engine.options;
  const lanes = honoured && entries.length > inOrder ? lanesWithKeys : 1;
  const send = inLanes(entries, lanes, async (entry) => {
    // A plan for another key, or for keys that get lost, is made anew, also if another program was answered without
    // one: what may have arrived would become a second animal. So is one that a person overtook.
    const isSafe = (): boolean =>
      type === 'send' ? isAlone(engine, entry) : honoured && areKeysHonoured(engine) && isStillOpen(engine, entry);
    const isSame = (): boolean => engine.credential === credential && !areKeysLost && failures.length === 0 && isSafe();
    if (!(await noticeOffline(engine)) && isSame() && mayGoOn(engine, state, signal)) {
      const attempted = await unlessRaced(
        attemptEntry(engine, entry, { before, honoured, isKeyed: honoured || mayKeysBeHonoured(engine), signal }),
      );
      if (attempted?.isProven) {
        saving.push(attempted.saved.then(() => undefined).catch((error: unknown) => void failures.push(error)));
      } else {
        const sent = await attempted?.saved;
        areKeysLost ||= honoured && sent?.state === 'created' && sent.keyEchoed !== true && !areKeysHonoured(engine);
      }

      onStep?.();
    }
  });
  try {
    await send;
  } finally {
    await Promise.all(saving);
  }

  if (failures.length > 0) {
    throw failures[0];
  }

  return !engine.questions.open;
}

/** Whether a plan made in a state of the connection still holds: an answer in between may have ended it. */
function mayGoOn(engine: EngineState, planned: ConnectionState, signal: AbortSignal): boolean {
  const may = engine.maySend();
  // A list that may not be read (403) does not stand in the way of sending.
  return !signal.aborted && (may.type === 'yes' || (may.why === 'unreachable' && may.connection.state === planned));
}

/** Whether no entry like it was sent a moment ago and is open. The plan asked too: one may be restored since. */
function isAlone(engine: EngineState, entry: Entry): boolean {
  const { local, settleMs } = engine;
  const [key, present] = [matchingKey(entry), engine.present()];
  return !local.queue
    .entries()
    .some(
      (other) =>
        other.localId !== entry.localId &&
        other.categoryId === entry.categoryId &&
        blocksItsLike(other, present, settleMs) &&
        matchingKey(other) === key,
    );
}

/** Whether the look before did not settle it. */
function isStillOpen({ local }: EngineState, { localId }: Entry): boolean {
  return local.queue.entries().some((entry) => entry.localId === localId && entry.state === 'checking');
}

/**
 * Whether the same bytes may be sent again under the same key. That the service says so is not enough: a gateway on the
 * way, or one of several, may take the header out. So every animal of the queue that was answered with an id must have
 * come back with its key, or a person said that the service honours keys (`--idempotency honoured`).
 */
export function areKeysHonoured({ keySupport, options, local }: EngineState): boolean {
  return keySupport === 'honoured' && (options.idempotency !== 'auto' || areAllEchoed(local.queue.entries()));
}

function areAllEchoed(entries: readonly Entry[]): boolean {
  return entries.some(isAnswered) && isNoneUnechoed(entries);
}

function isAnswered({ state, adopted }: Entry): boolean {
  return state === 'created' && adopted === undefined;
}

function isNoneUnechoed(entries: readonly Entry[]): boolean {
  return entries.filter(isAnswered).every(({ keyEchoed }) => keyEchoed === true);
}

/**
 * Whether a key that is sent now may turn out to be honoured: the store announces it, and no answer came without one.
 * The same bytes are sent again only once an echo has proven it.
 */
function mayKeysBeHonoured({ keySupport, local }: EngineState): boolean {
  return keySupport === 'honoured' && isNoneUnechoed(local.queue.entries());
}
