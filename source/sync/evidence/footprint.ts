/**
 * The knowledge of a store under one key: how it treats the names and ids it is sent, and the last animals of ours that
 * it took in.
 *
 * A *witness* is an animal that the store answered with an id. A list that shows one shows every animal that was taken
 * in before it, even if the list lags, hides or leaves out others. Pure.
 */
import type { Entry } from '../../domain/entry.js';
import { type Int64, compareInt64 } from '../../domain/int64.js';
import { type Pet, pickPet } from '../../domain/pet.js';
import { isOther } from '../../domain/pet/compare-pets.js';
import type { ServiceQuirks } from '../../local/archive.js';
import type { Credit, Witness } from '../../local/footprints.js';
import { type Moment, type Present, passedSince } from '../../platform/time/clock.js';
import type { EngineState } from '../engine-state.js';
import { findSavedPet } from '../lists/saved-lists.js';
import { ofTenant } from './ownership.js';
import { learnQuirks } from './quirks.js';

/** The knowledge of the store: see `local/footprints.ts` and `quirks.ts`. */
export type Footprint = {
  /** The animals of ours that it answered with an id, as far as they are known, the oldest first. */
  readonly witnesses: readonly Witness[];
  /** Whether the ids of ours rose, each time: what has a higher one than a witness was taken in after it. */
  readonly doIdsRise: boolean;
  readonly quirks: ServiceQuirks;
  readonly settleMs: number;
};

/** So many of the last ones are kept. */
const mostWitnesses = 5;

/** An animal that was sent so many settle times after a lost request was taken in after it. */
export const settleTimesApart = 2;

/** The animals of entries that the store itself answered with an id, the oldest first. */
export function witnessesAmong(entries: readonly Entry[]): readonly Witness[] {
  return entries.flatMap(({ state, adopted, pet, history }) => {
    const sent = state === 'created' && adopted === undefined && pet ? sentAt(history) : undefined;
    return sent && pet ? [{ ...pickPet(pet), id: pet.id, ...sent }] : [];
  });
}

/** When its bytes left at the earliest: the same key may have been sent, and answered, more than once. */
function sentAt(history: Entry['history']): Moment | undefined {
  const begun = history.findLastIndex((record) => record === undefined || beginsAnew.has(record.kind));
  const first = history.slice(begun + 1).find((record) => record?.kind === 'attempt');
  return history.includes(undefined) || first?.kind !== 'attempt'
    ? undefined
    : { boot: first.boot, uptime: first.uptime };
}

const beginsAnew: ReadonlySet<string> = new Set(['entered', 'absent', 'sent-again', 'edited']);

/** When the bytes of an undecided animal last left, if that is known. */
export function lastSent({ undecided }: Entry): Moment | undefined {
  return undecided?.sentUptime === undefined ? undefined : { boot: undecided.sentBoot, uptime: undecided.sentUptime };
}

/** Whether a list shows a witness as it was answered, or with one detail corrected. */
export function isListed(witness: Witness, listed: ReadonlyMap<Int64, Pet>): boolean {
  const pet = listed.get(witness.id);
  return pet !== undefined && !isOther(witness, pet);
}

/** The witnesses that were sent long enough after a moment. */
export function witnessesAfter(
  witnesses: readonly Witness[],
  moment: Moment,
  present: Present,
  settleMs: number,
): readonly Witness[] {
  const passed = passedSince(moment, present);
  // An animal of an earlier start of the machine is no witness for one of a later start.
  return witnesses.filter((witness) =>
    witness.boot === moment.boot
      ? witness.uptime - moment.uptime >= settleTimesApart * settleMs
      : witness.boot === present.boot && passed - passedSince(witness, present) >= settleTimesApart * settleMs,
  );
}

/** The first of them that was sent; undefined: not one was. */
export function firstWitnessAfter(
  { witnesses, settleMs }: { readonly witnesses: readonly Witness[]; readonly settleMs: number },
  moment: Moment,
  present: Present,
): Witness | undefined {
  return witnessesAfter(witnesses, moment, present, settleMs).reduce<Witness | undefined>(
    (first, each) => (first && passedSince(first, present) >= passedSince(each, present) ? first : each),
    undefined,
  );
}

/** The last animals that the store answered with an id, the oldest first, with the knowledge of them. */
export function lastWitnesses(credit: Credit, entries: readonly Entry[]): readonly Witness[] {
  const known = new Map(credit.witnesses.map((witness) => [witness.id, witness]));
  const own = witnessesAmong(entries).map((witness) =>
    known.get(witness.id)?.isListed ? { ...witness, isListed: true } : witness,
  );
  const ids = new Set(own.map(({ id }) => id));
  return [...credit.witnesses.filter(({ id }) => !ids.has(id)), ...own];
}

/** A list may lack animals that were sent no longer ago, without a fault. */
const settleTimesYoung = 5;

/** Whether no list showed a witness so far, and the next one may. */
export function isMissingYet(witness: Witness, present: Present, settleMs: number): boolean {
  return (
    witness.isListed !== true &&
    witness.boot === present.boot &&
    passedSince(witness, present) < settleTimesYoung * settleMs
  );
}

/** Whether one of ours was taken in so long ago that each list shows it. */
export function hasOldWitness(engine: EngineState): boolean {
  const present = engine.present();
  return footprintOf(engine).witnesses.some((witness) => !isMissingYet(witness, present, engine.settleMs));
}

/** Notes which of the last ones a list shows. */
export function learnFromList(credit: Credit, entries: readonly Entry[], listed: ReadonlyMap<Int64, Pet>): Credit {
  const witnesses = lastWitnesses(credit, entries)
    .slice(-mostWitnesses)
    .map((witness) =>
      witness.isListed !== true && isListed(witness, listed) ? { ...witness, isListed: true } : witness,
    );
  const isSame = witnesses.every(
    ({ id, isListed: is }, at) => credit.witnesses[at]?.id === id && credit.witnesses[at].isListed === is,
  );
  return isSame ? credit : { ...credit, witnesses };
}

/**
 * Whether a service's ids rise with time: how many of our answers in a row were above every known id, and whether one
 * ever was not. If they do, an animal with a lower id than one known before an attempt was not made by it, however new
 * it looks. Only an answer to an animal of ours shows it: that animal is younger than all that was known.
 */
type IdsSeen = NonNullable<Credit['ids']>;

/** After so many ids in a row that rose, one that did not is history; more are not counted. */
const risesForget = 20;
/** So many in a row are no chance where ids are too far apart to have been counted. */
const risesProve = 3;
/** No counter has come this far. What lies below may be counted, by ones or by thousands. */
const countable = 2n ** 53n;

/** Takes in the id of an answer. `highest`: of all ids known before it was sent; undefined: it is no evidence. */
export function learnIds(seen: IdsSeen | undefined, id: Int64, highest: Int64 | undefined): IdsSeen | undefined {
  if (highest === undefined) {
    return seen;
  }

  if (compareInt64(id, highest) <= 0) {
    return { above: 0, fell: true };
  }

  const above = Math.min((seen?.above ?? 0) + 1, risesForget);
  return above === seen?.above ? seen : { ...seen, above };
}

/**
 * Whether a lower id than the highest of a baseline was given before it was read. Ids are taken for counted without
 * better knowledge, since a question too many is asked if they are not, and an animal is lost if they are.
 */
export function doIdsRise({ above, fell = false }: IdsSeen = { above: 0 }, highest: Int64): boolean {
  return fell ? above >= risesForget : above >= risesProve || BigInt(highest) < countable;
}

/** Whether the answers to ours proved it: then a higher id than one of them was given later. */
export function haveIdsRisen({ above, fell = false }: IdsSeen = { above: 0 }): boolean {
  return above >= (fell ? risesForget : risesProve);
}

/** Reads the footprint under the present key; what was learnt here since is newer. */
export async function readFootprint(engine: EngineState): Promise<void> {
  const { local } = engine;
  await local.footprints.load();
  holdFootprint(engine);
}

/** The disk has the present knowledge; another key has its own. */
export function holdFootprint(engine: EngineState): void {
  engine.holdCredit(engine.local.footprints.credit(engine.credential));
}

/** Notes since when this start of the machine is known, where something was sent in another one. Under the lock. */
export async function noteBoot({ local, clock }: EngineState): Promise<void> {
  const boot = clock.boot();
  const isOfAnother = local.journal.entries().some(({ undecided }) => undecided && undecided.sentBoot !== boot);
  if (isOfAnother && local.footprints.since(boot) === undefined) {
    await local.footprints.noteBoot(boot, clock.uptime());
  }
}

/** Writes it, with what others wrote meanwhile. Witnesses are kept beyond the records that they are known from. */
export async function keepFootprint(engine: EngineState): Promise<void> {
  const { credential, local } = engine;
  await local.footprints.load();
  holdFootprint(engine);
  const { credit } = engine;
  const witnesses = lastWitnesses(credit, ownEntries(engine)).slice(-mostWitnesses);
  const kept = { ...credit, witnesses };
  await local.footprints.keep(credential, kept);
  if (engine.credit === credit) {
    engine.learnCredit(kept);
    engine.holdCredit(kept);
  }
}

/** The knowledge of the service's quirks, from all entries there ever were. */
export function quirksOf({ local, saved }: Pick<EngineState, 'local' | 'saved'>): ServiceQuirks {
  return learnQuirks(local.journal.entries(), local.archive.quirks(), (id) => findSavedPet(saved, id));
}

/** The knowledge of the store, under the present key. */
export function footprintOf(engine: EngineState): Footprint {
  return {
    witnesses: lastWitnesses(engine.credit, ownEntries(engine)),
    doIdsRise: haveIdsRisen(engine.credit.ids),
    quirks: quirksOf(engine),
    settleMs: engine.settleMs,
  };
}

/** Notes which of our animals a whole list shows; whether it lags. `began`: a reading of `clock.uptime()`. */
export function noteLook(engine: EngineState, listed: ReadonlyMap<Int64, Pet>, began: number): boolean {
  const { settleMs } = engine;
  const present = { ...engine.present(), uptime: began };
  engine.learnCredit(learnFromList(engine.credit, ownEntries(engine), listed));
  return engine.credit.witnesses.some((witness) => isMissingYet(witness, present, settleMs));
}

function ownEntries(engine: EngineState): readonly Entry[] {
  return engine.local.journal.entries().filter(ofTenant(engine));
}
