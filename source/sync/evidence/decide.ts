/**
 * What is known of an animal whose answer was lost: it is there (`adopt`), it is not (`absent`), a later look may tell
 * (`wait`), or a person must (`ask`). Pure: the same entry, look and footprint come to the same decision.
 *
 * One principle carries it: a list that shows a later animal shows the earlier ones. So a list that shows a *witness*,
 * an animal of ours that was sent two settle times after the lost one, would show that too.
 */
import { type Entry, findOtherDifferences } from '../../domain/entry.js';
import { compareInt64, type Int64 } from '../../domain/int64.js';
import { lostAnswerStart } from '../../domain/lost-answer.js';
import { type NewPet, type Pet, petStatuses } from '../../domain/pet.js';
import { isNextAwaited, mostLooks } from '../../domain/waits.js';
import { passedSince } from '../../platform/time/clock.js';
import type { ServiceQuirks } from '../../local/archive.js';
import type { Witness } from '../../local/footprints.js';
import { firstWitnessAfter, lastSent } from './footprint.js';
import { isAltered, isKeptExactly } from './quirks.js';
import type { Footprint } from './footprint.js';
import type { Ground, Look, see } from './see.js';

type Seen = ReturnType<typeof see>;

/** Why nobody can tell from here. */
type DecisionCode =
  | 'several-alike'
  | 'was-there-before'
  | 'came-later'
  | 'other-status'
  | 'name-rewritten'
  | 'corrected'
  | 'accepted-not-listed'
  | 'list-proves-nothing'
  | 'list-not-read';

/** What is known of an animal. */
export type Decision =
  | { readonly type: 'adopt'; readonly pet: Pet }
  | { readonly type: 'absent' }
  | { readonly type: 'wait'; readonly code: DecisionCode }
  | { readonly type: 'ask'; readonly code: DecisionCode; readonly candidates: readonly Pet[] };

/** More other newcomers at once are no chance. */
const mostByChance = 1;
/** Looks that were not to the end after which a person is asked. */
const mostCutShort = 3;

/** How long a person is not asked about the last animal sent, in milliseconds: the next one is due within a day. */
const awaitedMs = 24 * 60 * 60_000;

/**
 * Milliseconds until a look is due by itself, which is made sooner if there is an occasion; 0: the next one a settle
 * time after the last. `next`: the first of ours that was sent long enough after it.
 */
export function nextIsAwaitedFor(entry: Entry, next: Witness | undefined, now: number): number {
  return next === undefined && isNextAwaited(entry)
    ? Math.max(0, awaitedMs - Math.abs(now - Date.parse(firstSent(entry))))
    : 0;
}

/** When it was first sent, ISO, or at the earliest if the record of that is damaged. */
function firstSent({ undecided, createdAt }: Entry): string {
  return undecided?.firstSentAt ?? createdAt;
}

/**
 * Later than this after an animal was sent, somebody at the store may have seen it and corrected its name or category,
 * in milliseconds. The fourth look comes after four minutes and what a busy sender takes.
 */
const correctedAfterMs = 4.5 * 60_000;

/** The decision after a look that shows this; the looks before it are in `entry.undecided.searches`. */
export function decide(entry: Entry, look: Look, seen: Seen, footprint: Footprint, ground: Ground): Decision {
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

  if (lookalikes.length > 0 || isAltered(footprint.quirks, entry)) {
    return ask('name-rewritten', lookalikes);
  }

  const open = whyNotAbsent(entry, look, seen, footprint);
  if (open === undefined) {
    return { type: 'absent' };
  }

  return isPatient(open, entry, look, footprint) ? { type: 'wait', code: open } : ask(open, seen.vanished);
}

/** Whether a later look may tell: looks count from when the next animal of ours was sent. */
function isPatient(open: DecisionCode, entry: Entry, { began, at }: Look, footprint: Footprint): boolean {
  const { searches = [], sentBoot: boot, sentUptime: uptime = began.uptime } = entry.undecided ?? {};
  if (open !== 'list-proves-nothing') {
    return searches.length + 1 < mostLooks;
  }

  const next = firstWitnessAfter(footprint, { boot, uptime }, began);
  if (next === undefined) {
    return Math.abs(Date.parse(at) - Date.parse(firstSent(entry))) < awaitedMs;
  }

  const passed = passedSince(next, began);
  return searches.filter((search) => passedSince(search, began) <= passed).length + 1 < mostLooks;
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
function whyNotAbsent(entry: Entry, look: Look, seen: Seen, { quirks }: Footprint): DecisionCode | undefined {
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

  // Pages that are read one after the other may leave one out, if another one is removed meanwhile: not twice.
  const isSeenTwice = searches.some(({ complete }) => complete);
  return seen.isReached && isStatusShown(entry, look, quirks) && isSeenTwice ? undefined : 'list-proves-nothing';
}

/** Whether a newcomer may be it, corrected since: one that no look showed before there was time for that. */
function mayBeCorrected(entry: Entry, { began }: Look, { others }: Seen): boolean {
  const sent = lastSent(entry);
  if (sent === undefined) {
    return others.length > 0;
  }

  if (passedSince(sent, began) <= correctedAfterMs && began.boot === sent.boot) {
    return false;
  }

  const early = entry.undecided?.searches.filter(
    ({ uptime, boot }) => boot === sent.boot && uptime - sent.uptime <= correctedAfterMs,
  );
  const known = new Set(early?.flatMap((look) => look.others ?? []));
  return others.some(({ id }) => !known.has(id));
}

/** Whether the list shows an animal of the status that it would have: else that status may be hidden. */
function isStatusShown({ status: sent }: NewPet, { pets }: Look, { defaultStatus }: ServiceQuirks): boolean {
  const shown = new Set(pets.map(({ status }) => status));
  const status = sent ?? defaultStatus;
  return shown.has(status) || (status === undefined && petStatuses.every((each) => shown.has(each)));
}

/** Why it cannot be told from here, as the rest of a sentence. */
const reasons: Readonly<Record<DecisionCode, string>> = {
  'several-alike': 'and several new animals have this name and category, or almost.',
  'was-there-before':
    'and an animal with this name and category may have been there before it was sent, or belongs to ' +
    'another one entered here.',
  'came-later':
    'and others have this name and category too. The one that was found was not there right after ' +
    "that, or the store could not be asked then, so it may be somebody else's.",
  'other-status': 'and the one new animal with this name and category has another status than was sent.',
  'name-rewritten': 'and the store may have changed the name: one of its new animals may be this one.',
  corrected: 'and one of the new animals may be this one: somebody may have corrected its name or category since.',
  'accepted-not-listed': 'though the store said that it took the animal in, and it does not list it.',
  'list-proves-nothing':
    'and the list of the store does not show whether the animal arrived: it shows none of yours that ' +
    'was sent later, or not everything.',
  'list-not-read': 'and the list of the store could not be read, so it is not known whether the animal arrived.',
};

/** The reason that a person reads. */
export function explain(code: DecisionCode, entry: Pick<Entry, 'history'>): string {
  return `${lostAnswerStart(entry)}, ${reasons[code]}`;
}
