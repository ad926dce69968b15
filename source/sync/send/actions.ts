/** The actions of a person on a queued animal: each action checks the state and adds one event. */
import { randomUUID } from 'node:crypto';
import { describeState, type Entry, decidedState, matchingKey, wantedOf } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import { declaredField, type NewPet, type Pet } from '../../domain/pet.ts';
import { type Edit, findClashes, mergeEdit } from '../../domain/pet/compare-pets.ts';
import type { EntryRecord } from '../../domain/record.ts';
import {
  type ByForm,
  isAllowed,
  listStates,
  type QueueStep,
  type QueueVerb,
  toRecord,
  verbs,
} from '../../domain/verbs.ts';
import { StorageError, toStorageError } from '../../local/documents/storage-error.ts';
import { serialiseNewPet } from '../../platform/json/json.ts';
import { isoNow } from '../../platform/time/clock.ts';
import { ActionError, type Engine, type FoundById, type QueueActions } from '../api.ts';
import type { EngineState, Part } from '../state.ts';
import { askAboutReplaced } from '../reconcile/gone.ts';
import { isOwnedByAnother, ownerOf } from '../reconcile/ownership.ts';
import { refreshQueue } from '../reconcile/queue-view.ts';
import { conflictOf } from '../reconcile/same-store.ts';
import { settleOrphans } from './attempt.ts';
import { findEntered } from './find-animal.ts';
import { restEnd } from './import-pets.ts';

type Step = QueueStep<Exclude<QueueVerb, 'adopt'>>;

/** `requestRound`: called after each change. `lookUp`: reads a pet from the service. */
export function createActions(
  engine: EngineState,
  { requestRound, lookUp }: { readonly requestRound: () => void; readonly lookUp: (id: Int64) => Promise<FoundById> },
): Pick<Engine, QueueVerb | 'changeMany'> {
  /** Adds what `decide` makes of each entry as it is in that moment. A refusal is an `ActionError` in its place. */
  async function change<Each extends { readonly localId: string } & ByForm>(
    action: (step: Each) => QueueVerb,
    steps: readonly Each[],
    decide: (step: Each, entry: Entry, others: readonly Entry[]) => EntryRecord,
  ): Promise<readonly (Entry | Error)[]> {
    const missing = new Map<string, Error>();
    const { queue } = engine.local;
    await queue.refresh().catch((error: unknown) => Promise.reject(toRefusal(steps[0]?.localId ?? '', error)));
    const ready = new Set(queue.entries().flatMap(({ localId, state }) => (state === 'sending' ? [] : localId)));
    for (const step of steps.filter(({ localId }) => !ready.has(localId))) {
      // What is not in the queue is told by what else is known of it.
      await findAllowed(engine, action(step), step.localId).catch((error: unknown) =>
        missing.set(step.localId, toRefusal(step.localId, error)),
      );
    }

    const wanted = steps.filter(({ localId }) => !missing.has(localId));
    const changed =
      wanted.length === 0
        ? []
        : await queue
            .update(wanted, (entry, step, others) => decide(step, allowed(action(step), step, entry), others))
            .catch((error: unknown) => Promise.reject(toRefusal(wanted[0]?.localId ?? '', error)));
    const results = changed.values();
    return steps.map(({ localId }) => missing.get(localId) ?? (results.next().value as Entry | Error));
  }

  async function changeOne<Each extends { readonly localId: string } & ByForm>(
    action: QueueVerb,
    step: Each,
    decide: (step: Each, entry: Entry, others: readonly Entry[]) => EntryRecord,
  ): Promise<Entry> {
    const [changed] = await change(() => action, [step], decide);
    if (changed instanceof Error || changed === undefined) {
      throw toRefusal(step.localId, changed);
    }

    return changed;
  }

  function showChange(): void {
    engine.showEntries();
    requestRound();
  }

  /** Reading the entry can fail as well as writing it (out of handles): a sentence in both cases. */
  const toRefusal = (localId: string, error: unknown): Error =>
    error instanceof ActionError ? error : toStorageError(`${localId} was not changed`, engine.local.folder, error);

  const at = (): string => isoNow(engine.clock);
  const recordOf = (step: Step, entry: Entry): EntryRecord => {
    const { localId, petId, adopted } = entry;
    if (step.action === 'reopen' && adopted === undefined && entry.history.at(-1)?.kind !== 'sent-again') {
      throw refuse(
        'not_answered',
        petId === undefined
          ? `There is no answer of yours for ${localId} to take back.`
          : `The store itself answered that ${localId} is #${petId}, so there is nothing to take back.`,
      );
    }

    const body = 'pet' in step ? { body: serialiseNewPet(editOf(step, entry)), key: randomUUID() } : {};
    // Its key has its answer, and a store that honours keys would give that again.
    const isAnswered = entry.gone !== undefined || conflictOf(entry) !== undefined;
    const another = step.action === 'sendAgain' && isAnswered ? { key: randomUUID() } : {};
    return toRecord(step.action, {
      at: at(),
      ...body,
      ...another,
      restsUntil: 'restMs' in step ? restEnd(engine.clock.now(), step.restMs) : undefined,
      byForm: 'byForm' in step ? step.byForm : undefined,
    });
  };
  /** Who tries an animal again means the store too. */
  const endPause = (steps: readonly Step[]): void => {
    if (steps.some(({ action }) => action === 'retry')) {
      engine.questions.settle('refusal');
    }
  };

  const adopt = async ({ localId, petId }: QueueStep<'adopt'>): Promise<Entry> => {
    try {
      const entry = await findAllowed(engine, 'adopt', localId);
      const pet = readForAdoption(engine, await lookUp(petId), petId);
      // The store itself answered with this id: it is another one's only if that one is still shown under it.
      const isGivenAnew = conflictOf(entry)?.id === petId;
      await refuseOwned(engine, localId, pet, isGivenAnew);
      const adopted = await changeOne('adopt', { localId }, (_step, _entry, others) => {
        const isOwner = (other: Entry): boolean =>
          other.petId === petId &&
          other.localId !== localId &&
          !(isGivenAnew && matchingKey(other) !== matchingKey(pet));
        refuseOwner(engine, others.find(isOwner), petId);
        return toRecord('adopt', { at: at(), pet });
      });
      await askAboutReplaced(engine, localId, petId);
      showChange();
      return adopted;
    } catch (error) {
      throw toRefusal(localId, error);
    }
  };

  return {
    ...toActions(async (step) => {
      if (step.action === 'adopt') {
        return await adopt(step);
      }

      endPause([step]);
      const changed = await changeOne(step.action, step, recordOf);
      showChange();
      return changed;
    }),
    async changeMany(steps, { onProgress } = {}) {
      endPause(steps);
      try {
        const results = await change(({ action }) => action, steps, recordOf);
        const isRefused = (result: Entry | Error): result is ActionError => result instanceof ActionError;
        const failed = results.find((result) => result instanceof Error && !isRefused(result));
        if (failed) {
          throw toRefusal('', failed);
        }

        onProgress?.(steps.length, steps.length);
        return {
          changed: results.flatMap((result) => (result instanceof Error ? [] : result)),
          skipped: results.flatMap((result, place) =>
            isRefused(result) ? { localId: steps[place]?.localId ?? '', problem: result.problem } : [],
          ),
        };
      } finally {
        showChange();
      }
    },
  };
}

/** One whose sender is gone is not being sent any more, whoever was to say so. */
async function settleIfOrphaned(engine: Part<'clock' | 'lease' | 'local'>, localId: string): Promise<void> {
  const { local } = engine;
  if (engine.lease || (await local.queue.find(localId))?.state !== 'sending') {
    return;
  }

  const lease = await local.acquireSenderLease();
  try {
    await (lease && settleOrphans(engine));
  } finally {
    lease?.release();
  }
}

async function findAllowed(
  engine: Part<'clock' | 'lease' | 'local' | 'snapshot'>,
  action: QueueVerb,
  localId: string,
): Promise<Entry> {
  await settleIfOrphaned(engine, localId);
  const found = await findEntered(engine, localId);
  if (found.type === 'archived' || found.type === 'former') {
    throw refuse(
      'archived',
      `${localId} is in the archive, so it cannot be ${verbs[action].past} ` +
        `any more. \`petstore queue show ${localId}\` shows what became of it. Nothing was changed.`,
    );
  }

  if (found.type === 'unreadable') {
    throw new StorageError(found.problem);
  }

  if (found.type === 'no-entry') {
    throw refuse('not_found', `There is no queued animal ${localId}.`);
  }

  return allowed(action, { localId }, found.entry);
}

/** Throws where the state of an animal does not allow a verb. */
function allowed(action: QueueVerb, step: { readonly localId: string } & ByForm, entry: Entry | undefined): Entry {
  if (!entry) {
    throw refuse('not_found', `There is no queued animal ${step.localId}.`);
  }

  if (!isAllowed(action, entry, step)) {
    throw refuse('not_allowed', `${describeRefusal(action, entry)} Nothing was changed.`);
  }

  return entry;
}

/** Why an animal's state does not allow a verb, and the way on. */
function describeRefusal(action: QueueVerb, entry: Entry): string {
  const { localId, petId } = entry;
  const state = decidedState(entry);
  // Held or discarded once more.
  if (verbs[action].kind === state) {
    return `${localId} is ${describeState(state)} already.`;
  }

  if (state === 'created' && petId !== undefined) {
    return `${localId} is on the store already, as #${petId}, and cannot be ${verbs[action].past} from here.`;
  }

  const wayOn = state === 'held' ? ` \`petstore queue release ${localId}\` releases it.` : '';
  return (
    `${localId} is ${describeState(state)}; only animals that are ${listStates(action, describeState)} can be ` +
    `${verbs[action].past}.${wayOn}`
  );
}

/** The animal as an edit leaves it. Throws if somebody else changed the same field since its beginning. */
function editOf(edit: Edit, entry: Entry): NewPet {
  const present = wantedOf(entry);
  const clashes = findClashes(edit, present);
  if (clashes.length > 0) {
    const fields = clashes.map((field) => declaredField(field).word).join(', ');
    const message = `${entry.localId} was changed elsewhere meanwhile (${fields}). Nothing was changed.`;
    throw new ActionError({ code: 'changed_meanwhile', message });
  }

  return mergeEdit(edit, present);
}

/** Of two entries only one can be a pet. Read again first: another process may have settled it meanwhile. */
async function refuseOwned(engine: EngineState, localId: string, pet: Pet, isGivenAnew: boolean): Promise<void> {
  await refreshQueue(engine);
  await engine.local.archive.prepareOwners([pet.id]);
  const isFree = isGivenAnew && !isOwnedByAnother(engine, pet, localId);
  refuseOwner(engine, isFree ? undefined : ownerOf(engine.local, pet.id, localId), pet.id);
}

function refuseOwner({ questions }: Part<'questions'>, owner: Pick<Entry, 'localId'> | undefined, petId: Int64): void {
  if (owner) {
    // A store that was emptied gives its ids anew: which animals it had before counts until a person confirms that.
    const wayOn = questions.has('store')
      ? ' If the store was reset, confirm that first: :resume in the app, or `petstore sync --resume`.'
      : '';
    throw refuse('already_owned', `#${petId} already belongs to ${owner.localId}. Nothing was changed.${wayOn}`);
  }
}

function readForAdoption({ workingOffline }: Part<'workingOffline'>, outcome: FoundById, petId: Int64): Pet {
  if (outcome.type === 'pet' && outcome.source === 'service') {
    return outcome.pet;
  }

  if (outcome.type === 'no-pet') {
    throw refuse('not_found', `The store has no animal #${petId}. Nothing was changed.`);
  }

  const when = workingOffline ? 'while you work offline' : 'just now';
  throw refuse(
    'unreachable',
    `The store cannot be asked for #${petId} ${when}, so nothing was changed. Try again when it can be reached.`,
  );
}

function refuse(code: string, message: string): ActionError {
  return new ActionError({ code, message });
}

/** The verbs as methods, made of the one way to take a step. */
export function toActions(take: (step: QueueStep<QueueVerb>) => Promise<Entry>): QueueActions {
  const plain = (action: QueueVerb) => (localId: string) => take({ action, localId } as QueueStep<QueueVerb>);
  return {
    ...(Object.fromEntries(Object.keys(verbs).map((verb) => [verb, plain(verb as QueueVerb)])) as Record<
      QueueVerb,
      ReturnType<typeof plain>
    >),
    edit: (localId, pet, from) => take({ action: 'edit', localId, pet, ...(from && { from }) }),
    restore: (localId, options = {}) => take({ action: 'restore', localId, ...options }),
    hold: (localId, options = {}) => take({ action: 'hold', localId, ...options }),
    release: (localId, options = {}) => take({ action: 'release', localId, ...options }),
    sendAgain: (localId, options = {}) => take({ action: 'sendAgain', localId, ...options }),
    adopt: (localId, petId) => take({ action: 'adopt', localId, petId }),
  };
}
