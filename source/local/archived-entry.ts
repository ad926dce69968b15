/** Which entries move into the archive, and the part of one that is kept there. */
import { type Entry, isWaiting } from '../domain/entry.ts';
import type { Int64 } from '../domain/int64.ts';
import { type NewPet, pickPet } from '../domain/pet.ts';
import { proofOf } from '../domain/proof.ts';
import type { ProofStep } from '../domain/record.ts';
import { serialiseNewPet } from '../platform/json/json.ts';
import { parseNewPet } from './queue/intent.ts';

/** The kept part of an entry. `resets`: how often the store had been reset by then; its pet id is of that time. */
export type ArchivedEntry = NewPet & {
  readonly createdAt: string;
  readonly settledAt: string;
  readonly petId?: Int64;
  readonly resets: number;
  readonly proof: readonly ProofStep[];
  /** Of which import it was. `entered`: the row, where the animal was edited since. */
  readonly batch?: string;
  readonly entered?: NewPet;
};

/** A row of an import, by the number of the animal that it became. */
export type ImportedRow = {
  readonly batch: string;
  readonly at: string;
  readonly number: number;
  readonly pet: NewPet;
};

/** The row of an import that an entry is. One that was taken back before it was sent is as if never imported. */
export function importedRow({
  number,
  createdAt,
  state,
  attempts,
  history: [entered],
}: Entry): ImportedRow | undefined {
  const isUndone = state === 'discarded' && attempts === 0;
  return entered?.kind === 'entered' && entered.batch !== undefined && !isUndone
    ? { batch: entered.batch, at: createdAt, number, pet: parseNewPet(entered.body) }
    : undefined;
}

/** The same of one that was archived. */
export function archivedRow(localId: string, archived: ArchivedEntry): ImportedRow | undefined {
  const { batch, createdAt, entered = pickPet(archived) } = archived;
  return batch === undefined ? undefined : { batch, at: createdAt, number: numberOf(localId), pet: entered };
}

/** How long settled entries stay in the queue, in milliseconds: all, and those beyond `mostSettled`. */
const archiveAfterMs = 24 * 60 * 60 * 1000;
const shownForMs = 60 * 60 * 1000;
/** The same of those that a person can still change their mind about: an archived entry never returns. */
const revocableForMs = 30 * 24 * 60 * 60 * 1000;
const mostSettled = 200;

/** Entries settled for a day, or an hour if there are many; thirty days for those that a person can take back. */
export function archivable(entries: readonly Entry[], now: number): readonly Entry[] {
  const ageOf = (entry: Entry): number => now - Date.parse(settledAt(entry));
  const isRevocable = ({ state, adopted }: Entry): boolean => state === 'discarded' || adopted !== undefined;
  const settled = entries.filter(({ state }) => !isWaiting(state));
  const { revocable = [], final = [] } = Object.groupBy(settled, (entry) =>
    isRevocable(entry) ? 'revocable' : 'final',
  );
  const surplus = final.length - mostSettled;
  const oldestFirst = final.toSorted((a, b) => ageOf(b) - ageOf(a));
  return [
    ...oldestFirst.filter((entry, index) => ageOf(entry) > (index < surplus ? shownForMs : archiveAfterMs)),
    ...revocable.filter((entry) => ageOf(entry) > revocableForMs),
  ];
}

/** When an entry got its present state, ISO. */
function settledAt(entry: Entry): string {
  return entry.history.at(-1)?.at ?? entry.createdAt;
}

/** The number of a local id. */
export function numberOf(localId: string): number {
  return Number(localId.slice(2));
}

/** The part that is kept. */
export function toArchived(entry: Entry): Omit<ArchivedEntry, 'resets'> {
  const row = importedRow(entry);
  const isEdited = row !== undefined && serialiseNewPet(row.pet) !== serialiseNewPet(pickPet(entry));
  return {
    ...pickPet(entry),
    createdAt: entry.createdAt,
    settledAt: settledAt(entry),
    ...(entry.petId === undefined ? {} : { petId: entry.petId }),
    proof: proofOf(entry),
    ...(row && { batch: row.batch }),
    ...(isEdited && { entered: row.pet }),
  };
}

/** The entry as far as it is kept. `isFormer`: its pet id is of the service as it was before a reset. */
export function fromArchived(localId: string, archived: ArchivedEntry, isFormer: boolean): Entry {
  const { createdAt, petId, proof } = archived;
  const pet = pickPet(archived);
  const state = petId === undefined ? 'discarded' : 'created';
  return {
    ...pet,
    ...(petId === undefined ? {} : { petId }),
    ...(isFormer ? { elsewhere: 'former-store' } : {}),
    createdAt,
    localId,
    number: numberOf(localId),
    state,
    attempts: proof.filter(({ kind }) => kind === 'attempt').length,
    body: serialiseNewPet(pet),
    key: '',
    proof,
    history: [],
  };
}
