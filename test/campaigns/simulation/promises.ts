/** What the person of a history was told, and what they see at the end: the checker's input. */
import type { Entry } from '../../../source/domain/entry.ts';
import type { NewPet } from '../../../source/domain/pet.ts';
import { ActionError, type Engine } from '../../../source/sync/api.ts';
import { StorageError } from '../../../source/local/documents/storage-error.ts';
import type { End, Promised } from '../checker/checker.ts';
import type { PromisedTo } from '../checker/judge-record.ts';
import { firstTenant } from '../../helpers/fault-service/store.ts';

type Told = {
  readonly pet: NewPet;
  readonly tenant: string;
  localId?: string;
  acknowledged: Promised['acknowledged'];
  readonly batch?: number;
  /** What it was changed to, whether or not a backup that was put back since lacks that. */
  readonly edits: NewPet[];
  /** Whether the folder was put back since. */
  isPutBack: boolean;
};

export function createPromises() {
  const told: Told[] = [];
  const edited = new Set<string>();
  const discarded = new Set<string>();
  /** What was thrown that is no sentence for a person. */
  const errors: string[] = [];
  let batches = 0;

  const note = (error: unknown): void => {
    if (!(error instanceof ActionError) && !(error instanceof StorageError)) {
      errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  };
  const refused = (error: unknown): Promised['acknowledged'] =>
    error instanceof StorageError && error.problem.code !== 'not_durable' ? 'no' : 'unknown';

  return {
    errors,
    /** Those entered one by one: whose saving was cut off is told by its content, so an import has no twin. */
    pets: (): readonly NewPet[] => told.flatMap(({ pet, batch }) => (batch === undefined ? [pet] : [])),
    localIds: (): readonly string[] => told.flatMap(({ localId }) => localId ?? []),

    /** Does something for the person; what it throws must be a sentence. */
    act: (work: Promise<unknown>): void => void work.catch(note),

    /**
     * What a person was told until now that is safe; what is being saved at this moment is not in a backup made now.
     */
    keptUntilNow: (): ReadonlySet<object> => new Set(told.filter(({ acknowledged }) => acknowledged === 'yes')),

    /**
     * The folder was put back to how it was: nobody promises any more what was entered since, and it may be there all
     * the same.
     */
    forgetSince(kept: ReadonlySet<object>): void {
      for (const [index, promise] of told.entries()) {
        if (kept.has(promise)) {
          promise.isPutBack = true;
        } else {
          told[index] = {
            pet: promise.pet,
            tenant: promise.tenant,
            acknowledged: 'unknown',
            edits: promise.edits,
            isPutBack: false,
          };
        }
      }
    },

    add(engine: Engine, pet: NewPet, tenant = firstTenant): void {
      const promise: Told = { pet, tenant, acknowledged: 'unknown', edits: [], isPutBack: false };
      told.push(promise);
      engine.add(pet).then(
        ({ localId }) => Object.assign(promise, { localId, acknowledged: 'yes' }),
        (error: unknown) => {
          note(error);
          promise.acknowledged = refused(error);
        },
      );
    },

    importAll(engine: Engine, pets: readonly NewPet[], tenant = firstTenant): void {
      const batch = (batches += 1);
      const promises = pets.map((pet): Told => ({
        pet,
        tenant,
        acknowledged: 'unknown',
        batch,
        edits: [],
        isPutBack: false,
      }));
      told.push(...promises);
      engine.importPets(pets, { again: true }).then(
        (report) =>
          promises.forEach((promise, index) =>
            Object.assign(promise, {
              localId: report.type === 'queued' ? report.localIds[index] : undefined,
              acknowledged: 'yes',
            }),
          ),
        (error: unknown) => {
          note(error);
          promises.forEach((promise) => (promise.acknowledged = refused(error)));
        },
      );
    },

    edit(engine: Engine, localId: string, pet: NewPet): void {
      edited.add(localId);
      const edits = told.find((promise) => promise.localId === localId)?.edits ?? [];
      edits.push(pet);
      engine.edit(localId, pet).catch((error: unknown) => {
        note(error);
        if (error instanceof ActionError || refused(error) === 'no') {
          edits.splice(edits.indexOf(pet), 1);
        }
      });
    },

    discard(engine: Engine, localId: string): void {
      discarded.add(localId);
      engine.discard(localId).catch(note);
    },

    /** Animals that nobody discarded and that are discarded all the same. */
    givenUp: (entries: readonly Entry[]): readonly string[] =>
      entries
        .filter(({ state, localId }) => state === 'discarded' && !discarded.has(localId))
        .map(({ localId }) => `${localId} was discarded by nobody`),

    /** Pairs what was told with what is to be seen. */
    settle(entries: readonly Entry[]): {
      promises: readonly PromisedTo[];
      ends: ReadonlyMap<string, End>;
      halves: number;
    } {
      const named = new Set(told.flatMap(({ localId }) => localId ?? []));
      const nameless = entries.filter(({ localId }) => !named.has(localId));
      const take = ({ name, categoryId, status }: NewPet): Entry | undefined => {
        const index = nameless.findIndex(
          (entry) => entry.name === name && entry.categoryId === categoryId && entry.status === status,
        );
        return index < 0 ? undefined : nameless.splice(index, 1)[0];
      };
      const seen = told.map((promise, index) => {
        // An animal whose saving was cut off is told by its content.
        const entry =
          promise.localId === undefined
            ? promise.acknowledged === 'unknown'
              ? take(promise.pet)
              : undefined
            : entries.find(({ localId }) => localId === promise.localId);
        const { name, categoryId, status } = entry && edited.has(entry.localId) ? entry : promise.pet;
        return {
          entry,
          batch: promise.batch,
          isPutBack: promise.isPutBack,
          before: askedForBefore(promise, entry),
          promise: {
            localId: entry?.localId ?? promise.localId ?? `nowhere-${index}`,
            name,
            categoryId,
            status,
            acknowledged: promise.acknowledged,
            tenant: promise.tenant,
          },
        };
      });
      const batchSizes = (isSeen: boolean) =>
        new Set(
          seen
            .filter(({ entry, batch }) => batch !== undefined && (entry !== undefined) === isSeen)
            .map(({ batch }) => batch),
        );
      return {
        promises: [
          ...seen.map(({ promise }) => promise),
          ...seen.flatMap(({ promise, before }) =>
            before.map((pet, index): PromisedTo => ({
              ...promise,
              ...pet,
              status: pet.status,
              localId: `${promise.localId} before ${index}`,
              acknowledged: 'unknown',
            })),
          ),
        ],
        ends: new Map(
          seen.flatMap(({ entry, isPutBack }) => (entry ? [[entry.localId, toEnd(entry, isPutBack)] as const] : [])),
        ),
        halves: [...batchSizes(true)].filter((batch) => batchSizes(false).has(batch)).length,
      };
    },
  };
}

/** `isPutBack`: its folder was put back, so that what was proven before says nothing of what was sent since. */
export function toEnd(entry: Entry, isPutBack = false): End {
  const { state, petId } = entry;
  const absent = !isPutBack && isProvenAbsent(entry) ? { isAbsent: true } : {};
  return state === 'created' && petId !== undefined
    ? { type: 'created', id: petId }
    : state === 'discarded'
      ? { type: 'discarded', ...absent }
      : { type: 'waiting', state, ...absent };
}

/** A person held or discarded it, and it was found out that it is not on the store. */
function isProvenAbsent({ state, undecided, history }: Entry): boolean {
  const last = history.findLast((record) => record.kind === 'attempt' || record.kind === 'absent');
  return (state === 'held' || state === 'discarded') && undecided === undefined && last?.kind === 'absent';
}

/**
 * What else a person asked for in the place of an animal, and may have got before the folder was put back: an edit made
 * and sent since the backup is gone from the queue, and the store has what it said; so it is with what was sent as it
 * was and edited only after the queue was put back. It excuses nothing where the queue itself knows that it sent the
 * animal.
 */
function askedForBefore({ pet, localId, edits, isPutBack }: Told, entry: Entry | undefined): readonly NewPet[] {
  const isSent = entry?.state === 'created' || entry?.history.some((record) => record.kind === 'attempt') === true;
  // Without a number it is gone, or was being entered when the backup was made: the queue cannot tell what it was by
  // then.
  if (localId !== undefined && (!entry || !isPutBack || isSent)) {
    return [];
  }

  const contentOf = ({ name, categoryId, status }: NewPet): string => JSON.stringify([name, categoryId, status]);
  const contents = new Map([pet, ...edits].map((asked) => [contentOf(asked), asked]));
  contents.delete(contentOf(entry ?? pet));
  return [...contents.values()];
}
