/** A pet that was looked up, as the shell prints it. */
import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Pet } from '../../domain/pet.js';
import { toWirePet, toWireNewPet } from '../../platform/json/wire-json.js';
import { petLines } from '../../text/animal/pet-texts.js';
import { savedCopyText } from '../../text/connection-sentence.js';
import type { Context } from '../run/context.js';
import { toAnimalRows } from './animal-rows.js';
import type { Answer } from '../run/output.js';
import type { Entry } from '../../domain/entry.js';
import { rawInteger } from '../../platform/json/json.js';
import type { Wait } from '../../domain/waits.js';

/** A pet, who told of it, and when that was. */
export type FoundPet = { readonly pet: Pet; readonly source: 'service' | 'cache'; readonly fetchedAt: string };

/** The `--json` of a pet. */
export function toWireFoundPet({ pet, source, fetchedAt }: FoundPet): object {
  return { pet: toWirePet(pet), source, fetchedAt };
}

/** One pet in every format. */
export function toPetAnswer(found: FoundPet, labels: CategoryLabels): Answer {
  const { pet } = found;
  return {
    json: toWireFoundPet(found),
    items: [toWirePet(pet) as object],
    screen: { lines: [`ID        ${pet.id}`, ...petLines(pet, labels)] },
    rows: toAnimalRows([pet]),
  };
}

/** Says how old a pet of the saved copy is, and why it is told from there. */
export function sayPetAge({ pet, source, fetchedAt }: FoundPet, why: string, { output, clock }: Context): void {
  if (source === 'cache') {
    output.warn(`Animal ${pet.id}: ${savedCopyText(fetchedAt, clock.now())}.${why}`);
  }
}

/** A queued animal as `--json` shows it: public interface. */
export function toWireEntry(entry: Entry, wait?: Wait): object {
  const { localId, state, createdAt, attempts, nextTryAt, lastError, petId, ifAbsent, instead, body } = entry;
  return {
    localId,
    ...(toWireNewPet(entry) as object),
    state,
    createdAt,
    attempts,
    ...(nextTryAt === undefined ? {} : { nextTryAt }),
    ...(lastError === undefined || state === 'created' ? {} : { lastError }),
    ...(wait?.type === 'blocked' ? { waitsFor: wait.by.localId } : {}),
    ...(ifAbsent === undefined ? {} : { ifAbsent }),
    ...(instead === undefined || instead.body === body ? {} : { instead: toWireNewPet(instead) }),
    ...(petId === undefined ? {} : { petId: rawInteger(petId) }),
  };
}
