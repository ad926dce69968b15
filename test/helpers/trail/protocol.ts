/**
 * The protocol as one relation between records: which record may follow in an entry's history, and where it leads.
 *
 * This is a second opinion. The engine decides what it writes by `planNext`, `reconcile` and the fold; this file says,
 * without using any of them, what a history may look like that keeps the promises. Every history that a test, a
 * scenario or a campaign leaves is held against it (`check-trail.ts`). `test/model/protocol.test.ts` compares it with
 * the model in `spec/`, step by step.
 *
 * - *trail*: the records of one entry, oldest first.
 * - *position*: what the trail says about the animal so far.
 * - *open attempt*: one that may have been applied, and of which nothing decided yet whether it was.
 */
import { compareInt64, type Int64 } from '../../../source/domain/int64.js';
import type { EntryRecord, RecordOf } from '../../../source/domain/record.js';

/** Where a trail stands: to be sent, on its way, perhaps applied, refused, with a person, or known by its id. */
export type Position = 'waiting' | 'sending' | 'unsure' | 'refused' | 'review' | 'settled';

type Attempt = RecordOf<'attempt'> & { readonly step: number };

/** Everything that decides what may follow. */
export type Trail = {
  readonly position: Position;
  /** What it was before a person set it aside. */
  readonly heldFrom: 'waiting' | 'refused' | undefined;
  readonly isDiscarded: boolean;
  /** A person gave it up while it was unsure whether it arrived: discarded once it is known that it did not. */
  readonly isGivenUp: boolean;
  /** And edited it: what was sent is not what is to be sent. */
  readonly isReplaced: boolean;
  readonly isArchived: boolean;
  /** All attempts by their step. */
  readonly attempts: ReadonlyMap<number, Attempt>;
  /** What was said last of each attempt, by its step. */
  readonly told: ReadonlyMap<number, string>;
  /** Those that may have been applied, oldest first. */
  readonly open: readonly Attempt[];
  /** A record that cannot be read may have been an attempt; nothing decided yet what became of it. */
  readonly isDamaged: boolean;
  /** There is a record that cannot be read: what a person did may have been in it. */
  readonly hasGap: boolean;
  /** When bytes may last have left, in milliseconds of the machine's uptime. */
  readonly sentAt: number | undefined;
  readonly looks: readonly RecordOf<'looked'>[];
  readonly glance: readonly Int64[] | undefined;
  /** The service said that it took the animal in, without a usable id. */
  readonly isApplied: boolean;
  /** Where the id came from. */
  readonly settledBy: 'answer' | 'engine' | 'person' | undefined;
  readonly petId: Int64 | undefined;
  readonly notMine: readonly Int64[];
  readonly keys: ReadonlySet<string>;
  /** Errors in a row for an answer, which told nothing of the animal and always came to nothing, of those sent. */
  readonly refusals: number;
};

/** What the checker knows beside the records. */
export type Circumstances = {
  /** The settle time the engine was given, in milliseconds; undefined: not checked. */
  readonly settleMs?: number | undefined;
  /**
   * Written by version 1 of the store, which proved absence by two looks alone, and let go what was held when it was
   * edited.
   */
  readonly isVersion1?: boolean;
};

/** Either where a record leads, or the sentence that says why it may not follow. */
export type Step = { readonly to: Trail } | { readonly refused: string };

/** The trail of an animal that was just entered. */
export function beginTrail({ key }: RecordOf<'entered'>): Trail {
  return {
    position: 'waiting',
    heldFrom: undefined,
    isDiscarded: false,
    isGivenUp: false,
    isReplaced: false,
    isArchived: false,
    attempts: new Map(),
    told: new Map(),
    open: [],
    isDamaged: false,
    hasGap: false,
    sentAt: undefined,
    looks: [],
    glance: undefined,
    isApplied: false,
    settledBy: undefined,
    petId: undefined,
    notMine: [],
    keys: new Set([key]),
    refusals: 0,
  };
}

/** Names a trail's position as people see it, which is also the name of the model's states. */
export function nameOf({ position, heldFrom, isDiscarded }: Trail): string {
  const isHeld = heldFrom !== undefined && (position === 'waiting' || position === 'refused');
  return isDiscarded ? 'discarded' : isHeld ? 'held' : position;
}

/**
 * A record that cannot be read: it may have been an attempt, so nothing is known of the animal until somebody looks.
 */
export function passDamage(trail: Trail): Trail {
  return trail.position === 'settled'
    ? { ...trail, hasGap: true }
    : { ...trail, hasGap: true, isDamaged: true, position: 'unsure' };
}

/** What may follow a discard of what may have arrived. */
const afterGivingUp: readonly EntryRecord['kind'][] = [
  'restored',
  'outcome',
  'looked',
  'glanced',
  'not-looked',
  'absent',
  'adopted',
  'review',
];

/** What a record makes of a trail. `step` is its number in the history. */
export function takeStep(trail: Trail, record: EntryRecord, step: number, circumstances: Circumstances = {}): Step {
  if (trail.isArchived && record.kind !== 'outcome' && record.kind !== 'archived') {
    return refuse('follows the archive, which ends a history');
  }

  if (trail.isDiscarded && !['restored', 'archived', 'outcome'].includes(record.kind)) {
    return refuse('follows a discard, which only a restore ends');
  }

  if (trail.isGivenUp && trail.position === 'unsure' && !afterGivingUp.includes(record.kind)) {
    return refuse('follows a discard of what may have arrived, which only a restore, or what is found, ends');
  }

  switch (record.kind) {
    case 'entered':
      return refuse('is the second one: an entry is entered once');
    case 'attempt':
      return attempt(trail, record, step, circumstances);
    case 'outcome':
      return outcome(trail, record);
    case 'looked':
      return looked(trail, record, circumstances);
    case 'glanced':
      return !isUnsure(trail)
        ? refuse('without an attempt whose answer was lost')
        : trail.looks.length > 0
          ? refuse('comes after a look, so it is not "right after the answer was lost"')
          : { to: { ...trail, glance: record.ids } };
    case 'not-looked':
      return isUnsure(trail) ? { to: trail } : refuse('without an attempt whose answer was lost');
    case 'absent':
      return absent(trail, record, circumstances);
    case 'adopted':
      return adopted(trail, record);
    case 'disowned':
      return disowned(trail, record);
    case 'review':
      // What is to be sent, too: in a queue that was put back from a backup, if the store shows an animal like it.
      return isUnsure(trail) || isToBeSent(trail)
        ? { to: { ...trail, position: 'review' } }
        : refuse('without an attempt whose answer was lost');
    case 'edited':
      return edited(trail, record);
    case 'held':
      return trail.heldFrom === undefined && (isUnsure(trail) || isToBeSent(trail))
        ? { to: { ...trail, heldFrom: trail.position === 'refused' ? 'refused' : 'waiting' } }
        : refuse(`sets aside what is ${describe(trail)}`);
    case 'released':
      return !trail.hasGap && (trail.heldFrom === undefined || !(isUnsure(trail) || isToBeSent(trail)))
        ? refuse('lets go what was not set aside')
        : { to: { ...trail, position: requeued(trail, trail.heldFrom), heldFrom: undefined } };
    case 'retried':
      return trail.heldFrom === undefined && (trail.position === 'waiting' || trail.position === 'refused')
        ? { to: { ...trail, position: requeued(trail) } }
        : refuse(`asks to send again what is ${describe(trail)}`);
    case 'discarded':
      return trail.position === 'settled' || trail.position === 'sending'
        ? refuse(`gives up what is ${describe(trail)}`)
        : { to: { ...trail, isGivenUp: trail.position === 'unsure', isDiscarded: trail.position !== 'unsure' } };
    case 'restored':
      return trail.isDiscarded || (trail.isGivenUp && trail.position === 'unsure')
        ? { to: restored(trail, record) }
        : refuse('brings back what was not given up');
    case 'archived':
      return trail.position === 'settled' || trail.isDiscarded
        ? { to: { ...trail, isArchived: true } }
        : refuse(`puts away what is ${describe(trail)}`);
    case 'sent-again':
      return trail.position === 'review'
        ? { to: settled(trail, { position: 'waiting', heldFrom: undefined, isGivenUp: false }) }
        : refuse("sends again, at a person's own risk, what was not up for review");
  }
}

function attempt(trail: Trail, record: RecordOf<'attempt'>, step: number, { isVersion1 = false }: Circumstances): Step {
  if (trail.heldFrom !== undefined && !isVersion1) {
    return refuse('sends what a person set aside');
  }

  if (trail.isReplaced) {
    return refuse('sends what a person replaced');
  }

  if (trail.isDamaged && !record.honoured) {
    return refuse('sends again although a record that cannot be read may have been an attempt');
  }

  const isFirst = trail.position === 'waiting' && trail.open.length === 0;
  // Identical bytes under a key that the service honours, for the same credential: the one way to send what may have
  // arrived.
  const isSafeRepeat =
    isUnsure(trail) &&
    record.honoured &&
    trail.open.every((each) => each.honoured && each.credential === record.credential);
  if (!isFirst && !isSafeRepeat) {
    return refuse(
      trail.open.length > 0
        ? 'sends again what may have arrived, without a key that the service honours'
        : `sends what is ${describe(trail)}`,
    );
  }

  const made = { ...record, step };
  return {
    to: {
      ...trail,
      position: 'sending',
      heldFrom: undefined,
      attempts: new Map(trail.attempts).set(step, made),
      open: [...trail.open, made],
      sentAt: record.uptime,
      looks: [],
      glance: undefined,
    },
  };
}

/**
 * Whether this outcome says once more what was said of its attempt already, as the disk made the first telling
 * doubtful.
 */
export function isToldAgain({ told }: Trail, record: EntryRecord): boolean {
  return record.kind === 'outcome' && told.get(record.attempt) === record.result.type;
}

function outcome(before: Trail, { attempt: step, result, uptime }: RecordOf<'outcome'>): Step {
  const made = before.attempts.get(step);
  if (!made && !before.isDamaged) {
    return refuse(`belongs to record ${step}, which is no attempt`);
  }

  const earlier = before.told.get(step);
  if (earlier !== undefined && earlier !== 'unknown' && earlier !== result.type) {
    return refuse(`says "${result.type}" of an attempt that was "${earlier}" before`);
  }

  const trail: Trail = { ...before, told: new Map(before.told).set(step, result.type) };

  if (result.type === 'created') {
    return {
      to: settled(trail, {
        position: 'settled',
        settledBy: 'answer',
        petId: result.pet.id,
        isDiscarded: false,
      }),
    };
  }

  if (result.type === 'conflict') {
    return {
      to: {
        ...trail,
        position: 'review',
        isDiscarded: false,
        heldFrom: undefined,
        petId: undefined,
        settledBy: undefined,
      },
    };
  }

  if (trail.position === 'settled' || !trail.open.some((each) => each.step === step)) {
    // Told late, or told twice as the disk made the first telling doubtful: what is decided stays so.
    return { to: trail };
  }

  const isRefusal =
    result.type === 'unknown' && ![0, 401, 407, 408, 425, 429].includes(result.refusal ?? result.problem.status ?? 0);
  const refusedBefore = isRefusal || result.type === 'not-sent' ? trail.refusals : 0;
  const told: Trail = { ...trail, sentAt: uptime ?? trail.sentAt, refusals: refusedBefore + Number(isRefusal) };
  const isOnlyOne = trail.open.length === 1 && !trail.isDamaged;
  if (result.type === 'unknown') {
    return {
      to: {
        ...told,
        position: trail.isDiscarded ? trail.position : 'unsure',
        isApplied: trail.isApplied || result.applied === true,
      },
    };
  }

  if (!isOnlyOne) {
    // One attempt that certainly did nothing says nothing of the others.
    return { to: { ...told, position: 'unsure' } };
  }

  return { to: settled(told, { position: result.type === 'rejected' ? 'refused' : 'waiting' }) };
}

function looked(trail: Trail, record: RecordOf<'looked'>, { settleMs }: Circumstances): Step {
  if (!isUnsure(trail)) {
    return refuse('looks for an animal whose answer is known');
  }

  const since = trail.looks.at(-1)?.uptime ?? trail.sentAt;
  const boot = trail.looks.at(-1)?.boot ?? trail.open.at(-1)?.boot;
  // What another start of the machine recorded was before this one, which only its own clock can tell.
  const isOfThisStart = boot === record.boot;
  if (settleMs !== undefined && since !== undefined && isOfThisStart && atLeastSince(since, record.uptime) < settleMs) {
    return refuse(
      `comes ${atLeastSince(since, record.uptime)} ms after the one before it or after sending, and the settle time is ${settleMs} ms`,
    );
  }

  return { to: { ...trail, position: 'unsure', looks: [...trail.looks, record] } };
}

/** Whether the looks prove by themselves that it is not there, as each version of petstore had it. */
function isProven(looks: Trail['looks'], isVersion1: boolean): boolean {
  const last = looks.at(-1);
  const isTwice = looks.filter(({ complete }) => complete).length >= 2;
  return (
    last?.complete === true &&
    (last.witness !== undefined || (isTwice && (isVersion1 || last.isSecondOpinion === true)))
  );
}

function absent(trail: Trail, { key, refusal }: RecordOf<'absent'>, { isVersion1 = false }: Circumstances): Step {
  const last = trail.looks.at(-1);
  const why = !isUnsure(trail)
    ? 'without an attempt whose answer was lost'
    : trail.isDamaged
      ? 'although a record that cannot be read may have been an attempt'
      : trail.isApplied
        ? 'although the service said that it took the animal in'
        : !isProven(trail.looks, isVersion1)
          ? 'without a look at a whole list that shows a later one of ours'
          : (last?.candidates.length ?? 0) > 0
            ? 'although the last look shows what may be it'
            : trail.keys.has(key)
              ? 'under a key that was used before'
              : refusal && trail.refusals < 3
                ? `as refused after ${trail.refusals} answers that were errors`
                : undefined;
  if (why !== undefined) {
    return refuse(`calls it absent ${why}`);
  }

  return { to: settled(trail, { position: refusal ? 'refused' : 'waiting', keys: new Set(trail.keys).add(key) }) };
}

/** Where ids rise, what is above all that was known is no more than what came since. */
function isAbove(id: Int64, highest: Int64 | undefined): boolean {
  return highest !== undefined && compareInt64(id, highest) > 0;
}

function adopted(trail: Trail, { pet, by }: RecordOf<'adopted'>): Step {
  const first = trail.open[0];
  const last = trail.looks.at(-1);
  const why =
    !isUnsure(trail) && trail.position !== 'review'
      ? 'without an attempt whose answer was lost'
      : by === 'person'
        ? undefined
        : trail.isDamaged || !first || (first.fence === null && !isAbove(pet.id, first.highest))
          ? 'although nobody knows what the service held before'
          : last?.complete !== true
            ? 'without a look at a whole list'
            : last.candidates.length !== 1 || last.candidates[0]?.id !== pet.id
              ? 'which is not the one candidate of the last look'
              : first.twins?.includes(pet.id)
                ? 'which was there before it was sent'
                : trail.notMine.includes(pet.id)
                  ? 'although a person said that it is another one'
                  : first.freshAbove !== undefined && compareInt64(pet.id, first.freshAbove) <= 0
                    ? 'which may have been there before: that part of the list was old'
                    : trail.glance !== undefined && !trail.glance.includes(pet.id)
                      ? 'which was not there right after the answer was lost'
                      : undefined;
  return why === undefined
    ? { to: settled(trail, { position: 'settled', settledBy: by, petId: pet.id }) }
    : refuse(`takes #${pet.id} for it ${why}`);
}

function disowned(trail: Trail, { petId }: RecordOf<'disowned'>): Step {
  if (trail.position !== 'settled' || trail.settledBy === 'answer' || trail.petId !== petId) {
    return refuse(`takes #${petId} back from an animal that was not found under it`);
  }

  return {
    to: {
      ...trail,
      position: 'review',
      isDamaged: true,
      settledBy: undefined,
      petId: undefined,
      notMine: [...trail.notMine, petId],
      looks: [],
      glance: undefined,
    },
  };
}

function edited(trail: Trail, { key }: RecordOf<'edited'>): Step {
  if (!isUnsure(trail) && !isToBeSent(trail)) {
    return refuse(`changes what is ${describe(trail)}`);
  }

  if (trail.keys.has(key)) {
    return refuse('gives other bytes a key that was used before');
  }

  const keys = new Set(trail.keys).add(key);
  return isUnsure(trail)
    ? { to: { ...trail, isReplaced: true, keys } }
    : {
        to: {
          ...trail,
          position: 'waiting',
          heldFrom: trail.heldFrom === undefined ? undefined : 'waiting',
          keys,
          refusals: 0,
        },
      };
}

function restored(trail: Trail, { held }: RecordOf<'restored'>): Trail {
  const back: Trail = { ...trail, isDiscarded: false, isGivenUp: false };
  return held === true && (trail.position === 'unsure' || isToBeSent(trail))
    ? { ...back, heldFrom: trail.heldFrom ?? (trail.position === 'refused' ? 'refused' : 'waiting') }
    : back;
}

/** Nothing is open any more. What is known not to have arrived becomes what a person wanted meanwhile. */
function settled(trail: Trail, change: Partial<Trail>): Trail {
  const next: Trail = {
    ...trail,
    open: [],
    isDamaged: false,
    isApplied: false,
    looks: [],
    glance: undefined,
    ...change,
  };
  if (next.position !== 'waiting' && next.position !== 'refused') {
    return { ...next, heldFrom: undefined, isGivenUp: false };
  }

  const position = next.isReplaced ? 'waiting' : next.position;
  return {
    ...next,
    position,
    heldFrom: next.heldFrom !== undefined && position === 'refused' ? position : next.heldFrom,
    isReplaced: false,
    refusals: next.isReplaced ? 0 : next.refusals,
    isDiscarded: next.isDiscarded || next.isGivenUp,
    isGivenUp: false,
  };
}

function requeued(trail: Trail, to: 'waiting' | 'refused' = 'waiting'): Position {
  return isSure(trail) ? to : 'unsure';
}

/** Whether an attempt may have been applied: its sender is known to be dead, or its answer to be lost. */
function isUnsure({ position, open, isDamaged }: Trail): boolean {
  return position === 'unsure' && (open.length > 0 || isDamaged);
}

/** Whether it is to be sent, or would be if nobody held it, and certainly did not arrive. */
function isToBeSent(trail: Trail): boolean {
  return isSure(trail) && (trail.position === 'waiting' || trail.position === 'refused');
}

function isSure({ open, isDamaged }: Trail): boolean {
  return open.length === 0 && !isDamaged;
}

function describe(trail: Trail): string {
  return trail.isDiscarded ? 'discarded' : `${nameOf(trail)}${trail.open.length > 0 ? ' and may have arrived' : ''}`;
}

/** How long it has been at least, by a clock that begins anew whenever the machine starts. */
function atLeastSince(earlier: number, later: number): number {
  return later >= earlier ? later - earlier : later;
}

function refuse(refused: string): { readonly refused: string } {
  return { refused };
}
