import { type Int64, parseInt64 } from './int64.ts';
import type { NewPet, Pet } from './pet.ts';
import { bisect } from './pet/compare-pets.ts';
import type { Problem } from './problem.ts';
import type { EntryRecord, ProofStep, RecordOf } from './record.ts';

/** The one word for each state, and the same as it follows *is* in a sentence. */
const stateWords = {
  queued: 'queued', // it is sent when its turn comes
  sending: 'being sent', // an attempt is under way in a live process
  checking: 'being checked', // the answer was lost; finding out whether the animal arrived
  rejected: 'rejected', // the service refused the data; edit or discard
  review: 'in review', // only a person can tell whether it arrived
  held: 'held', // set aside by the person
  created: 'created', // has its pet id
  discarded: 'discarded', // given up by the person; restorable
} as const;
/** The state of an entry; a fold over its records. */
export type EntryState = keyof typeof stateWords;
/** Every state, in the order in which they are offered. */
export const entryStates = Object.keys(stateWords) as readonly EntryState[];

/** A state as it follows *is* in a sentence. */
export function describeState(state: EntryState): string {
  return stateWords[state];
}

/** The state for whoever decides: held or discarded while it is checked counts as held or discarded. */
export function decidedState({ state, ifAbsent }: Pick<Entry, 'state' | 'ifAbsent'>): EntryState {
  return ifAbsent ?? state;
}

/** The intent of a person for an animal that is not on the store: the last of their changes. */
export function wantedOf(entry: Entry): NewPet {
  return entry.state === 'created' ? entry : (entry.instead ?? entry);
}

/** States in which the animal still concerns somebody: everything but `created` and `discarded`. */
export function isWaiting(state: EntryState): boolean {
  return state !== 'created' && state !== 'discarded';
}

/** States that wait until a person corrects, decides or gives up. */
export function needsPerson(state: EntryState): boolean {
  return state === 'rejected' || state === 'review';
}

/** The place of an entry among others in the order of their numbers; -1: it is not there. */
export function placeOfEntry(entries: readonly Pick<Entry, 'localId' | 'number'>[], localId: string): number {
  const number = localId.startsWith('Q-') ? Number(localId.slice(2)) : Number.NaN;
  const place = bisect(entries.length, (each) => (entries[each] as Entry).number < number);
  return entries[place]?.localId === localId ? place : -1;
}

/** The facts to settle an attempt that may have been applied; those of its record are of the first undecided one. */
export type Undecided = {
  /** The step of the first attempt that was never decided. */
  readonly firstAttempt: number;
  readonly lastAttempt: number;
  /** Pets with its name and category that were known before it was sent, and those with a name near to it. */
  readonly alike: readonly Int64[];
  readonly nearBefore: readonly Int64[];
  /** The last animals of ours that the store had taken in by then. */
  readonly known: readonly Int64[];
  /** The animals that looked like it right after the answer was lost; undefined: petstore could not look. */
  readonly atOnce?: readonly Int64[] | undefined;
  /** When the first undecided attempt was made, ISO; undefined if no record tells. */
  readonly firstSentAt?: string | undefined;
  /** The machine's uptime in milliseconds at the first undecided attempt; undefined if no record tells. */
  readonly firstUptime?: number | undefined;
  /** The machine's uptime in milliseconds when bytes last may have left; undefined if no record tells. */
  readonly sentUptime?: number | undefined;
  /** Of which start of the machine that is; undefined: no record tells. */
  readonly sentBoot?: string | undefined;
  /** Whether every undecided attempt was made with an honoured key, under this credential. */
  readonly honoured: boolean;
  /** The service said that it took the animal in, without a usable id: never sent again without a person. */
  readonly applied: boolean;
  /** It was never sent from here: another copy of the queue may have sent it. */
  readonly isCopied?: true;
  /** Whole looks since the last attempt, oldest first. */
  readonly searches: readonly Readonly<
    Pick<RecordOf<'looked'>, 'uptime' | 'boot' | 'complete' | 'candidates' | 'couldSettle'>
  >[];
  /** Looks in a row that could not be finished. */
  readonly failedSearches: number;
} & Readonly<Partial<Pick<RecordOf<'attempt'>, 'listAge' | 'listRows' | 'highest' | 'credential'>>>;

/** One queued animal, folded from its records. */
export type Entry = NewPet & {
  /** `Q-7`; never reused, resolves for ever. */
  readonly localId: string;
  readonly number: number;
  readonly state: EntryState;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** How often it was sent, or may have been. */
  readonly attempts: number;
  readonly nextTryAt?: string;
  /** It was just entered, and is not sent before then, ISO; nor is it once a person asked to send it at once. */
  readonly restsUntil?: string;
  readonly lastError?: Problem;
  readonly petId?: Int64;
  /** Its `petId` is of the store before a reset, or of another key's. Found out anew; no record has it. */
  readonly elsewhere?: 'former-store';
  /** In `created`: the pet as the service returned it, and which fields differ from the entered ones. */
  readonly pet?: Pet;
  readonly differences?: readonly string[];
  /** In `created`: it was found by checking (by the engine or a person), not answered directly; on what grounds. */
  readonly adopted?: { readonly by: 'engine' | 'person'; readonly evidence: string };
  /** Since when whole lists lack the animal that it became, ISO; in `review`, a person is asked what became of it. */
  readonly gone?: string;
  readonly review?: { readonly reason: string; readonly candidates: readonly Pet[] };
  /** Set while an attempt may have been applied without our knowing. */
  readonly undecided?: Undecided;
  /** In `checking`: the state that a person wants for it if it is not on the store. */
  readonly ifAbsent?: 'held' | 'discarded';
  /** Edited after its answer was lost: sent in its place if that is not there. It may have come too late. */
  readonly instead?: NewPet & { readonly body: string; readonly key: string };
  /** A digest of the API key it was entered under; undefined: it was entered without one, or by an earlier version. */
  readonly credential?: string;
  /** The exact text that is sent, and the key it is sent with. */
  readonly body: string;
  readonly key: string;
  /** Of an archived one, whose history is gone: what is kept as proof. */
  readonly proof?: readonly ProofStep[];
  /** Every event, oldest first. The next one's place is its length. */
  readonly history: readonly EntryRecord[];
};

/** The id by which a person names an animal: as it was entered here, or as it is on the store. */
export type AnimalId = { readonly localId: string } | { readonly petId: Int64 };

/** Reads `Q-7`, `q-7` and `q7`, or `42` and `#42`; undefined: it is no id. */
export function parseAnimalId(text: string): AnimalId | undefined {
  const number = /^q-?(\d{1,15})$/iu.exec(text)?.[1];
  if (number !== undefined) {
    return { localId: `Q-${Number(number)}` };
  }

  const petId = parseInt64(text.replace(/^#/u, ''));
  return petId === undefined ? undefined : { petId };
}

/** A local id as people write it: `Q-7`, `q-7`. */
export const localIdForm = /^[Qq]-\d{1,15}$/;

/** The entry that became this animal of the store, if one did. */
export function entryOfPet(entries: readonly Entry[], id: Int64): Entry | undefined {
  return entries.find(({ petId, elsewhere }) => petId === id && elsewhere === undefined);
}

/** Name (NFC, trimmed, spaces collapsed, without case) and category: two of one key are never in flight together. */
export function matchingKey({ name, categoryId }: NewPet): string {
  return `${categoryId} ${name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()}`;
}

/** An animal of the same name and category: on the store, or waiting to be sent. */
export type LikelyDouble = { readonly pet: Pet } | { readonly entry: Entry };

/** Whether an animal is there already, as far as is known. `except`: the local id of the one looked at. */
export function findLikelyDouble(
  wanted: NewPet,
  { pets, entries }: { readonly pets: readonly Pet[]; readonly entries: readonly Entry[] },
  except?: string,
): LikelyDouble | undefined {
  const key = matchingKey(wanted);
  const isSame = (other: NewPet): boolean => other.categoryId === wanted.categoryId && matchingKey(other) === key;
  const alike = pets.filter(isSame);
  // Of several the one that is most like it.
  const pet = alike.findLast(({ status }) => status === wanted.status) ?? alike.at(-1);
  if (pet) {
    return { pet };
  }

  const entry = entries.find((other) => isWaiting(other.state) && other.localId !== except && isSame(other));
  return entry && { entry };
}
