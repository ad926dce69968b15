/** One attempt to send one entry: published before the first byte, its outcome published after the last. */
import { type Entry, matchingKey } from '../../domain/entry.js';
import type { Pet } from '../../domain/pet.js';
import type { EntryRecord } from '../../domain/record.js';
import { promiseToLook } from '../../domain/lost-answer.js';
import { isoNow } from '../../platform/time/clock.js';
import type { CreateOutcome } from '../../client/outcomes/outcomes.js';
import { isErrno } from '../../platform/files/errno.js';
import { Raced, unlessRaced } from '../../local/journal/journal.js';
import type { EngineState } from '../engine-state.js';
import { noteCreateOutcome } from '../health/reachability.js';
import { isCopyOfTenant, isOwnedByAnother } from '../evidence/ownership.js';
import { readList } from '../lists/read-list.js';
import { learnIds } from '../evidence/footprint.js';
import { askIfGivenTwice } from '../evidence/queue-view.js';
import { withPet } from '../lists/saved-lists.js';
import { type Sent, toResult } from './to-result.js';

/**
 * After this long between the record and the first byte the process was suspended (Ctrl-Z, a closed lid): the attempt
 * is given up as not sent. Sending it late would send it after others may have looked for it. Slow networks need up to
 * 10 s until a connection stands.
 */
const latestSendMs = 12_000;
/** The longest that a disk may take for the record of an attempt, in milliseconds: that is no sleep either. */
const longestPublishMs = 30_000;

/** Sends an entry once. Throws `Raced`, and an errno if the attempt could not be saved. */
export async function attemptEntry(engine: EngineState, entry: Entry, sent: Sent): Promise<Entry> {
  const { local, clock, client } = engine;
  const { baseline, honoured, signal } = sent;
  const uptime = clock.uptime();
  if (uptime > baseline.sendBy) {
    // The machine slept since the baseline was taken: planned again, with a new one.
    return entry;
  }

  const lookalikes = baseline.lookalikes(entry);
  engine.inFlight.add(entry.localId);
  try {
    const sending = await local.journal.append(entry, {
      kind: 'attempt',
      at: isoNow(clock),
      uptime,
      boot: clock.boot(),
      process: engine.options.process,
      fence: baseline.name,
      ...(lookalikes.length > 0 ? { twins: [...lookalikes] } : {}),
      ...(baseline.freshAbove === undefined ? {} : { freshAbove: baseline.freshAbove }),
      ...(baseline.highest === undefined ? {} : { highest: baseline.highest }),
      ...(baseline.cutAt === undefined ? {} : { cutAt: baseline.cutAt }),
      honoured,
      credential: engine.credential,
    });
    await local.belonging.noteAttempt(sending);
    engine.showEntries();

    const since = clock.uptime() - uptime > longestPublishMs ? uptime : clock.uptime();
    const sendBy = Math.min(since + latestSendMs, baseline.sendBy);
    const answered: CreateOutcome = signal.aborted
      ? givenUp
      : await client.create(sending.body, sending.key, signal, { reuseConnection: honoured, sendBy });
    const outcome = await confirmRefusal(engine, answered, signal);
    noteCreateOutcome(engine, outcome);
    const settled = await settle(engine, sending, outcome, sent);
    return !honoured && lookalikes.length > 0 ? await glance(engine, settled, sent) : settled;
  } finally {
    engine.inFlight.delete(entry.localId);
  }
}

/** A bare 401 or 429 is the service's own if a `GET` right after it is refused alike. Others stay undecided. */
async function confirmRefusal(
  engine: EngineState,
  outcome: CreateOutcome,
  signal: AbortSignal,
): Promise<CreateOutcome> {
  if (outcome.type !== 'unknown' || (outcome.refusal !== 401 && outcome.refusal !== 429)) {
    return outcome;
  }

  const page = await engine.client.listPage({ limit: 1, noCache: true }, signal);
  if (page.type !== 'failed' || page.problem.status !== outcome.refusal) {
    return outcome;
  }

  const { problem, storeProblem = page.problem, retryAfterMs } = outcome;
  return outcome.refusal === 401
    ? { type: 'unauthorized', problem, storeProblem }
    : { type: 'deferred', problem, storeProblem, retryAfterMs };
}

/** A list that takes longer to read is not read for a glance, in milliseconds. */
const longestGlanceMs = 5000;

/** Looks once, right after the answer was lost, for a common name: a later one may be somebody else's. */
async function glance(engine: EngineState, entry: Entry, { baseline, signal }: Sent): Promise<Entry> {
  if (entry.state !== 'checking' || signal.aborted || (engine.saved.readMs ?? 0) > longestGlanceMs) {
    return entry;
  }

  const reading = await readList(engine.client, { fresh: true, newConnection: true, signal });
  if (reading.type !== 'list' || !reading.complete || reading.ageMs > 0) {
    return entry;
  }

  await engine.local.archive.prepareOwners();
  const key = matchingKey(entry);
  const twins = new Set(entry.undecided?.lookalikes);
  const isNew = (pet: Pet): boolean =>
    matchingKey(pet) === key &&
    !baseline.has(pet.id) &&
    !twins.has(pet.id) &&
    !entry.notMine.includes(pet.id) &&
    !isOwnedByAnother(engine, pet, entry.localId);
  const ids = reading.pets.filter(isNew).map(({ id }) => id);
  return await engine.local.journal.append(entry, { kind: 'glanced', at: isoNow(engine.clock), ids });
}

const givenUp: CreateOutcome = {
  type: 'not-sent',
  connection: 'offline',
  aborted: true,
  problem: {
    code: 'interrupted',
    message: 'Sending was interrupted before anything was sent. The animal waits in the queue.',
  },
};

async function settle(engine: EngineState, sending: Entry, outcome: CreateOutcome, sent: Sent): Promise<Entry> {
  const { clock } = engine;
  const result = await toResult(engine, sending, outcome, sent);
  const record: EntryRecord = {
    kind: 'outcome',
    at: isoNow(clock),
    attempt: sending.history.length - 1,
    result,
    ...(result.type === 'unknown' ? { uptime: clock.uptime() } : {}),
  };
  askIfGivenTwice(engine, sending.localId, result);
  if (result.type === 'created') {
    if (isCopyOfTenant(engine)) {
      engine.setSaved(withPet(engine.saved, result.pet, record.at));
      const ids = learnIds(engine.credit.ids, result.pet.id, sent.baseline.highest);
      engine.learnCredit(ids === engine.credit.ids ? engine.credit : { ...engine.credit, ids });
    }

    // It was there before the next attempt, so that will not have made it.
    engine.extendListing([result.pet], { isOurs: true });
    engine.show({ pets: engine.saved.pets });
  }

  return await saveOutcome(engine, sending, record);
}

/**
 * Saves the result of an attempt. If the disk is full the outcome is kept in memory and saved as soon as that works;
 * should the process die before, the attempt is found undecided and checked, which comes to the same. Its name is
 * durable before anything follows it, all the same: a power cut that took it and left the record after it would leave a
 * history with a gap (`test/campaigns/power-cut`, at every moment).
 */
async function saveOutcome(engine: EngineState, sending: Entry, record: EntryRecord): Promise<Entry> {
  try {
    const settled = await engine.local.journal.append(sending, record);
    engine.unsaved.delete(sending.localId);
    return settled;
  } catch (error) {
    if (error instanceof Raced) {
      // Somebody adopted it meanwhile. The outcome may stand later, and a 201 beats an adoption.
      const now = await engine.local.journal.find(sending.localId);
      if (now) {
        return await saveOutcome(engine, now, record);
      }

      // It was archived meanwhile: somebody else settled it for good.
      engine.unsaved.delete(sending.localId);
      return sending;
    }

    if (isErrno(error)) {
      engine.unsaved.set(sending.localId, { entry: sending, record });
    }

    throw error;
  }
}

/** The last byte may leave so long after an attempt's record, in milliseconds: slow disk, slow line, time limit. */
const longestAttemptMs = 75_000;

/** The lock's holder owns every attempt that has no outcome: their processes are gone, so it will never be recorded. */
export async function settleOrphans(engine: EngineState): Promise<void> {
  const { local, clock, unsaved } = engine;
  for (const { entry, record } of unsaved.values()) {
    await saveOutcome(engine, entry, record);
  }

  for (const entry of local.journal.entries().filter(({ state }) => state === 'sending')) {
    const at = isoNow(clock);
    const message = `The program ended while the animal was being sent. ${promiseToLook}`;
    await unlessRaced(
      local.journal.append(entry, {
        kind: 'outcome',
        at,
        attempt: entry.history.length - 1,
        result: { type: 'unknown', problem: { code: 'interrupted', message, at } },
        // Another start of the machine is known only to be over.
        ...(entry.undecided?.sentBoot === clock.boot()
          ? { uptime: Math.min(clock.uptime(), (entry.undecided.sentUptime ?? 0) + longestAttemptMs) }
          : {}),
      }),
    );
  }
}
