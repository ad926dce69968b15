/**
 * What is known of an animal whose answer was lost: it is there (`adopt`), it is not (`absent`), a later look may tell
 * (`wait`), or a person must (`ask`). Pure: the same entry, look and footprint come to the same decision.
 *
 * All of it rests on one principle: a list that shows what was taken in later shows what was taken in earlier. So a list
 * that shows a *witness*, an animal of ours that was sent two settle times after the lost one, would show that too.
 */
import type { Entry } from '../../domain/entry.js';
import { compareInt64, type Int64 } from '../../domain/int64.js';
import { findOtherDifferences, matchingKey } from '../../domain/matching-key.js';
import { isSameButForSigns, mayBeRewritten } from '../../domain/name-kinds.js';
import { type NewPet, type Pet, petStatuses } from '../../domain/pet.js';
import { passedSince, type Present } from '../../platform/time/clock.js';
import type { Witness } from '../../local/footprints.js';
import { isListed, settleTimesApart, witnessesAfter } from './footprint.js';
import { isAltered, isKeptExactly, type ServiceQuirks } from './quirks.js';

/** One reading of the list. */
export type Look = {
  /** When it began. */
  readonly began: Present;
  /** Whether the store said that it is all there is. */
  readonly isToTheEnd: boolean;
  readonly pets: readonly Pet[];
  /** Whether the store names a next page if there is one; undefined: it was not asked. */
  readonly namesNextPage?: boolean | undefined;
  /** It is longer than it was before, and not of a length at which lists are cut off. */
  readonly isGrown?: boolean | undefined;
};

/** What is known of the store: see `local/footprints.ts` and `quirks.ts`. */
export type Footprint = {
  /** The animals of ours that it answered with an id, as far as they are known, the oldest first. */
  readonly witnesses: readonly Witness[];
  /** Whether its list showed ours in time, each time. */
  readonly isPrompt: boolean;
  /** Whether the ids of ours rose, each time: what has a higher one than a witness was taken in after it. */
  readonly doIdsRise: boolean;
  readonly quirks: ServiceQuirks;
  readonly settleMs: number;
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

/** Why nobody can tell from here. */
export type DecisionCode =
  | 'several-alike'
  | 'was-there-before'
  | 'came-later'
  | 'other-status'
  | 'name-rewritten'
  | 'corrected'
  | 'accepted-not-listed'
  | 'list-proves-nothing'
  | 'list-not-read';

/** What is known of an animal. `seen`: for the record of the look. */
export type Decision =
  | { readonly type: 'adopt'; readonly pet: Pet }
  | { readonly type: 'absent' }
  | { readonly type: 'wait'; readonly code: DecisionCode }
  | { readonly type: 'ask'; readonly code: DecisionCode; readonly candidates: readonly Pet[] };

/** What a look shows of one animal: what the record of the look keeps. */
export type Seen = {
  /** Newcomers like it that belong to nobody, and, of a common name, did not come after a witness. */
  readonly candidates: readonly Pet[];
  /** The animal of ours that makes the look one of everything that was taken in before. */
  readonly witness: Int64 | undefined;
  /** No such animal was sent, and the list is a prompt one that shows the youngest of ours. */
  readonly isPrompt: boolean;
  /** Other newcomers that may be it: nobody's, nobody waits for them, and they did not come after a witness. */
  readonly others: readonly Pet[];
  /** Other newcomers that may be it under a name that the store rewrote. */
  readonly lookalikes: readonly Pet[];
  /** Like it, and there before under another name, or another entry's that it got since. */
  readonly changed: readonly Pet[];
  /**
   * Nothing that was there before has the status of the candidate, and other newcomers have it too: it may have been
   * hidden.
   */
  readonly isRevealed: boolean;
  /** Candidates of an earlier look that this one does not show, though nobody took them. */
  readonly vanished: readonly Pet[];
};

/** More other newcomers at once are no chance. */
const mostByChance = 1;
/** Looks that were not to the end, and looks that proved nothing, after which a person is asked. */
const mostCutShort = 3;
const mostLooks = 7;

/** Looks a settle time apart; the later ones are further apart, as what they wait for is the next animal. */
const closeLooks = 4;
/** After so many settle times that many looks are enough: the last one of an open app comes then. */
const patientSettleTimes = 13;

/** How many settle times after the one before, or after sending, a look is made. `made`: how many there were. */
export function settleTimesBeforeLook(made: number): number {
  return Math.max(1, made - closeLooks + 2);
}

/**
 * Later than this after an animal was sent, somebody at the store may have seen it and corrected its name or category,
 * in milliseconds.
 */
export const correctedAfterMs = 4 * 60_000;

/** What a look shows of an entry. */
export function see(entry: Entry, look: Look, footprint: Footprint, ground: Ground): Seen {
  const { before, isOwned, isAwaited } = ground;
  const { undecided } = entry;
  const key = matchingKey(entry);
  const twins = new Set(undecided?.lookalikes);
  const isBefore = ({ id }: Pet): boolean => before?.has(id) === true || twins.has(id);
  const shown = look.pets.filter(({ id }) => !entry.notMine.includes(id));
  const alike = shown.filter((pet) => matchingKey(pet) === key);
  const newcomers = shown.filter((pet) => !isBefore(pet) && !isOwned(pet));
  const ids = new Set(look.pets.map(({ id }) => id));
  const earlier = new Map(undecided?.searches.flatMap(({ candidates }) => candidates.map((pet) => [pet.id, pet])));
  const witnesses = findWitnesses(entry, look, footprint);
  const witness = witnesses.at(-1)?.id;
  const [first] = footprint.doIdsRise ? witnesses.map(({ id }) => id).sort(compareInt64) : [];
  const mayBeIt = ({ id }: Pet): boolean => first === undefined || compareInt64(id, first) < 0;
  const strangers = newcomers.filter((pet) => matchingKey(pet) !== key && mayBeIt(pet));
  const others = strangers.filter((pet) => !isAwaited(pet));
  // Of a name that nobody else has the one that is found is hardly anybody else's, whatever its id.
  const isCommon = twins.size > 0;
  const candidates = newcomers.filter((pet) => matchingKey(pet) === key && (!isCommon || mayBeIt(pet)));
  const hasStatus = ({ status }: Pet): boolean => status !== undefined && status === candidates[0]?.status;
  const shownBefore = look.pets.filter(isBefore);
  return {
    candidates,
    isRevealed: shownBefore.length > 0 && !shownBefore.some(hasStatus) && others.some(hasStatus),
    witness,
    isPrompt: witness === undefined && isShownPromptly(entry, look, footprint),
    others,
    lookalikes: strangers.filter((pet) => isLookalike(entry, pet)),
    changed: alike.filter((pet) =>
      isOwned(pet) ? before !== undefined && !isBefore(pet) : before?.has(pet.id) === true && !twins.has(pet.id),
    ),
    vanished: [...earlier.values()].filter(
      (pet) => !ids.has(pet.id) && !entry.notMine.includes(pet.id) && !isBefore(pet) && !isOwned(pet),
    ),
  };
}

/** Whether a pet may be an animal that the store rewrote, or that somebody gave another category since. */
function isLookalike(entry: Entry, pet: Pet): boolean {
  return pet.categoryId === entry.categoryId
    ? mayBeRewritten(entry.name, pet.name)
    : isSameButForSigns(entry.name, pet.name);
}

/** The witnesses that a look shows of everything that was taken in before them, the lost animal among it. */
function findWitnesses({ undecided }: Entry, look: Look, { witnesses, settleMs }: Footprint): readonly Witness[] {
  if (!isLateEnough(undecided, look, settleMs) || !isOneEnd(look)) {
    return [];
  }

  const sent = { boot: undecided?.sentBoot, uptime: undecided?.sentUptime ?? 0 };
  const listed = new Map(look.pets.map((pet) => [pet.id, pet]));
  return witnessesAfter(witnesses, sent, look.began, settleMs).filter((witness) => isListed(witness, listed));
}

/** Whether a request that was lost has arrived by then, if it ever does. */
function isLateEnough(undecided: Entry['undecided'], { began }: Look, settleMs: number): boolean {
  return (
    undecided?.sentUptime !== undefined &&
    passedSince({ boot: undecided.sentBoot, uptime: undecided.sentUptime }, began) >= settleTimesApart * settleMs
  );
}

/**
 * Whether what a list may leave out without a word lies at one end of it, so that a witness stands for all that is as
 * young: its rows run by their ids, or its pages name the next one, or it grew.
 */
function isOneEnd({ pets, namesNextPage, isGrown }: Look): boolean {
  const isRun = (sign: number): boolean =>
    pets.every(({ id }, index) => index === 0 || sign * compareInt64((pets[index - 1] as Pet).id, id) < 0);
  return namesNextPage === true || isRun(1) || isRun(-1) || isGrown === true;
}

/** Whether a list of a store that is prompt shows the youngest of ours, and is surely not cut off below the next one. */
function isShownPromptly({ undecided }: Entry, look: Look, { witnesses, isPrompt, settleMs }: Footprint): boolean {
  const youngest = witnesses.at(-1);
  return (
    isPrompt &&
    youngest !== undefined &&
    isLateEnough(undecided, look, settleMs) &&
    (look.namesNextPage === true || look.isGrown === true) &&
    isListed(youngest, new Map(look.pets.map((pet) => [pet.id, pet])))
  );
}

/** The decision after a look; the looks before it are in `entry.undecided.searches`. */
export function decide(entry: Entry, look: Look, footprint: Footprint, ground: Ground): Decision {
  const seen = see(entry, look, footprint, ground);
  const { candidates, changed, lookalikes } = seen;
  const { searches = [] } = entry.undecided ?? {};
  const ask = (code: DecisionCode, shown: readonly Pet[] = candidates): Decision => ({
    type: 'ask',
    code,
    candidates: shown,
  });
  if (!look.isToTheEnd) {
    // It was to its end before: one odd page, as out of a cache on the way, says nothing of the next look.
    return searches.filter(({ complete }) => !complete).length + 1 < mostCutShort
      ? { type: 'wait', code: 'list-proves-nothing' }
      : ask('list-proves-nothing');
  }

  if (changed.length > 0) {
    return ask('was-there-before', [...candidates, ...changed]);
  }

  const [candidate] = candidates;
  if (candidate) {
    const doubt = doubtOf(entry, seen, candidate, footprint, ground, look);
    return doubt ? ask(doubt, [...candidates, ...seen.vanished, ...lookalikes]) : { type: 'adopt', pet: candidate };
  }

  if (lookalikes.length > 0) {
    return ask('name-rewritten', lookalikes);
  }

  if (isAltered(footprint.quirks, entry)) {
    return ask('name-rewritten');
  }

  const open = whyNotAbsent(entry, look, seen, footprint);
  return open === undefined
    ? { type: 'absent' }
    : isPatient(entry, look, footprint)
      ? { type: 'wait', code: open }
      : ask(open, seen.vanished);
}

/** Whether a later look is awaited. Commands look seldom: what many looks of an open app take is enough for them. */
function isPatient({ undecided }: Entry, { began }: Look, { settleMs }: Footprint): boolean {
  const made = (undecided?.searches.length ?? 0) + 1;
  const sent = { boot: undecided?.sentBoot, uptime: undecided?.sentUptime ?? began.uptime };
  return made < mostLooks && (made < closeLooks || passedSince(sent, began) < patientSettleTimes * settleMs);
}

/** Why the one that was found may not be it; undefined: it is. */
function doubtOf(
  entry: Entry,
  { candidates, lookalikes, others, vanished, isRevealed }: Seen,
  candidate: Pet,
  { quirks }: Footprint,
  { before, risenTo }: Ground,
  { namesNextPage, pets }: Look,
): DecisionCode | undefined {
  const { freshAbove, cutAt, glance, lookalikes: twins = [] } = entry.undecided ?? {};
  if (candidates.length > 1 || vanished.length > 0) {
    return 'several-alike';
  }

  const isBelow = (id: Int64 | undefined): boolean => id !== undefined && compareInt64(candidate.id, id) <= 0;
  // One that is longer now was not cut off there, unless it shows many newcomers at once.
  const isLonger = cutAt !== undefined && pets.length > cutAt && others.length <= mostByChance;
  const wasCut = cutAt !== undefined && namesNextPage !== true && !isLonger;
  // A list that showed next to nothing of what is there now was that of a replica that warms up.
  const wasAlmostEmpty = before !== undefined && others.length > before.size;
  if (!before || isBelow(freshAbove) || isBelow(risenTo) || wasCut || wasAlmostEmpty || isRevealed) {
    return 'was-there-before';
  }

  const expected: NewPet =
    quirks.defaultStatus === undefined ? entry : { ...entry, status: entry.status ?? quirks.defaultStatus };
  if (findOtherDifferences(expected, candidate).length > 0) {
    return 'other-status';
  }

  if (glance ? !glance.includes(candidate.id) : twins.length > 0) {
    return 'came-later';
  }

  return lookalikes.length > 0 && !isKeptExactly(quirks, entry) ? 'several-alike' : undefined;
}

/** Why it may be there all the same, though no list shows it; undefined: it is not. */
function whyNotAbsent(entry: Entry, look: Look, seen: Seen, { quirks, settleMs }: Footprint): DecisionCode | undefined {
  const { applied = false, searches = [] } = entry.undecided ?? {};
  // A look that found it may have been the last thing a process did; a list that lacks it afterwards may merely lag.
  if (seen.vanished.length > 0) {
    return 'list-proves-nothing';
  }

  if (applied) {
    return 'accepted-not-listed';
  }

  if (!isKeptExactly(quirks, entry) && seen.others.length > 0) {
    return 'name-rewritten';
  }

  if (mayBeCorrected(entry, look, seen)) {
    return 'corrected';
  }

  if (!isStatusShown(entry, look, quirks)) {
    return 'list-proves-nothing';
  }

  const isProvenPromptly =
    seen.isPrompt &&
    searches.some(
      ({ isPrompt = false, uptime, boot }) =>
        isPrompt && passedSince({ uptime, boot }, look.began) >= settleTimesApart * settleMs,
    );
  return seen.witness !== undefined || isProvenPromptly ? undefined : 'list-proves-nothing';
}

/**
 * Whether a newcomer may be it under a name or category that somebody corrected: one that no look showed before there
 * was time for that.
 */
function mayBeCorrected({ undecided }: Entry, { began }: Look, { others }: Seen): boolean {
  if (undecided?.sentUptime === undefined) {
    return others.length > 0;
  }

  const sent = { boot: undecided.sentBoot, uptime: undecided.sentUptime };
  if (passedSince(sent, began) <= correctedAfterMs && began.boot === sent.boot) {
    return false;
  }

  const early = undecided.searches.filter(
    ({ uptime, boot }) => boot === sent.boot && uptime - sent.uptime <= correctedAfterMs,
  );
  const known = new Set(early.flatMap((look) => look.others ?? []));
  return others.some(({ id }) => !known.has(id));
}

/** Whether the list shows an animal of the status that it would have: else that status may be hidden. */
function isStatusShown({ status: sent }: NewPet, { pets }: Look, { defaultStatus }: ServiceQuirks): boolean {
  const shown = new Set(pets.map(({ status }) => status));
  const status = sent ?? defaultStatus;
  return shown.has(status) || (status === undefined && petStatuses.every((each) => shown.has(each)));
}
