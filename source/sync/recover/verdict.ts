/**
 * What a search proves: the pure part of checking.
 *
 * A strong baseline and a complete view make a single newcomer ours, and a second opinion makes absence provable.
 * Anything less goes to a person.
 */
import type { Entry } from '../../domain/entry.js';
import { compareInt64, type Int64 } from '../../domain/int64.js';
import { isSameButForSigns, mayBeRewritten } from '../../domain/name-kinds.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import { findOtherDifferences, matchingKey } from '../../domain/matching-key.js';
import { isAltered, isKeptExactly, type ServiceQuirks } from './quirks.js';
import { lostAnswerStart } from '../../domain/lost-answer.js';

/** What a search saw of one entry's animal. */
export type View = {
  /** Newcomers with its matching key that belong to nobody. */
  readonly candidates: readonly Pet[];
  /**
   * Pets with its matching key that were there before under their ids and looked otherwise: renamed since, or given an
   * id anew.
   */
  readonly changed: readonly Pet[];
  /** Newcomers with its matching key that belong to another entry, which did not have them when this one was sent. */
  readonly ownedByOthers: readonly Pet[];
  /** Newcomers that may be it under a name that the service rewrote. */
  readonly lookalikes: readonly Pet[];
  /** Newcomers of whatever name that belong to nobody, and that nobody waits for. */
  readonly newcomers: number;
  /** Candidates of an earlier search that this list does not show, though nobody else took them. */
  readonly vanished: readonly Pet[];
  /**
   * Others with the status of the one candidate that are shown now and were not before, where none with it was: it may
   * have been hidden.
   */
  readonly revealed: readonly Pet[];
};

/** What a view is made of. */
export type Ground = {
  /** What was on the service before the attempt; undefined: a weak baseline. */
  readonly before: { has(id: Int64): boolean } | undefined;
  /** Whether a pet belongs to another entry. */
  readonly isOwned: (pet: Pet) => boolean;
  /** Whether it may be what another undecided entry made; absent: nothing else is undecided. */
  readonly isAwaited?: (pet: Pet) => boolean;
  /** Whether the lists are known not to have shown it although it was there; absent: nothing was hidden. */
  readonly wasHidden?: (pet: Pet) => boolean;
};

/** Sorts what a list shows by what it may be to an undecided entry. */
export function viewOf(
  entry: Entry,
  seen: readonly Pet[],
  { before, isOwned, isAwaited = () => false, wasHidden = () => false }: Ground,
): View {
  const key = matchingKey(entry);
  const lookalikeIds = new Set(entry.undecided?.lookalikes);
  const isBefore = ({ id }: Pet): boolean => before?.has(id) === true || lookalikeIds.has(id);
  const others = seen.filter(({ id }) => !entry.notMine.includes(id));
  const alike = others.filter((pet) => matchingKey(pet) === key);
  const newcomers = before ? others.filter((pet) => !isBefore(pet) && !isOwned(pet)) : [];
  const seenIds = new Set(seen.map(({ id }) => id));
  const earlier = new Map(
    entry.undecided?.searches.flatMap(({ candidates }) => candidates.map((pet) => [pet.id, pet] as const)),
  );
  const candidates = alike.filter((pet) => !isBefore(pet) && !isOwned(pet));
  const strangers = newcomers.filter((pet) => matchingKey(pet) === key || !isAwaited(pet));
  return {
    candidates,
    changed: alike.filter((pet) => before?.has(pet.id) === true && !lookalikeIds.has(pet.id) && !isOwned(pet)),
    ownedByOthers: before ? alike.filter((pet) => !isBefore(pet) && isOwned(pet)) : [],
    lookalikes: newcomers.filter((pet) => matchingKey(pet) !== key && isLookalike(entry, pet)),
    newcomers: strangers.length,
    vanished: [...earlier.values()].filter(
      (pet) => !seenIds.has(pet.id) && !entry.notMine.includes(pet.id) && !isBefore(pet) && !isOwned(pet),
    ),
    revealed: revealedWith(candidates, seen, { isBefore, isStranger: (pet) => strangers.includes(pet), wasHidden }),
  };
}

/**
 * A status that nothing had which was shown before, and several newcomers have at once, was hidden rather than unused.
 */
function revealedWith(
  [candidate, ...more]: readonly Pet[],
  seen: readonly Pet[],
  {
    isBefore,
    isStranger,
    wasHidden,
  }: {
    readonly isBefore: (pet: Pet) => boolean;
    readonly isStranger: (pet: Pet) => boolean;
    readonly wasHidden: (pet: Pet) => boolean;
  },
): readonly Pet[] {
  if (candidate?.status === undefined || more.length > 0) {
    return [];
  }

  const shownBefore = seen.filter((pet) => isBefore(pet) && !wasHidden(pet));
  const isNewStatus = shownBefore.length > 0 && !shownBefore.some(({ status }) => status === candidate.status);
  return seen.filter(
    (pet) =>
      pet.status === candidate.status &&
      pet.id !== candidate.id &&
      (wasHidden(pet) || (isNewStatus && isStranger(pet))),
  );
}

/**
 * Whether a pet may be an animal that the service rewrote, or that somebody gave another category since: its name is
 * the same but for what services do to names.
 */
function isLookalike(entry: Entry, pet: Pet): boolean {
  return pet.categoryId === entry.categoryId
    ? mayBeRewritten(entry.name, pet.name)
    : isSameButForSigns(entry.name, pet.name);
}

/** What a search proves about an undecided entry. */
export type Verdict =
  | { readonly type: 'adopt'; readonly pet: Pet; readonly evidence: string }
  /** Certainly not on the service: may be sent again, under a new key. */
  | { readonly type: 'absent' }
  /** One more search is needed, a settle time later. */
  | { readonly type: 'search-again' }
  | { readonly type: 'review'; readonly reason: string; readonly candidates: readonly Pet[] };

const searchesForAbsence = 2;
/** Searches that did not see the whole list, after which a person is asked. */
const mostIncomplete = 3;
/** Searches that prove nothing, after which a person is asked. */
const mostSearches = 5;

/**
 * Later than this after an animal was sent, somebody at the store may have seen it and corrected its name or category,
 * in milliseconds. Two looks a settle time apart come sooner.
 */
const correctedAfterMs = 4 * 60_000;

/** What a verdict rests on besides the view. */
export type Grounds = {
  readonly hasStrongBaseline: boolean;
  /** How many ids the baseline holds. */
  readonly baselineSize: number;
  /** The highest id that the baseline holds, where the service's ids rise with time; undefined: they need not. */
  readonly risenTo: Int64 | undefined;
  /** The list of the baseline may have been cut off without a word. */
  readonly isMaybeCut: boolean;
  readonly quirks: ServiceQuirks;
  /** How long before this look it was first sent, in milliseconds. */
  readonly sinceSentMs: number;
  /** What a second opinion said: whether the list is surely all there is; undefined: none was asked for. */
  readonly secondOpinion: 'whole' | 'not-surely' | 'unanswered' | 'shows-others' | 'has-others' | undefined;
};

/** The verdict after the last search of an entry, which is already part of `entry.undecided.searches`. */
export function reconcile(entry: Entry, view: View, grounds: Grounds): Verdict {
  const { hasStrongBaseline, quirks } = grounds;
  const searches = entry.undecided?.searches ?? [];
  const { candidates, changed, ownedByOthers, lookalikes } = view;
  const review = (reason: string, shown: readonly Pet[] = candidates): Verdict => ({
    type: 'review',
    reason: `${lostAnswerStart(entry)}, ${reason}`,
    candidates: shown,
  });
  if (!hasStrongBaseline) {
    return review(
      'and it is not known what the store held before, so nobody can tell from here whether the animal arrived.',
    );
  }

  if (searches.at(-1)?.complete !== true) {
    // It was whole before the attempt: one odd page, as of a cache on the way, says nothing of the next reading.
    return searches.filter(({ complete }) => !complete).length < mostIncomplete
      ? { type: 'search-again' }
      : review('and the store does not show its whole list, so nobody can tell from here whether the animal arrived.');
  }

  if (changed.length > 0) {
    return review('and an animal that the store had before under another name or category looks like this one now.', [
      ...candidates,
      ...changed,
    ]);
  }

  if (ownedByOthers.length > 0) {
    return review(
      'and what looks like this animal belongs to another one entered here, but was not there when this one was sent.',
      [...candidates, ...ownedByOthers],
    );
  }

  const [candidate] = candidates;
  if (candidate !== undefined) {
    const doubt = doubtOf(entry, view, grounds);
    return doubt === undefined
      ? {
          type: 'adopt',
          pet: candidate,
          evidence: `#${candidate.id} is the only new animal with this name and category, and was not there before it was sent.`,
        }
      : review(doubt, [...candidates, ...view.vanished, ...lookalikes]);
  }

  if (lookalikes.length > 0) {
    return review(
      'and a new animal of the same category has almost this name: the store may have changed it.',
      lookalikes,
    );
  }

  if (isAltered(quirks, entry)) {
    return review('and the store changes what it is sent, so the animal may be there under another name or category.');
  }

  return isAbsenceProven(entry, view, grounds, review);
}

/** Why the one that was found may not be it; undefined: it is. */
function doubtOf(
  entry: Entry,
  { candidates, lookalikes, newcomers, vanished, revealed }: View,
  { quirks, baselineSize, risenTo, isMaybeCut }: Grounds,
): string | undefined {
  const [candidate] = candidates;
  const { freshAbove, glance, lookalikes: undecidedLookalikes = [] } = entry.undecided ?? {};
  if (candidate === undefined || candidates.length > 1) {
    return 'and several new animals have this name and category.';
  }

  if (vanished.length > 0) {
    return 'and another new animal with this name and category was there at an earlier search and is not in the list now.';
  }

  if (newcomers - 1 > baselineSize) {
    return 'and the list that was read before it was sent showed almost nothing of what is there now, as from a replica that warms up.';
  }

  const expected: NewPet =
    quirks.defaultStatus === undefined ? entry : { ...entry, status: entry.status ?? quirks.defaultStatus };
  const different = findOtherDifferences(expected, candidate);
  if (different.length > 0) {
    return `and the one new animal with this name and category has another ${different.join(' and another ')} than was sent.`;
  }

  if (freshAbove !== undefined && compareInt64(candidate.id, freshAbove) <= 0) {
    return 'and the one new animal with this name and category may have been there before: the list was too long to be read anew before it was sent.';
  }

  if (risenTo !== undefined && compareInt64(candidate.id, risenTo) <= 0) {
    return `and the one new animal with this name and category has a lower id than #${risenTo}, which was there before: it may have been there too, and not been shown.`;
  }

  if (revealed.length > 0) {
    return 'and the store shows other animals of its status now that it did not show before, so this one may have been hidden then too.';
  }

  if (isMaybeCut) {
    return 'and the list that was read before it was sent may have been cut off, so the one new animal with this name and category may have been there.';
  }

  if (glance === undefined ? undecidedLookalikes.length > 0 : !glance.includes(candidate.id)) {
    return glance === undefined
      ? "and others have this name and category too. The store could not be asked right after that, so the new one may be somebody else's."
      : "and an animal with this name and category, which others have too, was not there right after that, but later. It may be somebody else's.";
  }

  return lookalikes.length > 0 && !isKeptExactly(quirks, entry)
    ? 'and several new animals have nearly this name.'
    : undefined;
}

function isAbsenceProven(
  entry: Entry,
  { newcomers, vanished }: View,
  { quirks, secondOpinion, sinceSentMs }: Grounds,
  review: (reason: string, shown?: readonly Pet[]) => Verdict,
): Verdict {
  const { searches = [], applied = false } = entry.undecided ?? {};
  const wait = (reason: string): Verdict =>
    searches.length < mostSearches ? { type: 'search-again' } : review(reason, vanished);
  // A search that found it may have been the last thing a process did; a list that lacks it afterwards may merely lag.
  if (vanished.length > 0) {
    return wait('and an animal like this one was there at an earlier search and is not in the list now.');
  }

  if (applied) {
    return wait('though the store said that it took the animal in, and it does not list it.');
  }

  if (!isKeptExactly(quirks, entry) && newcomers > 0) {
    return wait('and nothing is known yet of how this store treats names; one of its new animals may be this one.');
  }

  if (newcomers > 0 && sinceSentMs > correctedAfterMs) {
    return wait('and one of the new animals may be this one: somebody may have corrected its name or category since.');
  }

  if (searches.filter(({ complete }) => complete).length < searchesForAbsence || secondOpinion === undefined) {
    return wait('and the store never showed its list twice.');
  }

  switch (secondOpinion) {
    case 'shows-others':
      return wait(
        'and the store shows animals in the list of a status that its whole list lacks, so this one may be hidden too.',
      );
    case 'has-others':
      return wait('and the store has new animals that none of its lists shows, so this one may be hidden too.');
    case 'unanswered':
      return wait('and the store did not answer all that was asked to find out whether its list is all it has.');
    case 'not-surely':
      return review(
        'and the store does not say whether its list is all it has, so nobody can tell from here whether the animal arrived.',
      );
    case 'whole':
      return { type: 'absent' };
  }
}
