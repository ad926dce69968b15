/**
 * The sender at work: checks undecided animals, then sends the queue, until no more can be done now.
 *
 * Only one process drains at a time, under the sender's lock. Each step is decided anew from the records (`plan.ts`),
 * so a person's discard or another program's edit in between is seen, or loses the race for the next record.
 */
import type { ConnectionState } from '../../domain/connection.js';
import type { Entry } from '../../domain/entry.js';
import { isoNow } from '../../platform/time/clock.js';
import { inLanes } from '../../platform/concurrency/turns.js';
import { unlessRaced } from '../../local/journal/journal.js';
import { askFirst } from './ask-first.js';
import { attemptEntry, saveOutcome } from './attempt.js';
import { ensureReachable } from '../looks/ensure-reachable.js';
import { refreshQueue } from '../evidence/queue-view.js';
import type { EngineState } from '../engine-state.js';
import { doubtedFor, showDoubt } from '../health/doubt.js';
import { type Baseline, type BaselineOptions, knownBaseline, takeBaseline } from '../looks/baseline.js';
import { searchFor } from '../looks/search.js';
import { resolveOwnership } from '../evidence/ownership.js';
import type { MaySend } from '../../domain/may-send.js';
import { areKeysHonoured } from './key-support.js';
import { isSettledByKeyAlone, type Plan, planNext } from './plan.js';
import { readAgain } from '../looks/read-again.js';
import { pauseIfMoved } from '../health/moved.js';
import { pauseIfCopied, tellIfCopied } from '../health/put-back.js';
import { askIfForeign, ensureTenant } from '../health/tenant.js';
import { ofTenant } from '../evidence/tenant.js';
import { tidy, tidyImports } from './tidy.js';
import { noteBoot, readFootprint } from '../evidence/keep-footprint.js';
import { noticeOffline } from '../health/working-offline.js';

/** Why a drain ended. */
export type DrainResult =
  /** No more can be done before `nextMs` from now, or (undefined) before a person acts or the connection changes. */
  | { readonly type: 'done'; readonly nextMs: number | undefined }
  /** Another process is the sender. */
  | { readonly type: 'busy' }
  /** The store cannot be reached, or sending is paused: see the connection. */
  | { readonly type: 'blocked' };

/** Entries sent at once to a service that honours keys; without that, one by one. */
const lanesWithKeys = 8;
/** How many of them are planned at once: lanes that wait for each other would mostly wait. */
const plannedWithKeys = 256;
/** How often other programs' changes to the queue are noticed while draining, in milliseconds. */
const noticeMs = 500;

/**
 * The last byte of an attempt may leave so long after its record at most, in milliseconds: a slow disk, a slow
 * connection and the time limit of a request, one after the other.
 */
const longestAttemptMs = 75_000;

/** How far a drain goes; `only` is the local id of the one entry that is meant. */
export type DrainOptions = {
  readonly signal: AbortSignal;
  readonly only?: string;
  /** Called after every step. */
  readonly onStep?: () => void;
};

/** Drains once all drains of this engine before it have ended. */
export function drain(engine: EngineState, options: DrainOptions): Promise<DrainResult> {
  return engine.drains.take(() => drainAlone(engine, options));
}

async function drainAlone(engine: EngineState, options: DrainOptions): Promise<DrainResult> {
  // Which numbers and ids are taken is known from there: without it no animal is sent.
  await engine.local.archive.load();
  await refreshQueue(engine);
  if (engine.local.newer()) {
    return { type: 'blocked' };
  }

  if (!hasWork(engine, options.only)) {
    await tidyImports(engine);
    // Held animals of a copied queue are asked about too, or there would be no question to confirm.
    if (engine.local.journal.entries().some(({ state }) => state === 'held')) {
      await tellIfCopied(engine);
    }

    engine.show({ otherSender: false });
    return { type: 'done', nextMs: undefined };
  }

  await engine.local.makeFolders();
  engine.holdLease(await engine.local.acquireSenderLease());
  if (!engine.lease) {
    return { type: 'busy' };
  }

  try {
    if ((await pauseIfMoved(engine)) || (await pauseIfCopied(engine, options.signal))) {
      return { type: 'blocked' };
    }

    await readFootprint(engine);
    await noteBoot(engine);
    await resolveOwnership(engine);
    await settleOrphans(engine);
    if (engine.keySupport === 'unanswered' && engine.local.journal.entries().some(isSettledByKeyAlone)) {
      engine.askKeySupportAgain();
    }

    const result = await work(engine, options);
    // Others may have adopted the answered animal meanwhile.
    await refreshQueue(engine);
    await resolveOwnership(engine);
    await tidy(engine);
    return result;
  } finally {
    engine.releaseLease();
    await refreshQueue(engine);
  }
}

function hasWork({ local, unsaved }: EngineState, only: string | undefined): boolean {
  const isMine = ({ localId }: Entry): boolean => only === undefined || localId === only;
  return (
    unsaved.size > 0 ||
    local.journal
      .entries()
      .some(
        (entry) =>
          isMine(entry) && (entry.state === 'queued' || entry.state === 'checking' || entry.state === 'sending'),
      )
  );
}

/** The lock's holder owns every attempt that has no outcome: their processes are gone, so it will never be recorded. */
export async function settleOrphans(engine: EngineState): Promise<void> {
  const { local, clock, unsaved } = engine;
  for (const { entry, record } of unsaved.values()) {
    await saveOutcome(engine, entry, record);
  }

  for (const entry of local.journal.entries().filter(({ state }) => state === 'sending')) {
    const at = isoNow(clock);
    const problem = {
      code: 'interrupted',
      message: 'The program ended while the animal was being sent. It is being checked whether it arrived.',
      at,
    };
    await unlessRaced(
      local.journal.append(entry, {
        kind: 'outcome',
        at,
        attempt: entry.history.length - 1,
        result: { type: 'unknown', problem },
        // Another start of the machine is known only to be over.
        ...(entry.undecided?.sentBoot === clock.boot()
          ? { uptime: Math.min(clock.uptime(), (entry.undecided.sentUptime ?? 0) + longestAttemptMs) }
          : {}),
      }),
    );
  }
}

async function work(engine: EngineState, { signal, only, onStep }: DrainOptions): Promise<DrainResult> {
  let refreshedAt = -Infinity;
  if (engine.credit.doubt?.isSure && !signal.aborted && !(await noticeOffline(engine))) {
    // The missing file may be back.
    await readAgain(engine, signal);
  }

  for (;;) {
    await noticeOffline(engine);
    const doubtedMs = await settleDoubt(engine, signal);
    if (doubtedMs > 0) {
      return { type: 'done', nextMs: doubtedMs };
    }

    // A store that cannot be reached is asked once more, below.
    const may = engine.maySend();
    if (signal.aborted || (may.type === 'no' && may.why !== 'unreachable')) {
      return stop(engine, may);
    }

    // Whether keys are honoured decides how a lost answer is settled, so it is asked before the first plan.
    if (engine.keySupport === 'unknown' && !(await ensureReachable(engine, signal))) {
      return { type: 'blocked' };
    }

    // The next record is won or lost in any case; this only notices new entries, and listing ten thousand takes a
    // while.
    if (engine.clock.uptime() - refreshedAt > noticeMs) {
      await refreshQueue(engine);
      await resolveOwnership(engine);
      refreshedAt = engine.clock.uptime();
      if (!(await ensureReachable(engine, signal)) || !(await ensureTenant(engine, signal))) {
        return { type: 'blocked' };
      }
    }

    const { credential } = engine;
    const plan = decide(engine, only);
    if (plan.type === 'idle' && askIfForeign(engine)) {
      return { type: 'blocked' };
    }

    if (plan.type === 'idle' || plan.type === 'wait') {
      return { type: 'done', nextMs: plan.type === 'wait' ? plan.ms : undefined };
    }

    if (
      !(await ensureReachable(engine, signal)) ||
      !(await perform(engine, plan, { signal, isHurried: only !== undefined, onStep, credential }))
    ) {
      return { type: 'blocked' };
    }

    engine.showEntries();
    // Looking settles animals too; sending has told of each already.
    onStep?.();
  }
}

/** A file of a newer petstore in the middle of the work is an error: the current result may not be saved. */
function stop(engine: EngineState, may: MaySend): DrainResult {
  const newer = may.type === 'no' && may.why === 'newer-version' ? engine.local.newer() : undefined;
  if (newer) {
    throw newer;
  }

  return { type: 'blocked' };
}

/** Milliseconds until the second reading of a doubted service; 0: there is no doubt, or there was that reading. */
async function settleDoubt(engine: EngineState, signal: AbortSignal): Promise<number> {
  if (engine.workingOffline) {
    return 0;
  }

  const wait = doubtedFor(engine);
  if (wait !== undefined) {
    showDoubt(engine);
  }

  if (wait === 0 && !signal.aborted) {
    await readAgain(engine, signal);
    return doubtedFor(engine) ?? 0;
  }

  return wait ?? 0;
}

function decide(engine: EngineState, only: string | undefined): Plan {
  const { local, clock, credential, retryRequestedAt } = engine;
  const honoured = areKeysHonoured(engine);
  // An animal entered under another tenant's key waits for that key, or for a person. There is hardly ever any, and
  // this is asked for each animal.
  const entries = local.journal.entries();
  const isMine = ofTenant(engine);
  const others = entries.filter((entry) => !isMine(entry));
  const mine = others.length === 0 ? entries : entries.filter(isMine);
  return planNext({
    entries: mine,
    others,
    aside: local.journal.aside(),
    now: clock.now(),
    settleMs: engine.settleMs,
    ...engine.present(),
    honoured,
    credential,
    isUnanswered: engine.keySupport === 'unanswered',
    atOnce: honoured ? plannedWithKeys : 1,
    retryRequestedAt,
    only,
  });
}

type Performing = BaselineOptions & {
  readonly onStep: (() => void) | undefined;
  /** The one it was planned for. */ readonly credential: string;
};

/**
 * Losing a race for a record is no failure: the entry was decided elsewhere and is planned anew. Resolves to whether to
 * go on.
 */
async function perform(
  engine: EngineState,
  plan: Plan,
  { signal, isHurried, onStep, credential }: Performing,
): Promise<boolean> {
  switch (plan.type) {
    case 'search':
      return (await unlessRaced(searchFor(engine, plan.entries, signal))) ?? true;
    case 'resend':
    case 'send': {
      const baseline = await baselineFor(engine, plan, { signal, isHurried });
      if (!baseline) {
        return false;
      }

      const honoured = areKeysHonoured(engine);
      const { state } = engine.snapshot().connection;
      let areKeysLost = false;
      await inLanes(plan.entries, honoured ? lanesWithKeys : 1, async (entry) => {
        // A plan for another key, or for keys that turned out to get lost, is made anew: how a lost answer is settled
        // depends on it.
        const isSame = (): boolean => engine.credential === credential && !areKeysLost;
        if (!(await noticeOffline(engine)) && isSame() && mayGoOn(engine, state, signal)) {
          const sent = await unlessRaced(sendOrAsk(engine, entry, baseline, honoured, signal));
          areKeysLost ||= honoured && isWithoutKey(sent) && !areKeysHonoured(engine);
          onStep?.();
        }
      });
      return !engine.paused;
    }
    case 'wait':
    case 'idle':
      return true;
  }
}

/** The entry after that; undefined: a person is asked first. */
async function sendOrAsk(
  engine: EngineState,
  entry: Entry,
  baseline: Baseline,
  honoured: boolean,
  signal: AbortSignal,
): Promise<Entry | undefined> {
  return (await askFirst(engine, entry, baseline))
    ? undefined
    : await attemptEntry(engine, entry, baseline, honoured, signal);
}

function isWithoutKey(entry: Entry | undefined): boolean {
  return entry?.state === 'created' && entry.keyEchoed !== true;
}

/** Whether a plan made in a state of the connection still holds: an answer in between may have ended it. */
function mayGoOn(engine: EngineState, planned: ConnectionState, signal: AbortSignal): boolean {
  const may = engine.maySend();
  // A list that may not be read (403) does not stand in the way of sending.
  return !signal.aborted && (may.type === 'yes' || (may.why === 'unreachable' && may.connection.state === planned));
}

/** With an honoured key no list is read: the same bytes under the same key settle a lost answer. */
async function baselineFor(engine: EngineState, plan: Plan, options: BaselineOptions): Promise<Baseline | undefined> {
  if (plan.type === 'resend' || areKeysHonoured(engine)) {
    return knownBaseline(engine);
  }

  return await takeBaseline(engine, plan.type === 'send' ? plan.entries : [], options);
}
