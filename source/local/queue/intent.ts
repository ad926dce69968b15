/**
 * A person's intent for an animal, as the fold keeps it (`fold-entry.ts`). An animal that may be on the store is held,
 * discarded or edited once it is known to be missing there.
 */
import { newPetSchema } from '../../domain/contract.ts';
import type { Entry } from '../../domain/entry.ts';
import { type NewPet, petFieldNames } from '../../domain/pet.ts';
import { parseJson } from '../../platform/json/json.ts';

/** An entry that is being folded. */
export type FoldedEntry = { -readonly [K in keyof Entry]: Entry[K] };

/** How each fold begins. */
export const noIntent = () => ({
  /**
   * Its state before it was held, and again once it is released; undefined: it is not held. It outlasts every other
   * change: only a release ends it, as whoever holds an animal means to correct it before it is sent.
   */
  heldFrom: undefined as 'queued' | 'rejected' | undefined,
  /** It is discarded if it is not there. */
  isDiscarded: false,
  /** Its state before it was discarded, and again once it is restored. */
  beforeDiscard: 'queued' as Entry['state'],
  /** It was edited while it may have been there: petstore looks for the sent one, and sends this if that is missing. */
  instead: undefined as { readonly body: string; readonly key: string } | undefined,
  /** Everything as it was before the last answer; undefined: there is none that could be taken back. */
  answered: undefined as { readonly entry: FoldedEntry; readonly will: object } | undefined,
});

/** It comes true once the animal is known not to be there. */
export type Intent = ReturnType<typeof noIntent>;

/** Once it is known that an animal is not there, it is carried out. For one that is there it is kept. */
export function fulfil(entry: FoldedEntry, will: Intent): void {
  if (entry.state === 'created') {
    will.heldFrom = undefined;
    will.isDiscarded = false;
    return;
  }

  if (entry.undecided || (entry.state !== 'queued' && entry.state !== 'rejected')) {
    return;
  }

  if (will.instead) {
    replace(entry, will.instead);
    entry.state = 'queued';
    will.instead = undefined;
  }

  if (will.heldFrom !== undefined) {
    hold(entry, will);
  }

  if (will.isDiscarded) {
    discard(entry, will);
  }
}

/** A person holds it. */
export function hold(entry: FoldedEntry, will: Intent): void {
  will.heldFrom = entry.state === 'rejected' ? 'rejected' : (will.heldFrom ?? 'queued');
  if (entry.state !== 'checking') {
    entry.state = 'held';
    delete entry.nextTryAt;
  }
}

/** A person discards it. */
export function discard(entry: FoldedEntry, will: Intent): void {
  if (entry.state === 'checking') {
    will.isDiscarded = true;
  } else {
    will.isDiscarded = false;
    will.beforeDiscard = entry.state;
    entry.state = 'discarded';
  }
}

/** A person brings it back. */
export function restore(entry: FoldedEntry, will: Intent): void {
  if (entry.state === 'discarded') {
    entry.state = entry.undecided && will.beforeDiscard === 'queued' ? 'checking' : will.beforeDiscard;
  }

  will.isDiscarded = false;
}

/** The text that is sent from here on. */
export function replace(entry: FoldedEntry, { body, key }: { readonly body: string; readonly key: string }): void {
  for (const field of petFieldNames) {
    // A field that is not set any more must not stay as it was.
    Reflect.deleteProperty(entry, field);
  }

  Object.assign(entry, parseNewPet(body), { body, key });
}

/** It waits again; whoever held it let go. */
export function letGo(entry: FoldedEntry, will: Intent, to: 'queued' | 'rejected'): void {
  will.heldFrom = undefined;
  requeue(entry, to);
}

/** It waits again. */
export function requeue(entry: FoldedEntry, to: 'queued' | 'rejected' = 'queued'): void {
  entry.state = entry.undecided ? 'checking' : to;
  delete entry.nextTryAt;
}

/** Reads the text of a `POST /pets` body back. Throws if it is not one. */
export function parseNewPet(body: string): NewPet {
  return newPetSchema.parse(parseJson(body));
}
