/**
 * The knowledge of a store under one key: how it treats the names and ids it is sent, and the last animals of ours that
 * it took in.
 *
 * A *witness* is an animal that the store answered with an id. A list that shows one shows every animal that was taken
 * in before it, even if the list lags, hides or leaves out others. Pure.
 */
import type { Entry } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import { isOther } from '../../domain/pet/compare-pets.js';
import { type Pet, pickPet } from '../../domain/pet.js';
import type { Credit, Witness } from '../../local/footprints.js';
import { type Moment, passedSince, type Present } from '../../platform/time/clock.js';

/** So many of the last ones are kept. */
export const mostWitnesses = 5;

/** An animal that was sent so many settle times after a lost request was taken in after it. */
export const settleTimesApart = 2;

/** The animals of entries that the store itself answered with an id, the oldest first. */
export function witnessesAmong(entries: readonly Entry[]): readonly Witness[] {
  const found: Witness[] = [];
  for (const { state, adopted, pet, history } of entries) {
    const sent = state === 'created' && adopted === undefined && pet ? sentAt(history) : undefined;
    if (sent && pet) {
      found.push({ ...pickPet(pet), id: pet.id, ...sent });
    }
  }

  return found;
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
export const settleTimesYoung = 5;

/** Whether no list showed a witness so far, and the next one may. */
export function isMissingYet(witness: Witness, present: Present, settleMs: number): boolean {
  return (
    witness.isListed !== true &&
    witness.boot === present.boot &&
    passedSince(witness, present) < settleTimesYoung * settleMs
  );
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
