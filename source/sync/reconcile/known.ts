/**
 * What is known of a store: the last animals of ours that it took in, whether its ids rise, and whether
 * it lists promptly. A list that shows *known* animals of ours, and something from before, proves that another one is
 * missing (`reconcile.ts`). Pure but for the last part, which reads and keeps it.
 */
import type { Entry } from '../../domain/entry.ts';
import { type Int64, compareInt64 } from '../../domain/int64.ts';
import { type Pet, pickPet } from '../../domain/pet.ts';
import { areIdsDescending, isOther } from '../../domain/pet/compare-pets.ts';
import type { StoreKnowledge, Ours } from '../../local/queue/queue-document.ts';
import type { SenderLease } from '../../local/sender-lease.ts';
import { type Moment, type Present, passedSince } from '../../platform/time/clock.ts';
import type { Part } from '../state.ts';

/** What is known of a store at one moment. */
export type Knowledge = {
  /** The animals of ours that it answered with an id, or that were adopted, in the order of sending. */
  readonly ours: readonly Ours[];
  /** Those that were removed there since. */
  readonly gone: ReadonlySet<Int64>;
  /** Whether the ids of ours rose each time: what has a higher one than was known before an attempt came after it. */
  readonly isRising: boolean;
  /**
   * Whether the store lists promptly: a list showed one of ours that was younger than two settle times, and none since
   * then lacked one.
   */
  readonly isPrompt: boolean;
  /** Whether its list is read within half a minute: before an animal is sent, and right after an answer was lost. */
  readonly isQuick: boolean;
  readonly settleMs: number;
};

/** So many of the last ones must be shown; so many are kept, as an older one tells whether a younger was removed. */
export const mostKnown = 5;
const mostKept = 25;
/** So many that were removed are remembered. */
const mostGone = 100;

/** A list that shows one of ours that is younger than so many settle times is prompt. */
const promptWithin = 2;

/** The animals of entries that are on the store, in the order in which they were entered. */
export function oursAmong(entries: readonly Entry[]): readonly Ours[] {
  return entries.flatMap(({ state, pet, history, status }): readonly Ours[] => {
    const sent = state === 'created' && pet ? sentAt(history) : undefined;
    return sent && pet
      ? [
          {
            ...pickPet(pet),
            id: pet.id,
            ...sent,
            ...(status === undefined && pet.status !== undefined ? { isStatusGiven: true } : {}),
          },
        ]
      : [];
  });
}

/** When its bytes left at the earliest: the same key may have been sent, and answered, more than once. */
function sentAt(history: Entry['history']): Moment | undefined {
  const begun = history.findLastIndex((record) => beginsAnew.has(record.kind));
  const first = history.slice(begun + 1).find((record) => record.kind === 'attempt');
  return first?.kind !== 'attempt' ? undefined : { boot: first.boot, uptime: first.uptime };
}

const beginsAnew: ReadonlySet<string> = new Set(['entered', 'absent', 'sent-again', 'edited']);

/** When the bytes of an undecided animal last left, if that is known. */
export function lastSent({ undecided }: Pick<Entry, 'undecided'>): Moment | undefined {
  return undecided?.sentUptime === undefined ? undefined : { boot: undecided.sentBoot, uptime: undecided.sentUptime };
}

/** Whether a list shows one of ours as it was answered, or with one detail corrected. */
export function shownAsOurs(ours: Ours, listed: ReadonlyMap<Int64, Pet>): boolean {
  const pet = listed.get(ours.id);
  return pet !== undefined && !isOther(ours, pet);
}

/** Those that are kept, with those of the entries; the oldest first. */
export function mergeOurs(stored: StoreKnowledge, entries: readonly Entry[]): readonly Ours[] {
  const kept = new Map(stored.ours.map((ours) => [ours.id, ours]));
  const own = bySending(oursAmong(entries)).map((ours) => {
    const { isListed } = kept.get(ours.id) ?? {};
    return isListed ? { ...ours, isListed } : ours;
  });
  const ids = new Set(own.map(({ id }) => id));
  return [...stored.ours.filter(({ id }) => !ids.has(id)), ...own].slice(-mostKept);
}

/** The animals that were taken for one of ours until a person took that back. */
function takenBack(entries: readonly Entry[]): ReadonlySet<Int64> {
  return new Set(
    entries.flatMap(({ history, petId }) =>
      history.flatMap((record) => (record.kind === 'adopted' && record.pet.id !== petId ? record.pet.id : [])),
    ),
  );
}

/** In the order of sending, as far as one start of the machine tells. */
function bySending(ours: readonly Ours[]): readonly Ours[] {
  return ours.toSorted((a, b) => (a.boot === b.boot ? a.uptime - b.uptime : 0));
}

/** A list may lack animals that were sent no longer ago, without a fault, in settle times. */
const settleTimesYoung = 5;

/** Whether no list showed one of ours so far, and the next one may. */
export function isMissingYet(ours: Ours, present: Present, settleMs: number): boolean {
  return (
    ours.isListed !== true && ours.boot === present.boot && passedSince(ours, present) < settleTimesYoung * settleMs
  );
}

/** A list, as far as it teaches something. */
type Listed = { readonly listed: ReadonlyMap<Int64, Pet>; readonly began: Present };

/** Whether one of ours was sent so shortly before a reading began that a prompt list may lack it. */
export function isTooYoung(ours: Ours, began: Present, settleMs: number): boolean {
  return passedSince(ours, began) < settleMs / 12;
}

/**
 * Learns from a whole list: which of ours it shows, whether it is prompt, and which were removed. One that it lacks was
 * removed if two lists lack it a settle time apart, the second of which is no shorter, and both show an older and a
 * younger one of ours. Until that is known it may be a list that lags.
 */
export function learnFromList(
  stored: StoreKnowledge,
  entries: readonly Entry[],
  list: Listed,
  settleMs: number,
): StoreKnowledge {
  const { listed, began } = list;
  const denied = takenBack(entries);
  const before = mergeOurs({ ...stored, ours: stored.ours.filter(({ id }) => !denied.has(id)) }, entries);
  const isShown = before.map((each) => shownAsOurs(each, listed));
  const known = new Set(stored.gone);
  const gone = before.filter((each, place) => {
    const first = stored.missing?.[each.id];
    const isBetween = isShown.slice(0, place).includes(true) && isShown.slice(place + 1).includes(true);
    const isSecond = first && passedSince(first, began) >= settleMs && listed.size >= first.rows;
    return !isShown[place] && isBetween && isSecond === true && !known.has(each.id);
  });
  const isLeft = ({ id }: Ours): boolean => !known.has(id) && !gone.some((each) => each.id === id);
  const isPrompt = isPromptBy(stored, before.slice(-mostKnown).filter(isLeft), list, settleMs);
  const ours = before.map((each, place) =>
    isShown[place] && each.isListed !== true ? { ...each, isListed: true as const } : each,
  );
  const missing = findMissing(stored, [...before, ...oursAmong(entries)], list);
  const isSame =
    gone.length === 0 &&
    isPrompt === (stored.isPrompt ?? false) &&
    JSON.stringify([ours, missing]) === JSON.stringify([stored.ours, stored.missing ?? {}]);
  return isSame
    ? stored
    : {
        ...stored,
        ours,
        missing,
        isPrompt,
        // One that is listed again was not removed.
        gone: [...[...known].filter((id) => !listed.has(id)), ...gone.map(({ id }) => id)].slice(-mostGone),
      };
}

/**
 * Learns from a list that is cut. Where ids rise and the newest come first it lacks none that is younger than its oldest,
 * so that it tells whether the store is prompt as a whole one does.
 */
export function learnFromCut(
  stored: StoreKnowledge,
  entries: readonly Entry[],
  { pets, began }: { readonly pets: readonly Pet[]; readonly began: Present },
  settleMs: number,
): StoreKnowledge {
  const oldest = pets.at(-1);
  if (oldest === undefined || !haveIdsRisen(stored.ids) || !areIdsDescending(pets)) {
    return stored;
  }

  const listed = new Map(pets.map((pet) => [pet.id, pet]));
  const isToBeShown = ({ id }: Ours): boolean => compareInt64(id, oldest.id) >= 0 && stored.gone?.includes(id) !== true;
  const last = mergeOurs(stored, entries).slice(-mostKnown).filter(isToBeShown);
  const isPrompt = isPromptBy(stored, last, { listed, began }, settleMs);
  return isPrompt === (stored.isPrompt ?? false) ? stored : { ...stored, isPrompt };
}

/** Whether a store is prompt after a list that should show these of ours. */
function isPromptBy(
  { isPrompt = false }: StoreKnowledge,
  last: readonly Ours[],
  { listed, began }: Listed,
  settleMs: number,
): boolean {
  const isShown = (each: Ours): boolean => shownAsOurs(each, listed);
  const isYoung = (each: Ours): boolean =>
    each.boot === began.boot && passedSince(each, began) < promptWithin * settleMs;
  const lacksOne = last.some((each) => !isShown(each) && !isTooYoung(each, began, settleMs));
  return !lacksOne && (isPrompt || last.some((each) => isShown(each) && isYoung(each)));
}

/** Those that a list lacks, and since when. Lists that become shorter may be cut: the first of them counts anew. */
function findMissing(
  { missing: before = {} }: StoreKnowledge,
  animals: readonly Ours[],
  { listed, began: { boot, uptime } }: Listed,
): NonNullable<StoreKnowledge['missing']> {
  const now = { ...(boot === undefined ? {} : { boot }), uptime, rows: listed.size };
  const lacking = animals.filter((each) => !shownAsOurs(each, listed));
  return Object.fromEntries(
    lacking.map(({ id }) => {
      const first = before[id];
      return [id, first && listed.size >= first.rows ? first : now];
    }),
  );
}

/**
 * Whether a store's ids rise with time: how many of our answers in a row were above every known id, and whether one
 * ever was not. Only an answer to an animal of ours shows it: that animal is younger than all that was known.
 */
type IdsSeen = NonNullable<StoreKnowledge['ids']>;

/** After so many ids in a row that rose, one that did not is history; more are not counted. */
const risesForget = 20;
/** So many in a row are no chance. */
const risesProve = 3;

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

/** Whether the answers to ours proved it. */
export function haveIdsRisen({ above, fell = false }: IdsSeen = { above: 0 }): boolean {
  return above >= (fell ? risesForget : risesProve);
}

/** Once an answer came without its key, so many in a row must come with theirs: the next one counts. */
const echoesProve = 20;

/**
 * Takes in whether an answer came back with its key. More than 0: keys are honoured, as far as is known. A gateway on the
 * way, or one of several nodes, may take keys out.
 */
export function learnEcho(echoes = 0, isEchoed: boolean): number {
  return isEchoed ? Math.min(echoes + 1, 1) : -echoesProve;
}

/** Takes what is known as it was read with the queue; what was learnt here since is newer. */
export function holdKnowledge(engine: Part<'local' | 'takeKnowledge'>): void {
  engine.takeKnowledge(engine.local.knowledge.present());
}

/** Notes since when this start of the machine is known, where something was sent in another one. Under the lock. */
export async function noteBoot({ local, clock }: Part<'clock' | 'local'>): Promise<void> {
  const boot = clock.boot();
  const isOfAnother = local.queue.entries().some(({ undecided }) => undecided && undecided.sentBoot !== boot);
  if (isOfAnother && local.knowledge.since(boot) === undefined) {
    await local.knowledge.noteBoot(boot, clock.uptime());
  }
}

/**
 * Writes it, with what others wrote meanwhile. `archiving`: animals of ours are kept beyond the entries that they are
 * known from; `isFollowed`: together with the next change to the queue.
 */
export async function keepKnowledge(
  engine: Part<'joinKnowledge' | 'knowledge' | 'local' | 'saved' | 'takeKnowledge'>,
  { archiving = false, isFollowed = false } = {},
): Promise<void> {
  const { local } = engine;
  let kept = engine.knowledge;
  await local.knowledge.keep(
    (onDisk, resets) => {
      if (resets !== engine.saved.resets) {
        // It was learnt before the store was reset, or another key's was forgotten, by another process.
        return (kept = onDisk);
      }

      const joined = engine.joinKnowledge(onDisk);
      kept = archiving ? { ...joined, ours: mergeOurs(joined, local.queue.entries()) } : joined;
      return kept;
    },
    { isFollowed },
  );
  engine.takeKnowledge(kept);
}

/**
 * Whether something was learnt that is not written. Not into a queue that is read from its copy: it becomes the present
 * one by what a person does, not by what a list tells. One of a newer petstore is its own matter.
 */
const isToBeKept = ({ isKnowledgeNew, local }: Part<'isKnowledgeNew' | 'local'>): boolean =>
  isKnowledgeNew && local.queue.data().behind === undefined && local.newer() === undefined;

/**
 * Writes what was learnt from a list, where nobody sends: two lists may have been read by two commands. The list is
 * shown all the same where it cannot be.
 */
export async function keepIfNew(
  engine: Part<
    'isKnowledgeNew' | 'joinKnowledge' | 'knowledge' | 'lease' | 'local' | 'localErrors' | 'saved' | 'takeKnowledge'
  >,
): Promise<void> {
  if (!isToBeKept(engine) || engine.lease) {
    return;
  }

  let lease: SenderLease | undefined;
  try {
    await engine.local.makeFolders();
    lease = await engine.local.acquireSenderLease();
    await (lease ? keepKnowledge(engine) : undefined);
  } catch (error) {
    engine.localErrors.reportProblem('copy', error);
  } finally {
    lease?.release();
  }
}

/**
 * A list that takes longer to read is not read right after an answer was lost, in milliseconds, and rests before it is
 * read for another animal. With 5 s, and a rest for all, most lost answers at 1 500 animals and 600 ms a page became a
 * question (`bench-worlds`, day H).
 */
const quickMs = 30_000;

/** What is known of the store. */
export function knowledgeOf({
  knowledge,
  settleMs,
  local,
  saved,
}: Part<'knowledge' | 'local' | 'saved' | 'settleMs'>): Knowledge {
  return {
    ours: mergeOurs(knowledge, local.queue.entries()),
    gone: new Set(knowledge.gone),
    isRising: haveIdsRisen(knowledge.ids),
    isPrompt: knowledge.isPrompt === true,
    isQuick: (saved.readMs ?? 0) <= quickMs,
    settleMs,
  };
}

/** Whether a list lacks one of ours, but for those that were sent as it was read: then it may lack others too. */
export function lacksOurs(
  engine: Part<'knowledge' | 'local' | 'present' | 'saved' | 'settleMs'>,
  pets: readonly Pet[],
  began: number,
): boolean {
  const { ours, gone, settleMs } = knowledgeOf(engine);
  const listed = new Map(pets.map((pet) => [pet.id, pet]));
  const present = { ...engine.present(), uptime: began };
  return ours
    .slice(-mostKnown)
    .some((each) => !gone.has(each.id) && !shownAsOurs(each, listed) && !isTooYoung(each, present, settleMs));
}

/** Takes in what a whole list shows; returns whether it lags. `began`: a reading of `clock.uptime()`. */
export function noteLook(
  engine: Part<'knowledge' | 'learn' | 'local' | 'present' | 'settleMs'>,
  listed: ReadonlyMap<Int64, Pet>,
  began: number,
): boolean {
  const { settleMs, local } = engine;
  const present = { ...engine.present(), uptime: began };
  engine.learn(learnFromList(engine.knowledge, local.queue.entries(), { listed, began: present }, settleMs));
  return engine.knowledge.ours.some((ours) => isMissingYet(ours, present, settleMs));
}

/** Takes in what a list shows that is cut. `began`: a reading of `clock.uptime()`. */
export function noteCut(
  engine: Part<'knowledge' | 'learn' | 'local' | 'present' | 'settleMs'>,
  pets: readonly Pet[],
  uptime: number,
): void {
  const began = { ...engine.present(), uptime };
  engine.learn(learnFromCut(engine.knowledge, engine.local.queue.entries(), { pets, began }, engine.settleMs));
}

/** Whether one of ours was taken in so long ago that each list shows it. */
export function hasOldOurs(engine: Part<'knowledge' | 'local' | 'present' | 'saved' | 'settleMs'>): boolean {
  const present = engine.present();
  return knowledgeOf(engine).ours.some((ours) => !isMissingYet(ours, present, engine.settleMs));
}
