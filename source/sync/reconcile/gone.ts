/**
 * An animal of ours that the store took in, and no longer lists. Shops remove animals, so that is told; but a store
 * that was put back to a backup, or a fail-over, takes the youngest ones with it, and they would be lost without a
 * word.
 */
import type { Entry } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import { couldBe } from '../../domain/near-name.ts';
import type { Pet } from '../../domain/pet.ts';
import type { RecordOf } from '../../domain/record.ts';
import { isoNow, passedSince, type Present, withinTime } from '../../platform/time/clock.ts';
import type { Part } from '../state.ts';

/** A list may lack an animal that was sent so many settle times ago or less, without a fault. */
const settleTimesYoung = 5;
/** Whoever entered an animal no longer ago may not know yet that it is gone, in milliseconds. */
const freshMs = 2 * 24 * 60 * 60_000;
/** So many at once are hardly removed one by one. */
const mostRemovedAtOnce = 2;
/** The store is asked for so many of them, the youngest ones: there may be thousands. */
const mostLookedUp = 5;
/** For so long at most, in milliseconds: nothing is sent meanwhile. */
const lookUpMs = 5000;

/**
 * Holds a whole list against the animals of ours that are on the store, once it was learnt from. `began`: a reading of
 * `clock.uptime()`. Resolves to whether the store has one that it lacks: then it is cut, and tells nothing of the others.
 */
export async function noteGone(
  engine: Part<'client' | 'clock' | 'knowledge' | 'local' | 'network' | 'present' | 'settleMs' | 'showEntries'>,
  listed: ReadonlyMap<Int64, Pet>,
  began: number,
): Promise<boolean> {
  const { local, clock, settleMs } = engine;
  const present = { ...engine.present(), uptime: began };
  const entries = local.queue.entries();
  const back = entries.flatMap((entry): Gone[] => {
    const pet = entry.gone === undefined ? undefined : goneOf(entry);
    return pet && isStillThere(pet, listed) ? [{ entry, pet, is: 'over' }] : [];
  });
  await noteEach(engine, back);

  const here = entries.filter((entry) => isHere(entry) && isOld(entry, present, settleMs));
  const lacking = here.filter(({ petId }) => petId !== undefined && !listed.has(petId));
  const gone = lacking.filter(({ petId = '' }) => {
    const first = engine.knowledge.missing?.[petId];
    return first !== undefined && passedSince(first, present) >= settleMs;
  });
  const found = await lookUpEach(
    engine,
    gone.flatMap(({ pet }) => pet ?? []),
  );
  if (found !== 'none') {
    return found === 'one';
  }

  const shown = here.filter((entry) => !lacking.includes(entry)).map(({ number }) => number);
  const isBetween = ({ number }: Entry): boolean =>
    shown.some((other) => other < number) && shown.some((other) => other > number);
  const isAsked = (entry: Entry): boolean =>
    gone.length > mostRemovedAtOnce || (isFresh(entry, clock.now()) && isBetween(entry));
  await noteEach(
    engine,
    gone.flatMap((entry): Gone[] =>
      entry.pet ? [{ entry, pet: entry.pet, is: isAsked(entry) ? 'asked' : 'told' }] : [],
    ),
  );

  if (gone.length > 0) {
    engine.showEntries();
  }

  return false;
}

/**
 * Whether the store has one of these, which its list lacks; `unknown`: it is out of reach. What it does not answer in time
 * is the list's word.
 */
async function lookUpEach(
  { client, clock, network }: Part<'client' | 'clock' | 'network'>,
  pets: readonly Pet[],
): Promise<'none' | 'one' | 'unknown'> {
  return await withinTime(clock, lookUpMs, network, async (signal) => {
    for (const pet of pets.slice(-mostLookedUp)) {
      const answer = await client.get(pet.id, signal);
      if (answer.type === 'pet' && couldBe(pet, answer.pet)) {
        return 'one';
      }

      if (network.aborted || (answer.type === 'failed' && answer.connection === 'offline' && !signal.aborted)) {
        return 'unknown';
      }
    }

    return 'none';
  });
}

/**
 * A person said that the store was put back: what was entered here in the last days, and its whole list lacks or shows
 * as another animal, is theirs to send again. Under the lock.
 */
export async function askAboutTaken(engine: Part<'clock' | 'local'>, listed: ReadonlyMap<Int64, Pet>): Promise<void> {
  const taken = freshOf(engine).flatMap((entry): Gone[] =>
    entry.pet && !isStillThere(entry.pet, listed) ? [{ entry, pet: entry.pet, is: 'asked' }] : [],
  );
  await noteEach(engine, taken);
}

/** The store gave an id of ours to this one: whichever had it before is gone. */
export async function askAboutReplaced(engine: Part<'clock' | 'local'>, localId: string, petId: Int64): Promise<void> {
  const replaced = engine.local.queue.owners(petId).filter((entry) => entry.localId !== localId);
  await noteEach(
    engine,
    replaced.flatMap((entry): Gone[] => (entry.pet && isHere(entry) ? [{ entry, pet: entry.pet, is: 'asked' }] : [])),
  );
}

/** What is noted of an entry, and of which pet. */
type Gone = Pick<RecordOf<'gone'>, 'pet' | 'is'> & { readonly entry: Entry };

/** Together, as it may be of thousands. */
async function noteEach({ local, clock }: Part<'clock' | 'local'>, all: readonly Gone[]): Promise<void> {
  const at = isoNow(clock);
  await local.queue.appendEach(all.map(({ entry, pet, is }) => [entry, { kind: 'gone', at, pet, is }]));
}

/** Whether a list shows an animal. A store that was put back may have given its id to another one. */
export function isStillThere(pet: Pet, listed: ReadonlyMap<Int64, Pet>): boolean {
  const shown = listed.get(pet.id);
  return shown !== undefined && couldBe(pet, shown);
}

/** The animals of ours on the store that were entered so short ago that whoever did may not know if they are gone. */
function freshOf({ local, clock }: Part<'clock' | 'local'>): readonly Entry[] {
  return local.queue.entries().filter((entry) => entry.state === 'created' && isFresh(entry, clock.now()));
}

function isFresh({ createdAt }: Entry, now: number): boolean {
  return now - Date.parse(createdAt) < freshMs;
}

/** On the store, as far as is known, and nobody was told otherwise. */
function isHere({ state, petId, pet, gone }: Entry): boolean {
  return state === 'created' && petId !== undefined && pet !== undefined && gone === undefined;
}

function isOld({ history }: Entry, present: Present, settleMs: number): boolean {
  const sent = history.findLast((record) => record.kind === 'attempt');
  return sent?.kind === 'attempt' && passedSince(sent, present) >= settleTimesYoung * settleMs;
}

/** The animal that is gone. */
function goneOf({ history }: Entry): Pet | undefined {
  const last = history.findLast((record) => record.kind === 'gone');
  return last?.kind === 'gone' ? last.pet : undefined;
}
