/**
 * What a look tells of an animal whose answer was lost: it is there (`adopt`), it is not (`absent`: it is sent again),
 * a later look may tell (`wait`), or a person must (`ask`). Pure: the same entry, look and knowledge come to the same
 * decision. The rule in words: docs/internals/protocol.md, *Checking*.
 *
 * - *new*: an animal like ours that was not there before, and is nobody else's.
 * - *near*: a newcomer that ours may have become, by another name or status.
 * - *known*: the last five animals of ours that the store answered with an id, or that were adopted, and the last five
 *   before the attempt. A list that shows them, and something from before it, shows ours too, if it is there.
 */
import { type Entry, matchingKey } from '../../domain/entry.ts';
import { compareInt64, type Int64 } from '../../domain/int64.ts';
import { lostAnswerStart } from '../../domain/lost-answer.ts';
import { isNearName } from '../../domain/near-name.ts';
import { type Pet, petStatuses } from '../../domain/pet.ts';
import { areIdsDescending } from '../../domain/pet/compare-pets.ts';
import type { Ours } from '../../local/queue/queue-document.ts';
import { passedSince, type Present } from '../../platform/time/clock.ts';
import { isTooYoung, type Knowledge, lastSent, mostKnown, shownAsOurs } from './known.ts';

/** One reading of the list, past all caches. */
export type Look = {
  readonly began: Present;
  readonly pets: readonly Pet[];
  /** Whether the store said that it is all there is. */
  readonly isToTheEnd: boolean;
  /** Whether it has rows that cannot be read. */
  readonly hasOddRows?: boolean;
};

/** What else is known here at the moment of a look. */
export type Surroundings = Knowledge & {
  /** Whether a pet belongs to another entry. */
  readonly isOwned: (pet: Pet) => boolean;
  /** Whether its id was given to another entry's animal before: the store was put back. */
  readonly isGivenTwice: (pet: Pick<Pet, 'id'>) => boolean;
  /** The other entries whose answer is open. */
  readonly open: readonly Entry[];
};

/** Why it cannot be told from here. */
type Reason = keyof typeof reasons;

/** What a look comes to. */
export type Decision =
  | { readonly type: 'adopt'; readonly pet: Pet }
  | { readonly type: 'absent' }
  | { readonly type: 'wait' }
  | { readonly type: 'ask'; readonly reason: Reason; readonly candidates: readonly Pet[] };

/** A decision, and what the record of the look keeps. */
export type Reconciled = {
  readonly decision: Decision;
  /** The animals that it may be, and those that it may have become. */
  readonly candidates: readonly Pet[];
  readonly near: readonly Pet[];
  /** Whether enough time had passed for this look to prove that it is not there. */
  readonly couldSettle: boolean;
  /** Whether the list was read to its end, or shows all that came since the attempt. */
  readonly isWhole: boolean;
};

/** A list that was read longer ago than this before an attempt may lack what others added, in milliseconds. */
export const freshListMs = 60_000;
/** So many looks that could have settled it, and did not, leave it to a person. */
const mostLooks = 4;
/** So many looks at a list without an end do, and so many that show a near newcomer: no later one tells more. */
const mostVainLooks = 2;
/** A store that has fewer animals than this does not leave any out of its list. */
const fewerThanAPage = 10;

/** In settle times after the bytes left: a request that comes late has arrived, and a list that may lag shows it. */
const arrivesWithin = 2;
const unprovenWithin = 10;

/** How long after its bytes left a look may prove that an animal is not there, in milliseconds. */
export function neededMs({ settleMs, isPrompt }: Pick<Knowledge, 'settleMs' | 'isPrompt'>): number {
  return (isPrompt ? arrivesWithin : unprovenWithin) * settleMs;
}

/** Looks grow rarer, but not rarer than this, in settle times. */
const rarestLook = 15;

/** A look no later than this after the answer was lost shows what was there at once, in milliseconds. */
const atOnceMs = 10_000;
/** The last byte may leave so long after an attempt's record, in milliseconds: slow disk, slow line, time limit. */
export const longestAttemptMs = 75_000;

/**
 * Whether a look at this moment is the one right after the answer was lost: it takes ours where the list shows it, and
 * decides nothing else. Of a common name it tells what was there before others could add one like it. `ended`: when all
 * of the list was there.
 */
export function isLookAtOnce(entry: Entry, { isQuick, settleMs }: Knowledge, began: Present, ended = began): boolean {
  const { undecided } = entry;
  const sent = lastSent(entry);
  if (
    !isQuick ||
    sent === undefined ||
    undecided === undefined ||
    undecided.atOnce !== undefined ||
    // Made, and in vain: the list could not be read. The next one has patience, or all would be used up in a second.
    undecided.failedSearches !== 0 ||
    (undecided.listAge ?? Infinity) > freshListMs
  ) {
    return false;
  }

  return undecided.alike.length === 0
    ? passedSince(sent, began) < settleMs
    : passedSince(sent, began) < atOnceMs && isStillAwake(entry, ended);
}

/**
 * Whether nothing came between the last attempt and now but sending. A loss is noticed late after a closed lid, the time
 * before another start of the machine is not known, and another copy of the queue may have sent it: others had time then.
 */
function isStillAwake({ history }: Entry, now: Present): boolean {
  const attempt = history.findLast((record) => record.kind === 'attempt');
  return attempt !== undefined && attempt.boot === now.boot && passedSince(attempt, now) < longestAttemptMs + atOnceMs;
}

/** Milliseconds until the next look at an animal is due; 0 or less: it is. */
export function lookDueIn(entry: Entry, knowledge: Knowledge, now: Present): number {
  const { settleMs } = knowledge;
  const looks = entry.undecided?.searches ?? [];
  const sent = lastSent(entry);
  const last = looks.at(-1) ?? sent;
  if (last === undefined || (looks.length === 0 && isLookAtOnce(entry, knowledge, now))) {
    return 0;
  }

  const sinceLast = passedSince(last, now);
  if (looks.length < 2) {
    return settleMs - sinceLast;
  }

  // Those that could not settle it are followed by one as soon as it can; each that did not by a rarer one.
  const counted = looks.filter(({ couldSettle }) => couldSettle).length;
  const untilItCan = sent === undefined ? 0 : neededMs(knowledge) - passedSince(sent, now);
  return counted === 0
    ? Math.max(settleMs - sinceLast, untilItCan)
    : Math.min(2 ** (counted - 1), rarestLook) * settleMs - sinceLast;
}

/** The decision after a look; the looks before it are in `entry.undecided.searches`. */
export function reconcile(entry: Entry, look: Look, around: Surroundings): Reconciled {
  const { applied = false, searches = [] } = entry.undecided ?? {};
  const seen = see(entry, look, around);
  const sent = lastSent(entry);
  const couldSettle = sent === undefined || passedSince(sent, look.began) >= neededMs(around);
  const isWhole = look.isToTheEnd || reachesBack(entry, look, around);
  const all = [...seen.fresh, ...seen.near, ...seen.vanished];
  const { fresh: candidates, near } = seen;
  const reconciled = (decision: Decision): Reconciled => ({ decision, candidates, near, couldSettle, isWhole });
  const ask = (reason: Reason): Reconciled => {
    const told = look.hasOddRows === true && all.length === 0 ? 'odd-rows' : reason;
    return reconciled({ type: 'ask', reason: told, candidates: all });
  };
  const wait = reconciled({ type: 'wait' });
  /** Asks once so many looks, this one included, were in vain. */
  const askAfter = (most: number, reason: Reason, looks: readonly unknown[] = searches): Reconciled =>
    looks.length + 1 >= most ? ask(reason) : wait;

  const unended = searches.filter(({ complete }) => !complete);
  const [found] = seen.fresh;
  if (seen.fresh.length > 1) {
    return ask('several-alike');
  }

  if (found) {
    const why = whyNotOurs(entry, found, look, around);
    if (why) {
      // A later look may be read to its end.
      return why === 'no-end' ? askAfter(mostVainLooks, 'was-there-before', unended) : ask(why);
    }

    const isRenamed = seen.near.some((pet) => matchingKey(pet) !== matchingKey(found));
    return seen.near.length === 0 && seen.vanished.length === 0
      ? reconciled({ type: 'adopt', pet: found })
      : askAfter(mostVainLooks, isRenamed ? 'near' : 'several-alike');
  }

  if (seen.near.length > 0) {
    return askAfter(mostVainLooks, 'near');
  }

  const counted = couldSettle ? searches.filter((each) => each.couldSettle) : undefined;
  const askAtLast = (reason: Reason): Reconciled => (counted ? askAfter(mostLooks, reason, counted) : wait);
  if (applied) {
    return askAfter(mostLooks, 'accepted-not-listed');
  }

  const isEverToTheEnd = searches.some(({ complete }) => complete);
  if (!isWhole && !isEverToTheEnd) {
    return askAfter(mostVainLooks, 'no-end');
  }

  if (sent === undefined) {
    return askAtLast('not-proven');
  }

  const known = knownAround(entry, around);
  // One that may have been sent from another copy of the queue only: nothing of ours need ever have been listed.
  const isUnlisted = known.length === 0 && entry.undecided?.isCopied === true;
  if (known.length === 0 && !isUnlisted) {
    // Nothing of ours was ever listed here, and no later look shows more than this one.
    return askAfter(mostVainLooks, 'first-animal');
  }

  const isShown = isUnlisted || (showsKnown(known, look, around) && showsFromBefore(entry, look, around));
  if (!couldSettle || !isEverToTheEnd || !isWhole || seen.vanished.length > 0 || !isShown) {
    return askAtLast('not-proven');
  }

  return isUnlisted || showsStatus(entry, look, known) ? reconciled({ type: 'absent' }) : askAtLast('status-not-shown');
}

type Seen = {
  /** The new animal that is this entry's share, and those too many of which one may be. */
  readonly fresh: readonly Pet[];
  readonly near: readonly Pet[];
  /** What an earlier look found, and this one does not show, though nobody took it. */
  readonly vanished: readonly Pet[];
};

function see(entry: Entry, look: Look, around: Surroundings): Seen {
  const { undecided } = entry;
  const key = matchingKey(entry);
  const before = new Set([...(undecided?.alike ?? []), ...(undecided?.nearBefore ?? [])]);
  const { isOwned, isRising, open } = around;
  const isBefore = ({ id }: Pet): boolean => before.has(id);
  const newcomers = look.pets.filter((pet) => !isBefore(pet) && !isOwned(pet));
  const alike = look.pets.filter((pet) => matchingKey(pet) === key && !isOwned(pet));
  const shares = shareOut(entry, alike, around);
  const highest = undecided?.highest;
  const isYounger = ({ id }: Pet): boolean => !isRising || highest === undefined || compareInt64(id, highest) > 0;
  const openKeys = new Set(open.map(matchingKey));
  const listed = new Set(look.pets.map(({ id }) => id));
  const earlier = new Map(undecided?.searches.flatMap(({ candidates }) => candidates.map((pet) => [pet.id, pet])));
  // Of a common name, what the reading right after the loss did not show came later, and is ours only if both the
  // request was late and the store, or somebody there, changed it.
  const isInUse = isCommon(entry, around);
  const wasThereAtOnce = ({ id }: Pet): boolean => !isInUse || undecided?.atOnce?.includes(id) !== false;
  const fresh = shares.own.some(wasThereAtOnce) ? shares.own.filter(wasThereAtOnce) : shares.own;
  const near = newcomers.filter(
    (pet) =>
      matchingKey(pet) !== key && !openKeys.has(matchingKey(pet)) && isNear(entry, pet, isInUse || fresh.length > 0),
  );
  return {
    fresh,
    near: [...shares.left, ...near].filter((pet) => isYounger(pet) && wasThereAtOnce(pet)),
    vanished: [...earlier.values()].filter((pet) => !listed.has(pet.id) && !isBefore(pet) && !isOwned(pet)),
  };
}

/** Whether others gave its name in its category too; where all that had it are of one's own litter, nobody else does. */
function isCommon({ undecided }: Entry, { isGivenTwice }: Surroundings): boolean {
  return undecided?.alike.some((id) => !isGivenTwice({ id })) === true;
}

/**
 * A name that nobody has in its category is hardly given in another one meanwhile, unless somebody corrected that.
 * `isInUse`: others have it, or a new one of its own category does, so nobody did.
 */
function isNear(entry: Entry, pet: Pet, isInUse: boolean): boolean {
  return (!isInUse || pet.categoryId === entry.categoryId) && isNearName(entry.name, pet.name);
}

/**
 * Shares the animals of its name and category out to the entries that wait for one like them: those that sent a status
 * first, and only among theirs, then in the order of sending; none takes what was there before it, nor what came too
 * late for it and not for another one. What fits the fewest of them goes first, so the answer of a later one is not
 * given to an earlier one that has its own. They are one another's equals: one animal too many puts the last of them in
 * doubt, and not all. `left`: new, but with another status than was sent, and nobody's share.
 */
function shareOut(entry: Entry, alike: readonly Pet[], around: Surroundings): { own: Pet[]; left: Pet[] } {
  const key = matchingKey(entry);
  const isBefore = ({ undecided }: Entry, { id }: Pet): boolean => undecided?.alike.includes(id) === true;
  const mayTake = (each: Entry, pet: Pet): boolean =>
    (each.status === undefined || each.status === pet.status) && !isBefore(each, pet);
  const others = around.open.filter((other) => other.localId !== entry.localId && matchingKey(other) === key);
  const equals = [entry, ...others].sort(
    (a, b) => Number(a.status === undefined) - Number(b.status === undefined) || a.number - b.number,
  );
  const inTime = new Map(
    alike.map((pet) => [pet, equals.filter((each) => mayTake(each, pet) && !wasLacking(each, pet, around))]),
  );
  const fits = (each: Entry, pet: Pet): boolean =>
    mayTake(each, pet) && (inTime.get(pet)?.length === 0 || inTime.get(pet)?.includes(each) === true);
  const takers = new Map(alike.map((pet) => [pet, equals.filter((each) => fits(each, pet)).length]));
  const left = alike.toSorted((a, b) => (takers.get(a) ?? 0) - (takers.get(b) ?? 0) || compareInt64(a.id, b.id));
  let own: Pet[] = [];
  for (const [place, each] of equals.entries()) {
    const at = left.findIndex((pet) => fits(each, pet));
    const share = at < 0 ? [] : left.splice(at, 1);
    const isLast = !equals.slice(place + 1).some((other) => left.some((pet) => fits(other, pet)));
    if (each.localId === entry.localId) {
      own = isLast && share.length > 0 ? [...share, ...left.filter((pet) => fits(each, pet))] : share;
    }
  }

  return { own, left: left.filter((pet) => takers.get(pet) === 0 && !isBefore(entry, pet)) };
}

/** Why the one new animal may be somebody else's; undefined: it is ours. */
function whyNotOurs(entry: Entry, found: Pet, look: Look, around: Surroundings): Reason | undefined {
  const { isRising, isGivenTwice, isOwned } = around;
  const { listAge = Infinity, listRows, highest, atOnce } = entry.undecided ?? {};
  const isAbove = highest !== undefined && compareInt64(found.id, highest) > 0;
  if (isRising && highest !== undefined && !isAbove) {
    return 'was-there-before';
  }

  const strangers = look.pets.filter((pet) => pet.id !== found.id && !isOwned(pet)).length;
  const wasWhole = listRows !== undefined && !wasBlank(listRows, strangers);
  if (isGivenTwice(found) || listAge > freshListMs || (!wasWhole && !(isRising && isAbove))) {
    return 'was-there-before';
  }

  // A list that was whole before, and has this one more, is no cut one, whatever its length.
  const isOneMore = look.pets.length - 1 === listRows;
  if (!look.isToTheEnd && !isOneMore && !(isRising && isAbove)) {
    return 'no-end';
  }

  if (isCommon(entry, around) && atOnce?.includes(found.id) !== true) {
    return 'came-later';
  }

  return wasLacking(entry, found, around) ? 'came-after-a-look' : undefined;
}

/**
 * Whether a whole look lacked it when even a late request had arrived: what came since then is hardly ours, unless the
 * store said that it would come.
 */
function wasLacking(entry: Entry, { id }: Pet, { settleMs }: Surroundings): boolean {
  const sent = lastSent(entry);
  const { searches = [], applied = false } = entry.undecided ?? {};
  return (
    sent !== undefined &&
    !applied &&
    searches.some(
      ({ complete, candidates, uptime, boot }) =>
        complete &&
        passedSince(sent, { uptime, boot, since: uptime }) >= arrivesWithin * settleMs &&
        !candidates.some((each) => each.id === id),
    )
  );
}

/** Whether a list showed next to nothing of what is there now: that of a replica that warms up. */
function wasBlank(rows: number, strangers: number): boolean {
  return strangers > 2 * rows + 3;
}

/** The animals of ours that prove a list: the last ones before the attempt, and the last ones of all. */
function knownAround(entry: Entry, { ours, gone }: Surroundings): readonly Ours[] {
  const before = new Set(entry.undecided?.known);
  const last = ours.slice(-mostKnown);
  return ours.filter((each) => (before.has(each.id) || last.includes(each)) && !gone.has(each.id));
}

/** Whether a list shows every one of them, but for those that were sent as it was read. */
function showsKnown(known: readonly Ours[], { pets, began }: Look, { settleMs }: Surroundings): boolean {
  const listed = new Map(pets.map((pet) => [pet.id, pet]));
  const lacking = known.filter((each) => !shownAsOurs(each, listed));
  return lacking.length < known.length && lacking.every((each) => isTooYoung(each, began, settleMs));
}

/** Whether a list without an end runs from the newest animal back to one from before the attempt, without a gap. */
function reachesBack({ undecided }: Entry, { pets }: Look, { isRising }: Surroundings): boolean {
  const [last, highest] = [pets.at(-1), undecided?.highest];
  return (
    isRising &&
    last !== undefined &&
    highest !== undefined &&
    compareInt64(last.id, highest) <= 0 &&
    areIdsDescending(pets)
  );
}

/** Whether a list reaches back to before an attempt. */
function showsFromBefore({ undecided }: Entry, { pets }: Look, { isRising }: Surroundings): boolean {
  const { known = [], alike = [], nearBefore = [], highest, listRows } = undecided ?? {};
  const before = new Set([...known, ...alike, ...nearBefore]);
  return (
    pets.some(({ id }) => before.has(id) || id === highest) ||
    (isRising && highest !== undefined && pets.some(({ id }) => compareInt64(id, highest) <= 0)) ||
    (listRows === 0 && pets.length < fewerThanAPage)
  );
}

/** Whether a list shows an animal of the status that ours would have: else that status may be hidden. */
function showsStatus(entry: Entry, { pets }: Look, known: readonly Ours[]): boolean {
  const shown = new Set(pets.map(({ status }) => status));
  return entry.status === undefined
    ? shown.has(undefined) ||
        known.some(({ isStatusGiven }) => isStatusGiven === true) ||
        petStatuses.every((status) => shown.has(status))
    : shown.has(entry.status);
}

/** The highest of the ids that are known. */
export function highestOf(pets: readonly Pick<Pet, 'id'>[]): Int64 | undefined {
  return pets.reduce<Int64 | undefined>(
    (highest, { id }) => (highest === undefined || compareInt64(id, highest) > 0 ? id : highest),
    undefined,
  );
}

/** Why it cannot be told from here, as the rest of a sentence. */
const reasons = {
  'several-alike': 'and several new animals have this name and category.',
  'was-there-before':
    'and an animal with this name and category may have been there before it was sent, or somebody else may have ' +
    'added it.',
  'came-later':
    'and others have this name and category too. The one that was found was not there right after ' +
    "that, or the store could not be asked then, so it may be somebody else's.",
  'came-after-a-look':
    'and an animal with this name and category came only after the list had shown that it was not there, so it may be ' +
    "somebody else's.",
  near: 'and a new animal on the store may be this one, under another name or with another status.',
  'first-animal':
    'and the list does not show it. No animal of yours was listed there before, so petstore cannot tell whether it ' +
    'would be.',
  'no-end':
    'and the list of the store does not show it. The store does not say whether that list is all there is, so the ' +
    'animal may be there all the same.',
  'accepted-not-listed': 'though the store answered as if it had taken the animal in, and it does not list it.',
  'not-proven':
    'and the list of the store does not show it, but lacks other animals of yours too, or shows nothing from before, ' +
    'so it may be there all the same.',
  'status-not-shown':
    'and the list of the store does not show it, nor any other animal of its status, so it may leave those out.',
  'odd-rows': 'and the list of the store has rows that cannot be read, one of which may be this animal.',
  'list-not-read': 'and the list of the store could not be read, so it is not known whether the animal arrived.',
} as const;

/** The reason that a person reads. */
export function explain(reason: Reason, entry: Pick<Entry, 'history'>): string {
  return `${lostAnswerStart(entry)}, ${reasons[reason]}`;
}
