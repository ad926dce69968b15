/** Carries a step of the sender out: a look for lost animals, or attempts, several at once where keys are honoured. */
import type { ConnectionState } from '../../domain/connection.js';
import { type Entry, matchingKey } from '../../domain/entry.js';
import { compareInt64 } from '../../domain/int64.js';
import { isUndecided } from '../../domain/waits.js';
import { unlessRaced } from '../../local/journal/journal.js';
import { inLanes } from '../../platform/concurrency/turns.js';
import { isoNow } from '../../platform/time/clock.js';
import type { EngineState } from '../engine-state.js';
import type { Baseline } from '../evidence/listing.js';
import { isOwnedByAnother } from '../evidence/ownership.js';
import { doIdsRise } from '../evidence/footprint.js';
import { isYoung } from '../health/put-back.js';
import { noticeOffline } from '../health/reachability.js';
import { findSavedPet } from '../lists/saved-lists.js';
import { knownBaseline, takeBaseline } from '../looks/probe.js';
import { searchFor } from '../looks/search.js';
import { attemptEntry } from './attempt.js';
import type { Plan } from './plan.js';

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

  // With an honoured key no list is read: the same bytes under the same key settle a lost answer.
  const baseline =
    type === 'resend' || areKeysHonoured(engine)
      ? knownBaseline(engine)
      : await takeBaseline(engine, entries, { signal, isHurried, isFirst: isFirst(engine, entries) });
  if (!baseline) {
    return false;
  }

  const honoured = areKeysHonoured(engine);
  const { state } = engine.snapshot().connection;
  let areKeysLost = false;
  const { inOrder = fewInOrder } = engine.options;
  const lanes = honoured && entries.length > inOrder ? lanesWithKeys : 1;
  await inLanes(entries, lanes, async (entry) => {
    // A plan for another key, or for keys that get lost, is made anew, also if another program was answered without
    // one: what may have arrived would become a second animal. So is one that a person overtook.
    const isSafe = (): boolean => (type === 'send' ? isAlone(engine, entry) : honoured && areKeysHonoured(engine));
    const isSame = (): boolean => engine.credential === credential && !areKeysLost && isSafe();
    if (!(await noticeOffline(engine)) && isSame() && mayGoOn(engine, state, signal)) {
      const sendOrAsk = async (): Promise<Entry | undefined> =>
        (await askFirst(engine, entry, baseline))
          ? undefined
          : await attemptEntry(engine, entry, { baseline, honoured, signal });
      const sent = await unlessRaced(sendOrAsk());
      areKeysLost ||= honoured && sent?.state === 'created' && sent.keyEchoed !== true && !areKeysHonoured(engine);
      onStep?.();
    }
  });
  return !engine.questions.open;
}

/** Whether nothing was sent from here before, and these are too young to come from a backup, which the list tells. */
function isFirst({ local, clock, settleMs, saved }: EngineState, planned: readonly Entry[]): boolean {
  return (
    saved.lists.all === undefined &&
    local.archive.highest() === 0 &&
    local.journal.entries().every(({ attempts }) => attempts === 0) &&
    planned.every(({ createdAt }) => isYoung(createdAt, clock.now(), settleMs))
  );
}

/** Whether a plan made in a state of the connection still holds: an answer in between may have ended it. */
function mayGoOn(engine: EngineState, planned: ConnectionState, signal: AbortSignal): boolean {
  const may = engine.maySend();
  // A list that may not be read (403) does not stand in the way of sending.
  return !signal.aborted && (may.type === 'yes' || (may.why === 'unreachable' && may.connection.state === planned));
}

/** Whether no other entry may have arrived that looks the same. The plan asked too: one may be restored since. */
function isAlone({ local }: EngineState, entry: Entry): boolean {
  const key = matchingKey(entry);
  return !local.journal
    .entries()
    .some((other) => other.localId !== entry.localId && isUndecided(other) && matchingKey(other) === key);
}

/** An animal that is sent sooner is asked about by `add` itself, in milliseconds: its person saw the list. */
const soonMs = 10 * 60_000;

/**
 * Asks once about an animal that has waited, if one like it came to the store since it was entered: somebody may have
 * typed it elsewhere, and sending cannot be taken back. Resolves to whether it asks.
 */
async function askFirst(engine: EngineState, entry: Entry, baseline: Baseline): Promise<boolean> {
  const { clock, local, saved, credit } = engine;
  const { askedAbove, attempts, createdAt, history } = entry;
  const wasDecided = history.some((record) => record?.kind === 'sent-again' || record?.kind === 'review');
  const hasWaited = clock.now() - Date.parse(createdAt) > soonMs;
  if (askedAbove === undefined || attempts > 0 || wasDecided || !hasWaited || !doIdsRise(credit.ids, askedAbove)) {
    return false;
  }

  const candidates = baseline
    .lookalikes(entry)
    .filter((id) => compareInt64(id, askedAbove) > 0)
    .flatMap((id) => findSavedPet(saved, id) ?? [])
    .filter((pet) => !isOwnedByAnother(engine, pet, entry.localId));
  if (candidates.length === 0) {
    return false;
  }

  const reason =
    'It was not sent yet, and the store shows an animal like this one since it was entered. Somebody ' +
    'may have added it already.';
  await local.journal.append(entry, { kind: 'review', at: isoNow(clock), reason, candidates });
  return true;
}

/**
 * Whether the same bytes may be sent again under the same key. That the service says so is not enough: a gateway on the
 * way, or one of several, may take the header out. So every animal of the queue that was answered with an id must have
 * come back with its key, or a person said that the service honours keys (`--idempotency honoured`).
 */
export function areKeysHonoured({ keySupport, options, local }: EngineState): boolean {
  return keySupport === 'honoured' && (options.idempotency !== 'unknown' || areAllEchoed(local.journal.entries()));
}

function areAllEchoed(entries: readonly Entry[]): boolean {
  const answered = entries.filter(({ state, adopted }) => state === 'created' && adopted === undefined);
  return answered.length > 0 && answered.every(({ keyEchoed }) => keyEchoed === true);
}
