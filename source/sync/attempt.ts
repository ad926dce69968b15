/** One attempt to send one entry: published before the first byte, its outcome published after the last. */
import type { Entry } from '../domain/entry.js';
import type { EntryRecord } from '../domain/record.js';
import { isoNow } from '../platform/clock.js';
import type { CreateOutcome } from '../remote/outcomes.js';
import { isErrno } from '../platform/errno.js';
import { Raced } from '../store/queue.js';
import { failuresInRow } from './back-off.js';
import type { Context } from './context.js';
import { extendListing, type Fence } from './listing.js';
import { observeCreate } from './observe.js';
import { ownerOf } from './owners.js';
import { pauseAsConflicting } from './reset.js';
import { findPet, withPet } from './saved-lists.js';
import { toResult } from './to-result.js';

/**
 * After this long between the record and the first byte the process was suspended (Ctrl-Z, a closed lid): the attempt is
 * given up as not sent. Sending it late would send it after others may have looked for it.
 */
const latestSendMs = 5000;
/** A process that ran all the while may take longer: slow networks need up to 10 s until a connection stands. */
const latestAwakeSendMs = 12_000;

/** Sends an entry once. Throws `Raced` where another process was first, and an errno where the attempt could not be saved. */
export async function attemptEntry(context: Context, entry: Entry, fence: Fence, honoured: boolean, signal: AbortSignal): Promise<Entry> {
  const { store, clock, remote } = context;
  const uptime = clock.uptime();
  if (uptime > fence.sendBy) {
    // The machine slept since the fence was taken: planned again, with a new one.
    return entry;
  }

  const twins = fence.twins(entry);
  context.inFlight.add(entry.localId);
  try {
    const sending = await store.queue.append(entry, {
      kind: 'attempt',
      at: isoNow(clock),
      uptime,
      process: context.process,
      fence: fence.name,
      ...(twins.length > 0 ? { twins: [...twins] } : {}),
      honoured,
      credential: context.credential,
    });
    context.update({ entries: store.queue.entries() });

    const outcome: CreateOutcome = signal.aborted
      ? givenUp
      : await remote.create(sending.body, sending.key, signal, { reuseConnection: honoured, sendBy: Math.min(uptime + latestAwakeSendMs, fence.sendBy), sendByIfSuspended: uptime + latestSendMs });
    observeCreate(context, outcome);
    return await settle(context, sending, outcome, fence, honoured);
  } finally {
    context.inFlight.delete(entry.localId);
  }
}

const givenUp: CreateOutcome = {
  type: 'not-sent',
  connection: 'offline',
  aborted: true,
  problem: { code: 'interrupted', message: 'Sending was interrupted before anything was sent. The animal waits in the queue.' },
};

async function settle(context: Context, sending: Entry, outcome: CreateOutcome, fence: Fence, honoured: boolean): Promise<Entry> {
  const { store, clock, random } = context;
  const result = toResult(sending, outcome, {
    now: clock.now(),
    random,
    failures: failuresInRow(sending.history, context.impatientSince),
    honoured,
    fence: fence.ids,
    known: (id) => findPet(context.saved, id),
    resets: store.archive.resets(),
    owner: (id) => ownerOf(store, id, sending.localId),
  });
  const record: EntryRecord = { kind: 'outcome', at: isoNow(clock), attempt: sending.history.length - 1, result };
  if (result.type === 'conflict') {
    pauseAsConflicting(context, sending.localId, result.pet.id);
  } else if (result.type === 'created') {
    context.saved = withPet(context.saved, result.pet, record.at);
    // It was there before the next attempt, so that will not have made it.
    extendListing(context, [result.pet]);
    context.update({ pets: context.saved.pets });
  }

  return await saveOutcome(context, sending, record);
}

/**
 * Saves what came of an attempt. Where the disk is full the outcome is kept in memory and saved as soon as that works;
 * should the process die before, the attempt is found undecided and checked, which comes to the same.
 */
export async function saveOutcome(context: Context, sending: Entry, record: EntryRecord): Promise<Entry> {
  try {
    const settled = await context.store.queue.append(sending, record);
    context.unsaved.delete(sending.localId);
    return settled;
  } catch (error) {
    if (error instanceof Raced) {
      // Somebody adopted it meanwhile. The outcome names its attempt, so it may stand later, and a 201 beats an adoption.
      const now = await context.store.queue.find(sending.localId);
      if (now) {
        return await saveOutcome(context, now, record);
      }

      // It was archived meanwhile: somebody else settled it for good.
      context.unsaved.delete(sending.localId);
      return sending;
    }

    if (isErrno(error)) {
      context.unsaved.set(sending.localId, { entry: sending, record });
    }

    throw error;
  }
}
