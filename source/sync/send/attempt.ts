/** One attempt to send one entry: durable before the first byte, its outcome written after the last. */
import { type Entry, matchingKey } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import type { AttemptResult, EntryRecord } from '../../domain/record.ts';
import { promiseToLook } from '../../domain/lost-answer.ts';
import { isoNow } from '../../platform/time/clock.ts';
import type { Answer, CreateOutcome } from '../../client/outcomes/outcomes.ts';
import { Raced } from '../../local/queue/changes.ts';
import { unlessRaced } from '../../local/queue/queue.ts';
import type { EngineState, Part } from '../state.ts';
import { noteCreateOutcome } from '../list/reachability.ts';
import { isOwnedByAnother } from '../reconcile/ownership.ts';
import { readList } from '../list/read-list.ts';
import { keepKnowledge, learnEcho, learnIds } from '../reconcile/known.ts';
import { longestAttemptMs } from '../reconcile/reconcile.ts';
import { withPet } from '../list/saved-lists.ts';
import { type Sent, toResult } from './to-result.ts';

/**
 * After this long between the record and the first byte the process was suspended (Ctrl-Z, a closed lid): the attempt
 * is given up as not sent. Sending it late would send it after others may have looked for it. Slow networks need up to
 * 10 s until a connection stands.
 */
const latestSendMs = 12_000;
/** The longest that a disk may take for the record of an attempt, in milliseconds: that is no sleep either. */
const longestPublishMs = 30_000;

/**
 * An entry that was answered. `saved`: as it is once that is durable, with the next change to the queue or its `flush`;
 * throws as `attemptEntry`.
 */
type Attempted = { readonly result: AttemptResult; readonly saved: Promise<Entry> };

/**
 * Sends an entry once. Resolves when the outcome is known, and is written together with the next attempt; undefined: it
 * was not the time to send it. Throws `Raced`, and an errno if the attempt could not be saved.
 */
export async function attemptEntry(engine: EngineState, entry: Entry, sent: Sent): Promise<Attempted | undefined> {
  const { local, clock, client } = engine;
  const { before, honoured, signal, mayGo } = sent;
  const uptime = clock.uptime();
  if (uptime > before.sendBy) {
    // The machine slept since the list was read: planned again, with a new one.
    return undefined;
  }

  const { alike, nearBefore, known, highest, listAge, listRows } = before.note(entry, { honoured });
  engine.inFlight.add(entry.localId);
  const land = (): void => void engine.inFlight.delete(entry.localId);
  try {
    const sending = await local.queue.append(entry, {
      kind: 'attempt',
      at: isoNow(clock),
      uptime,
      boot: clock.boot(),
      process: engine.options.process,
      ...(alike.length > 0 ? { alike: [...alike] } : {}),
      ...(nearBefore.length > 0 ? { nearBefore: [...nearBefore] } : {}),
      ...(known.length > 0 ? { known: [...known] } : {}),
      ...(listAge === undefined ? {} : { listAge }),
      ...(listRows === undefined ? {} : { listRows }),
      ...(highest === undefined ? {} : { highest }),
      honoured,
      credential: engine.credential,
      ...engine.options.sender,
    });
    engine.showEntries();

    const noted = clock.uptime() - uptime > longestPublishMs ? uptime : clock.uptime();
    const sendBy = Math.min(noted + latestSendMs, before.sendBy);
    const answered: CreateOutcome & Answer = mayGo()
      ? await client.create(sending.body, sending.key, signal, { reuseConnection: honoured, sendBy })
      : givenUp;
    const tookMs = clock.uptime() - noted;
    const confirmed = await confirmLimit(engine, answered, signal);
    noteCreateOutcome(engine, confirmed);
    const outcome = await confirmRejection(engine, sending, confirmed, sent, tookMs);
    const { result, saved } = await settle(engine, sending, { ...outcome, answer: answered.answer }, sent);
    // Whoever sends waits for it; meanwhile a failure is nobody's.
    saved.then(land, land);
    return { result, saved };
  } catch (error) {
    land();
    throw error;
  }
}

/**
 * A bare 429 is the limit of a box before the store if a `GET` right after it gets one too: the animal did not get through.
 * Otherwise each animal of an import that such a box refuses would take two settle times.
 */
async function confirmLimit(
  engine: Part<'options'>,
  outcome: CreateOutcome,
  signal: AbortSignal,
): Promise<CreateOutcome> {
  if (outcome.type !== 'unknown' || outcome.refusal !== 429) {
    return outcome;
  }

  const page = await engine.options.client.listPage({ limit: 1 }, signal);
  return page.type === 'failed' && page.problem.status === 429
    ? { type: 'deferred', problem: page.problem, storeProblem: page.problem, retryAfterMs: page.retryAfterMs }
    : outcome;
}

/** A list that takes longer to read is not read beside a request, in milliseconds. */
const longestReadMs = 5000;

/** Reads the whole list now; undefined: it takes too long, or could not be read. */
async function readNow(
  engine: Part<'client' | 'local' | 'saved'>,
  signal: AbortSignal,
): Promise<readonly Pet[] | undefined> {
  if (signal.aborted || (engine.saved.readMs ?? 0) > longestReadMs) {
    return undefined;
  }

  const reading = await readList(engine.client, { newConnection: true, signal });
  await engine.local.archive.prepareOwners();
  return reading.type === 'list' && reading.ageMs === 0 ? reading.pets : undefined;
}

/** Those of a list that look like an entry, were not there before, and are nobody else's. */
function newAlike(engine: Part<'local'>, entry: Entry, pets: readonly Pet[]): readonly Pet[] {
  const key = matchingKey(entry);
  const before = new Set(entry.undecided?.alike);
  return pets.filter(
    (pet) => matchingKey(pet) === key && !before.has(pet.id) && !isOwnedByAnother(engine, pet, entry.localId),
  );
}

/** A request that took longer than this may have been sent twice by a proxy, in milliseconds. */
const slowRequestMs = 1000;
/** A list of no more animals takes one request. */
const onePage = 100;

/**
 * A proxy may have sent a request twice, and the answer is that to the second: so the list is looked at once before an
 * animal counts as rejected, always for a 409, and else after a slow request or where that takes one request. What is
 * found there is looked for like one whose answer was lost.
 */
async function confirmRejection(
  engine: Part<'client' | 'local' | 'saved'>,
  sending: Entry,
  outcome: CreateOutcome,
  { honoured, signal }: Sent,
  tookMs: number,
): Promise<CreateOutcome> {
  if (honoured || (outcome.type !== 'in-progress' && outcome.type !== 'rejected')) {
    return outcome;
  }

  const isCheap = engine.saved.lists.all !== undefined && engine.saved.pets.length <= onePage;
  const isWorthIt = outcome.type === 'in-progress' || tookMs > slowRequestMs || isCheap;
  const pets = isWorthIt ? await readNow(engine, signal) : undefined;
  return pets && newAlike(engine, sending, pets).length > 0
    ? { type: 'unknown', problem: outcome.problem, connection: 'online' }
    : outcome;
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

async function settle(
  engine: EngineState,
  sending: Entry,
  { answer, ...outcome }: CreateOutcome & Answer,
  sent: Sent,
): Promise<Attempted> {
  const { clock } = engine;
  const result = await toResult(engine, sending, outcome, sent);
  const record: EntryRecord = {
    kind: 'outcome',
    at: isoNow(clock),
    attempt: sending.undecided?.lastAttempt ?? 0,
    result,
    ...(result.type === 'unknown' ? { uptime: clock.uptime() } : {}),
    ...(answer ? { answer } : {}),
  };
  noteClarity(engine, result.type);
  if (result.type === 'conflict') {
    engine.mustCompare = true;
  } else if (result.type === 'created') {
    engine.setSaved(withPet(engine.saved, result.pet, record.at));
    const { knowledge } = engine;
    const ids = learnIds(knowledge.ids, result.pet.id, sent.before.highest);
    const echoes = learnEcho(knowledge.echoes, result.keyEchoed === true);
    engine.learn(ids === knowledge.ids && echoes === knowledge.echoes ? knowledge : { ...knowledge, ids, echoes });
  }

  // What cannot be written now is written at the end of sending.
  const kept = engine.isKnowledgeNew ? keepKnowledge(engine, { isFollowed: true }).catch(() => undefined) : undefined;
  const settled = saveOutcome(engine, sending, record, { isFollowed: true });
  if (result.type === 'created') {
    engine.showCreated(result.pet.id, settled);
  }

  return { result, saved: Promise.all([settled, kept]).then(([entry]) => entry) };
}

/** How long the next animal waits after an unclear answer, in milliseconds; each further one doubles it. */
const shortestPauseMs = 1000;
const longestPauseMs = 60_000;

function noteClarity(engine: Part<'clock' | 'unclear'>, result: AttemptResult['type']): void {
  if (result === 'unknown') {
    const inRow = engine.unclear.inRow + 1;
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(inRow - 1, 10));
    engine.unclear = { inRow, until: engine.clock.uptime() + pauseMs };
  } else if (result === 'created' || result === 'rejected') {
    engine.unclear = { inRow: 0, until: 0 };
  }
}

/**
 * Saves the result of an attempt. If that fails, as on a full disk, the attempt stays without an outcome, and is looked
 * for as if the process had died. Its name is durable before anything follows it: a power cut that took it and left the
 * record after it would leave a history with a gap (`test/campaigns/parts/cut-power.ts`, at every moment).
 */
async function saveOutcome(
  engine: Part<'local'>,
  sending: Entry,
  record: EntryRecord,
  { isFollowed = false } = {},
): Promise<Entry> {
  const { queue } = engine.local;
  try {
    return await (isFollowed ? queue.appendWithNext(sending, record) : queue.append(sending, record));
  } catch (error) {
    if (!(error instanceof Raced)) {
      throw error;
    }

    // Somebody adopted it meanwhile. The outcome may stand later, and a 201 beats an adoption.
    const now = await queue.find(sending.localId);
    // Or it was archived: somebody else settled it for good.
    return now ? await saveOutcome(engine, now, record) : sending;
  }
}

/**
 * The lock's holder owns every attempt that has no outcome: its process is gone, or could not write what it was. While
 * that cannot be written, nothing else is sent.
 */
export async function settleOrphans({ local, clock }: Part<'clock' | 'local'>): Promise<void> {
  for (const entry of local.queue.entries().filter(({ state }) => state === 'sending')) {
    const at = isoNow(clock);
    const message = `What the store answered was not saved: petstore ended before, or the disk was full. ${promiseToLook}`;
    await unlessRaced(
      local.queue.append(entry, {
        kind: 'outcome',
        at,
        attempt: entry.undecided?.lastAttempt ?? 0,
        result: { type: 'unknown', problem: { code: 'interrupted', message, at } },
        // Another start of the machine is known only to be over.
        ...(entry.undecided?.sentBoot === clock.boot()
          ? { uptime: Math.min(clock.uptime(), (entry.undecided.sentUptime ?? 0) + longestAttemptMs) }
          : {}),
      }),
    );
  }
}
