/**
 * What a look at the list shows of one animal whose answer was lost. Pure.
 */
import { type Entry, matchingKey } from '../../domain/entry.js';
import { compareInt64, type Int64 } from '../../domain/int64.js';
import { couldBe, isNumbered } from '../../domain/name-kinds.js';
import type { Pet } from '../../domain/pet.js';
import { areIdsAscending } from '../../domain/pet/compare-pets.js';
import { isNextAwaited } from '../../domain/waits.js';
import { type Moment, passedSince, type Present } from '../../platform/time/clock.js';
import type { Witness } from '../../local/footprints.js';
import { type Footprint, isListed, lastSent, settleTimesApart, witnessesAfter } from './footprint.js';
import { isKeptExactly } from './quirks.js';

/** One reading of the list. */
export type Look = {
  /** When it began; `at` is ISO. */
  readonly began: Present;
  readonly at: string;
  /** Whether the store said that it is all there is. */
  readonly isToTheEnd: boolean;
  readonly pets: readonly Pet[];
  /** Whether the store names a next page if there is one; undefined: no answer. */
  readonly namesNextPage?: boolean | undefined;
  /** It is longer than it was before, and not of a length at which lists are cut off. */
  readonly isGrown?: boolean | undefined;
};

/** What was on the store before the attempt, and whose what it shows is. */
export type Ground = {
  /** The ids that were there; undefined: not known. */
  readonly before: { has(id: Int64): boolean; readonly size: number } | undefined;
  /** The highest id of those, where the store's ids rise with time; undefined: they need not. */
  readonly risenTo: Int64 | undefined;
  /** Whether a pet belongs to another entry. */
  readonly isOwned: (pet: Pet) => boolean;
  /** Whether it may be what another undecided entry made. */
  readonly isAwaited: (pet: Pet) => boolean;
};

/** What a look shows of one animal: what the record of the look keeps. */
type Seen = {
  /** Newcomers like it that belong to nobody, and, of a common name, did not come after a witness. */
  readonly candidates: readonly Pet[];
  /** The animal of ours that makes the look one of everything that was taken in before. */
  readonly witness: Int64 | undefined;
  /**
   * It shows a witness and something that was there before, and lacks none of ours from around the lost one. So one
   * that was sent then is not cut off without a word, nor lost between two pages.
   */
  readonly isReached: boolean;
  /** Other newcomers that may be it: nobody's, nobody waits for them, and they did not come after a witness. */
  readonly others: readonly Pet[];
  /**
   * Other newcomers that may be it under a name that the store rewrote. None where the store keeps such names and
   * others had this one before: there it says no more than any newcomer, unless a number was added to the name.
   */
  readonly lookalikes: readonly Pet[];
  /** Like it, and there before under another name, or another entry's that it got since. */
  readonly changed: readonly Pet[];
  /** It may have been hidden: only newcomers have its status, or several looks lacked it. */
  readonly isRevealed: boolean;
  /** Candidates of an earlier look that this one does not show, though nobody took them. */
  readonly vanished: readonly Pet[];
};

/** The pets of a look, by their ids. */
type Listed = ReadonlyMap<Int64, Pet>;

/** What a look shows of an entry. */
export function see(entry: Entry, look: Look, footprint: Footprint, ground: Ground): Seen {
  const { before, isOwned, isAwaited } = ground;
  const { undecided, notMine } = entry;
  const key = matchingKey(entry);
  const twins = new Set(undecided?.lookalikes);
  const isAlike = (pet: Pet): boolean => matchingKey(pet) === key;
  const isBefore = ({ id }: Pet): boolean => before?.has(id) === true || twins.has(id);
  const shown = look.pets.filter(({ id }) => !notMine.includes(id));
  const newcomers = shown.filter((pet) => !isBefore(pet) && !isOwned(pet));
  const listed = new Map(look.pets.map((pet) => [pet.id, pet]));
  const earlier = new Map(undecided?.searches.flatMap(({ candidates }) => candidates.map((pet) => [pet.id, pet])));
  const sent = lastSent(entry);
  const witnesses = sent ? findWitnesses(sent, look, footprint, listed) : [];
  const witness = witnesses.at(-1);
  const [first] = footprint.doIdsRise ? witnesses.map(({ id }) => id).sort(compareInt64) : [];
  const mayBeIt = ({ id }: Pet): boolean => first === undefined || compareInt64(id, first) < 0;
  const strangers = newcomers.filter((pet) => !isAlike(pet) && mayBeIt(pet));
  const others = strangers.filter((pet) => !isAwaited(pet));
  // Of a name that nobody else has the one that is found is hardly anybody else's, whatever its id.
  const isCommon = twins.size > 0;
  const candidates = newcomers.filter((pet) => isAlike(pet) && (!isCommon || mayBeIt(pet)));
  const hasStatus = ({ status }: Pet): boolean => status === candidates[0]?.status;
  const shownBefore = look.pets.filter(isBefore);
  const isNameCommon = look.pets.some(
    (pet) => (isBefore(pet) || isOwned(pet)) && (isAlike(pet) || couldBe(entry, pet)),
  );
  const mayTurnUpChanged = !isNameCommon || !isKeptExactly(footprint.quirks, entry);
  return {
    candidates,
    isRevealed:
      candidates[0]?.status !== undefined &&
      shownBefore.length > 0 &&
      !shownBefore.some(hasStatus) &&
      (isNextAwaited(entry) || others.some(hasStatus)),
    witness: witness?.id,
    isReached:
      sent !== undefined &&
      witness !== undefined &&
      !hasGap(sent, witness, look, footprint, listed) &&
      (look.namesNextPage === true ||
        shownBefore.length > 0 ||
        isSurelyWhole(before, look) ||
        showsOlder(sent, footprint, listed)),
    others,
    lookalikes: strangers.filter(
      (pet) =>
        (mayTurnUpChanged && couldBe(entry, pet)) ||
        (isCommon && pet.categoryId === entry.categoryId && isNumbered(entry.name, pet.name)),
    ),
    changed: shown
      .filter(isAlike)
      .filter((pet) =>
        isOwned(pet) ? before !== undefined && !isBefore(pet) : before?.has(pet.id) === true && !twins.has(pet.id),
      ),
    vanished: [...earlier.values()].filter(
      (pet) => !listed.has(pet.id) && !notMine.includes(pet.id) && !isBefore(pet) && !isOwned(pet),
    ),
  };
}

/** Fewer animals than a list ever shows at once. */
const fewerThanAPage = 8;

/** A store that was empty has nothing from before to show; while it has few animals no list leaves one of them out. */
function isSurelyWhole(before: Ground['before'], { pets }: Look): boolean {
  return before?.size === 0 && pets.length < fewerThanAPage;
}

/** Whether the list shows one of ours that was sent before the lost one: a baseline need not hold it. */
function showsOlder({ boot, uptime }: Moment, { witnesses }: Footprint, listed: Listed): boolean {
  return witnesses.some((older) => older.boot === boot && older.uptime < uptime && isListed(older, listed));
}

/**
 * Whether the list lacks one of ours that was sent no later than a witness that it shows: the last one before the lost
 * one, or one after it. Then its pages came from replicas of different ages, and what lies between two of them is on
 * neither.
 */
function hasGap(sent: Moment, shown: Witness, { began }: Look, { witnesses }: Footprint, listed: Listed): boolean {
  const isLater = ({ boot, uptime }: Witness): boolean =>
    boot === sent.boot ? uptime > sent.uptime : boot === began.boot;
  const isDue = ({ boot, uptime }: Witness): boolean =>
    boot === shown.boot ? uptime <= shown.uptime : boot !== began.boot;
  const last = witnesses.findLast((witness) => !isLater(witness));
  return witnesses.some(
    (witness) => (witness === last || isLater(witness)) && isDue(witness) && !isListed(witness, listed),
  );
}

/** The witnesses that a look shows of everything that was taken in before them, the lost animal among it. */
function findWitnesses(sent: Moment, look: Look, footprint: Footprint, listed: Listed): readonly Witness[] {
  const { witnesses, settleMs } = footprint;
  // By then a request that was lost has arrived, if it ever does.
  const isLateEnough = passedSince(sent, look.began) >= settleTimesApart * settleMs;
  return isLateEnough && isOneEnd(look)
    ? witnessesAfter(witnesses, sent, look.began, settleMs).filter((witness) => isListed(witness, listed))
    : [];
}

/**
 * Whether a list that silently leaves animals out does so at one end only. Then a witness stands for all animals as
 * young as it. The signs: its rows run by their ids, its pages name the next one, or it grew.
 */
function isOneEnd({ pets, namesNextPage, isGrown }: Look): boolean {
  return namesNextPage === true || areIdsAscending(pets) || areIdsAscending(pets.toReversed()) || isGrown === true;
}
