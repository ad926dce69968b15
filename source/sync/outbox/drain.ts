/**
 * The sender at work: checks what is undecided, then sends what waits, until nothing can be done now.
 *
 * Only one process drains at a time, under the sender's lock. Each step is decided anew from the records (`plan.ts`), so a
 * person's discard or another program's edit in between is seen, or loses the race for the next record.
 */
import type { ConnectionState } from '../../domain/connection.js';
import type { Entry } from '../../domain/entry.js';
import { isoNow } from '../../platform/time/clock.js';
import { inLanes } from '../../platform/concurrency/in-lanes.js';
import { Raced } from '../../local/journal/journal.js';
import { attemptEntry, saveOutcome } from './attempt.js';
import { ensureReachable } from '../health/ensure-reachable.js';
import type { Context } from '../context.js';
import { doubtedFor, showDoubt } from '../health/doubt.js';
import { settleMs } from '../recover/lag.js';
import { type Baseline, type BaselineOptions, takeBaseline, weakBaseline } from '../recover/baseline.js';
import { searchFor } from '../recover/search.js';
import { resolveOwnership } from '../recover/ownership.js';
import { isSettledByKeyAlone, type Plan, planNext } from './plan.js';
import { readAgain } from '../recover/read-again.js';
import { pauseIfCopied, pauseIfMoved } from '../health/reset-detection.js';
import { askIfForeign, ensureTenant, isOfTenant } from '../health/tenant.js';
import { tidy, tidyImports } from '../loop/tidy.js';
import { noticeOffline } from '../health/working-offline.js';

/** Why a drain ended. */
export type DrainResult =
  /** Nothing can be done before `nextMs` from now, or (undefined) before a person acts or the connection changes. */
  | { readonly type: 'done'; readonly nextMs: number | undefined }
  /** Another process is the sender. */
  | { readonly type: 'busy' }
  /** The store cannot be reached, or sending is paused: see the connection. */
  | { readonly type: 'blocked' };

/** Entries sent at once to a service that honours keys; without that, one by one. */
const lanesWithKeys = 4;
/** How many of them are planned at once: lanes that wait for each other would mostly wait. */
const plannedWithKeys = 64;
/** How often other programs' changes to the queue are noticed while draining, in milliseconds. */
const noticeMs = 500;

/** How far a drain goes; `only` is the local id of the one entry that is meant. */
export type DrainOptions = {
  readonly signal: AbortSignal;
  readonly only?: string;
  /** Called after every step. */
  readonly onStep?: () => void;
};

/** Drains once all drains of this engine before it have ended. */
export function drain(context: Context, options: DrainOptions): Promise<DrainResult> {
  return context.drains.take(() => drainAlone(context, options));
}

async function drainAlone(context: Context, options: DrainOptions): Promise<DrainResult> {
  // Which numbers and ids are taken is known from there: without it nothing is sent.
  await context.local.archive.load();
  await context.refreshQueue();
  if (context.local.newer()) {
    return { type: 'blocked' };
  }

  if (!hasWork(context, options.only)) {
    await tidyImports(context);
    context.update({ otherSender: false });
    return { type: 'done', nextMs: undefined };
  }

  await context.local.makeFolders();
  const lock = await context.local.acquireSenderLease();
  context.lease = lock;
  context.update({ otherSender: lock === undefined });
  if (!lock) {
    return { type: 'busy' };
  }

  try {
    if ((await pauseIfMoved(context)) || (await pauseIfCopied(context))) {
      return { type: 'blocked' };
    }

    await resolveOwnership(context);
    await settleOrphans(context);
    if (context.isUnanswered && context.local.journal.entries().some(isSettledByKeyAlone)) {
      context.honours = undefined;
    }

    const result = await work(context, options);
    // Others may have adopted meanwhile what was answered here.
    await context.refreshQueue();
    await resolveOwnership(context);
    await tidy(context);
    return result;
  } finally {
    lock.release();
    context.lease = undefined;
    await context.refreshQueue();
  }
}

function hasWork({ local, unsaved }: Context, only: string | undefined): boolean {
  const isMine = ({ localId }: Entry): boolean => only === undefined || localId === only;
  return unsaved.size > 0 || local.journal.entries().some((entry) => isMine(entry) && (entry.state === 'queued' || entry.state === 'checking' || entry.state === 'sending'));
}

/** The lock's holder owns every attempt that has no outcome: their processes are gone, so nobody will ever record one. */
async function settleOrphans(context: Context): Promise<void> {
  const { local, clock, unsaved } = context;
  for (const { entry, record } of unsaved.values()) {
    await saveOutcome(context, entry, record);
  }

  for (const entry of local.journal.entries().filter(({ state }) => state === 'sending')) {
    const at = isoNow(clock);
    const problem = { code: 'interrupted', message: 'The program ended while the animal was being sent. It is being checked whether it arrived.', at };
    await skipRaced(local.journal.append(entry, { kind: 'outcome', at, attempt: entry.history.length - 1, result: { type: 'unknown', problem } }));
  }
}

async function work(context: Context, { signal, only, onStep }: DrainOptions): Promise<DrainResult> {
  let refreshedAt = -Infinity;
  if (context.saved.doubt?.isSure && !signal.aborted && !(await noticeOffline(context))) {
    // What was missing may be back.
    await readAgain(context, signal);
  }

  for (;;) {
    if (await noticeOffline(context)) {
      return { type: 'blocked' };
    }

    const doubted = await settleDoubt(context, signal);
    if (doubted > 0) {
      return { type: 'done', nextMs: doubted };
    }

    if (signal.aborted || context.paused) {
      return { type: 'blocked' };
    }

    // Whether keys are honoured decides how a lost answer is settled, so it is asked before the first plan.
    if (context.honours === undefined && !(await ensureReachable(context, signal))) {
      return { type: 'blocked' };
    }

    // The next record is won or lost in any case; this only notices new entries, and listing ten thousand takes a while.
    if (context.clock.uptime() - refreshedAt > noticeMs) {
      await context.refreshQueue();
      await resolveOwnership(context);
      refreshedAt = context.clock.uptime();
      if (!(await ensureReachable(context, signal)) || !(await ensureTenant(context, signal))) {
        return { type: 'blocked' };
      }
    }

    const { credential } = context;
    const plan = decide(context, only);
    if (plan.type === 'idle' && askIfForeign(context)) {
      return { type: 'blocked' };
    }

    if (plan.type === 'idle' || plan.type === 'wait') {
      return { type: 'done', nextMs: plan.type === 'wait' ? plan.ms : undefined };
    }

    if (!(await ensureReachable(context, signal)) || !(await perform(context, plan, { signal, isHurried: only !== undefined, onStep, credential }))) {
      return { type: 'blocked' };
    }

    context.update({ entries: context.local.journal.entries() });
    // Looking settles animals too; sending has told of each already.
    onStep?.();
  }
}

/** Milliseconds until the second reading of a doubted service; 0: there is no doubt, or there was that reading. */
async function settleDoubt(context: Context, signal: AbortSignal): Promise<number> {
  const wait = doubtedFor(context);
  if (wait !== undefined) {
    showDoubt(context);
  }

  if (wait === 0 && !signal.aborted && !context.workingOffline) {
    await readAgain(context, signal);
    return doubtedFor(context) ?? 0;
  }

  return wait ?? 0;
}

function decide(context: Context, only: string | undefined): Plan {
  const { local, clock, credential, retryRequestedAt } = context;
  const honoured = context.honours === true;
  return planNext({
    // What was entered under another tenant's key waits for that key, or for a person.
    entries: local.journal.entries().filter((entry) => isOfTenant(context, entry)),
    now: clock.now(),
    uptime: clock.uptime(),
    settleMs: settleMs(context),
    honoured,
    credential,
    isUnanswered: context.isUnanswered,
    atOnce: honoured ? plannedWithKeys : 1,
    retryRequestedAt,
    only,
  });
}

type Performing = BaselineOptions & { readonly onStep: (() => void) | undefined; /** The one it was planned for. */ readonly credential: string };

async function perform(context: Context, plan: Plan, { signal, isHurried, onStep, credential }: Performing): Promise<boolean> {
  switch (plan.type) {
    case 'search':
      return await noteRaced(searchFor(context, plan.entries, signal));
    case 'resend':
    case 'send': {
      const baseline = await baselineFor(context, plan, { signal, isHurried });
      if (!baseline) {
        return false;
      }

      const honoured = context.honours === true;
      const { state } = context.snapshot().connection;
      await inLanes(plan.entries, honoured ? lanesWithKeys : 1, async (entry) => {
        // What was planned for another key is planned anew: how a lost answer is settled depends on it.
        if (!(await noticeOffline(context)) && context.credential === credential && mayGoOn(context, state, signal)) {
          await skipRaced(attemptEntry(context, entry, baseline, honoured, signal));
          onStep?.();
        }
      });
      return !context.paused;
    }
    case 'wait':
    case 'idle':
      return true;
  }
}

/** Whether what was planned in a state of the connection still holds: an answer in between may have ended it. */
function mayGoOn(context: Context, planned: ConnectionState, signal: AbortSignal): boolean {
  const { state } = context.snapshot().connection;
  return !signal.aborted && !context.workingOffline && context.paused === undefined && (state === planned || state === 'online');
}

/** With an honoured key no baseline is needed: the same bytes under the same key settle a lost answer. */
async function baselineFor(context: Context, plan: Plan, options: BaselineOptions): Promise<Baseline | undefined> {
  if (plan.type === 'resend' || context.honours === true) {
    return weakBaseline;
  }

  const baseline = await takeBaseline(context, options);
  return 'type' in baseline ? undefined : baseline;
}

/** Losing a race for a record is no failure: the entry was decided elsewhere and is planned anew. */
async function skipRaced(work: Promise<unknown>): Promise<void> {
  await noteRaced(work.then(() => true));
}

async function noteRaced(work: Promise<boolean>): Promise<boolean> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Raced) {
      return true;
    }

    throw error;
  }
}
