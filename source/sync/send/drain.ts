/**
 * The sender at work: checks undecided animals, then sends the queue, until no more can be done now.
 *
 * Only one process drains at a time, under the sender's lock. Each step is decided anew from the queue (`plan.ts`), so
 * a person's discard or another program's edit in between is seen, or loses the race for the next change.
 */
import { listLimit } from '../../domain/contract.ts';
import type { Entry } from '../../domain/entry.ts';
import { archivable } from '../../local/archived-entry.ts';
import type { EngineState, Part } from '../state.ts';
import { holdKnowledge, keepKnowledge, knowledgeOf, noteBoot } from '../reconcile/known.ts';
import { ofPresentKey } from '../reconcile/ownership.ts';
import { refreshQueue } from '../reconcile/queue-view.ts';
import { askIfCopied, joinConflicted, pauseIfMoved } from '../reconcile/copied.ts';
import { conflictOf, takeConfirmed } from '../reconcile/same-store.ts';
import { askIfForeign, ensureKey, isToBeSent } from '../reconcile/api-key.ts';
import { noticeOffline } from '../list/reachability.ts';
import { ensureReachable, probe } from '../reconcile/probe.ts';
import { lookDueIn } from '../reconcile/reconcile.ts';
import { readAgain } from '../reconcile/read-store.ts';
import { settleOrphans } from './attempt.ts';
import { performPlan } from './perform.ts';
import { type Plan, planNext } from './plan.ts';

/** Why a drain ended. */
type DrainResult =
  /** No more can be done before `nextMs` from now, or (undefined) before a person acts or the connection changes. */
  | { readonly type: 'done'; readonly nextMs: number | undefined }
  /** Another process is the sender. */
  | { readonly type: 'busy' }
  /** The store cannot be reached, or sending is paused: see the connection. */
  | { readonly type: 'blocked' };

/** How many are planned at once: lanes that wait for each other would mostly wait. */
const plannedWithKeys = 256;
/** Without keys, where each goes by the answer to the one before: what others did in between is noticed after these. */
const plannedInOrder = 16;
/** How often other programs' changes to the queue are noticed while draining, in milliseconds. */
const noticeMs = 500;

/** How far a drain goes; `only` is the local id of the one entry that is meant. */
type DrainOptions = {
  readonly signal: AbortSignal;
  readonly only?: string;
  /** Nothing is sent: lost answers are looked for, if that is due. */
  readonly looksOnly?: boolean;
  /** Called after every step. */
  readonly onStep?: () => void;
};

/** Drains once all drains of this engine before it have ended. */
export function drain(engine: EngineState, options: DrainOptions): Promise<DrainResult> {
  return engine.drains.take(() => drainAlone(engine, options));
}

/**
 * Makes the looks that are due, and sends nothing: whoever may use the network does, so that an answer that was lost
 * while a command ran is settled by the next one. What fails is told by what comes after it.
 */
export async function makeDueLooks(engine: EngineState, signal: AbortSignal): Promise<void> {
  await refreshQueue(engine);
  holdKnowledge(engine);
  const knowledge = knowledgeOf(engine);
  const isDue = (entry: Entry): boolean =>
    entry.state === 'checking' && lookDueIn(entry, knowledge, engine.present()) <= 0;
  if (engine.local.queue.entries().some(isDue)) {
    await drain(engine, { signal, looksOnly: true });
  }
}

/** Another process is sending: look at its result after this long, in milliseconds. */
const busyMs = 200;

/** Drains again and again, until only a person, or time beyond `deadline`, can help. */
export async function drainUntil(
  engine: EngineState,
  options: DrainOptions & { /** A reading of `clock.uptime()`. */ readonly deadline: number },
): Promise<void> {
  const { clock } = engine;
  for (;;) {
    const drained = await drain(engine, options);
    const dueMs = drained.type === 'done' ? drained.nextMs : undefined;
    const nextMs = drained.type === 'busy' ? busyMs : dueMs;
    if (nextMs === undefined || options.signal.aborted || clock.uptime() + nextMs > options.deadline) {
      return;
    }

    await clock.wait(nextMs, options.signal);
  }
}

async function drainAlone(engine: EngineState, options: DrainOptions): Promise<DrainResult> {
  // Whoever drains has read the queue just now, and once this is the sender it is read again.
  await refreshQueue(engine, { looksAround: false, isJustRead: true });
  takeConfirmed(engine);
  if (engine.local.newer()) {
    return { type: 'blocked' };
  }

  await joinConflicted(engine);
  if (!hasWork(engine, options.only)) {
    engine.show({ otherSender: false });
    return { type: 'done', nextMs: undefined };
  }

  await engine.local.makeFolders();
  engine.holdLease(await engine.local.acquireSenderLease());
  if (!engine.lease) {
    return { type: 'busy' };
  }

  try {
    if (await pauseIfMoved(engine)) {
      return { type: 'blocked' };
    }

    if (await askIfCopied(engine)) {
      return { type: 'blocked' };
    }

    holdKnowledge(engine);
    await noteBoot(engine);
    await settleOrphans(engine);
    const result = await work(engine, options);
    await tidy(engine);
    await engine.local.origin.noteSent();
    return result;
  } finally {
    engine.releaseLease();
    await refreshQueue(engine, { looksAround: false, isJustRead: true });
  }
}

function hasWork({ local }: Part<'local'>, only: string | undefined): boolean {
  const isMine = ({ localId }: Entry): boolean => only === undefined || localId === only;
  return local.queue.entries().some((entry) => isMine(entry) && isToBeSent(entry));
}

async function work(engine: EngineState, options: DrainOptions): Promise<DrainResult> {
  const { signal, only, onStep } = options;
  let refreshedAt: number | undefined;
  if (engine.questions.has('store') && !signal.aborted && !(await noticeOffline(engine))) {
    // What was missing may be back.
    await readAgain(engine, signal);
  }

  if (engine.questions.has('key')) {
    // What was entered under the present key since may go.
    askIfForeign(engine);
  }

  for (;;) {
    await noticeOffline(engine);
    // A file of a newer petstore in the middle of the work is an error: the current result may not be saved.
    const newer = engine.local.newer();
    if (newer) {
      throw newer;
    }

    // A store that cannot be reached is asked once more, below.
    const may = engine.maySend();
    if (signal.aborted || (may.type === 'no' && may.why !== 'unreachable')) {
      return { type: 'blocked' };
    }

    // Whichever process was answered so, until a person has decided.
    const conflicting = findConflicting(engine);
    if (conflicting.length > 0 && (await readAgain(engine, signal)).type === 'failed') {
      return { type: 'blocked' };
    }

    conflicting.forEach((localId) => engine.compared.add(localId));
    engine.mustCompare = false;

    // The next record is won or lost in any case; this only notices new entries, and takes a while.
    if (refreshedAt === undefined || engine.clock.uptime() - refreshedAt > noticeMs) {
      if (refreshedAt !== undefined) {
        await refreshQueue(engine, { looksAround: false });
      }

      refreshedAt = engine.clock.uptime();
      if (!(await ensureReachable(engine, signal)) || !(await ensureKey(engine))) {
        return { type: 'blocked' };
      }
    }

    const { credential } = engine;
    const plan = decide(engine, options);
    if (plan.type === 'idle' && askIfForeign(engine)) {
      return { type: 'blocked' };
    }

    if (plan.type === 'idle' || plan.type === 'wait') {
      return { type: 'done', nextMs: plan.type === 'wait' ? plan.ms : undefined };
    }

    // A list may be young, and of the store that had this name in the network of before.
    const isElsewhere = plan.type !== 'search' && (await engine.client.leadsElsewhere(signal));
    if (
      !(await (isElsewhere ? probe(engine, signal, listLimit.largest) : ensureReachable(engine, signal))) ||
      !(await performPlan(engine, plan, { signal, isHurried: only !== undefined, onStep, credential }))
    ) {
      return { type: 'blocked' };
    }

    engine.showEntries();
    // Looking settles animals too; sending has told of each already.
    onStep?.();
  }
}

/** The animals in review that got an id of before, and after which the list was not read here. */
function findConflicting({ local, compared }: Part<'compared' | 'local'>): readonly string[] {
  return local.queue
    .entries()
    .flatMap((entry) => (conflictOf(entry) && !compared.has(entry.localId) ? entry.localId : []));
}

function decide(engine: EngineState, { only, looksOnly }: DrainOptions): Plan {
  const { local, clock, credential, retryRequestedAt, unclear } = engine;
  const honoured = engine.areKeysHonoured();
  // One entered under a key that is not known waits for that key, or for a person. There is hardly any.
  const entries = local.queue.entries();
  const isMine = ofPresentKey(engine);
  const others = entries.filter((entry) => !isMine(entry));
  const mine = others.length === 0 ? entries : entries.filter(isMine);
  return planNext({
    entries: mine,
    others,
    now: clock.now(),
    settleMs: engine.settleMs,
    ...engine.present(),
    knowledge: knowledgeOf(engine),
    honoured,
    credential,
    sendInMs: honoured ? 0 : Math.max(0, unclear.until - clock.uptime()),
    looksOnly,
    atOnce: honoured ? plannedWithKeys : plannedInOrder,
    retryRequestedAt,
    only,
  });
}

/** Keeps the store small: archives entries settled long ago. Under the lock. */
async function tidy(
  engine: Part<'clock' | 'isKnowledgeNew' | 'joinKnowledge' | 'knowledge' | 'local' | 'saved' | 'takeKnowledge'>,
): Promise<void> {
  const { local, clock } = engine;
  const settled = archivable(local.queue.entries(), clock.now());
  if (settled.length > 0 || engine.isKnowledgeNew) {
    // What cannot be written now is written the next time.
    await keepKnowledge(engine, { archiving: settled.length > 0 }).catch(() => undefined);
  }

  if (settled.length > 0) {
    await local.archive.archive(settled);
  }

  // Tidiness is worth no failed drain.
  await local.removeTemporaries().catch(() => undefined);
}
