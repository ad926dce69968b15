import type { Session } from '../../../app/workspace.js';
import { type Entry, localIdForm } from '../../../domain/entry.js';
import { type Int64, parseInt64 } from '../../../domain/int64.js';
import type { Pet } from '../../../domain/pet.js';
import { exitCode } from '../../run/failures/exit-code.js';
import { Failure, noSuchEntry } from '../../run/failures/failure.js';
import { connectionSentence } from '../../../text/connection-sentence.js';
import { toConnectionFailure } from '../../run/failures/connection-failure.js';

/** A pet and where it was found, or an animal that has no pet id yet. */
export type Found =
  | { readonly pet: Pet; readonly source: 'service' | 'cache'; readonly fetchedAt: string }
  | { readonly queued: Entry };

/** How to look an animal up: with `isOffline` the store is not asked. */
export type Look = { readonly isOffline: boolean; readonly signal: AbortSignal };

/** Looks an animal up by its pet id or its local id. Throws the `Failure` that says why there is none. */
export async function findAnimal(session: Session, id: string, look: Look): Promise<Found> {
  const petId = parseInt64(id);
  return petId === undefined ? await findQueued(session, id.toUpperCase(), look) : await findPet(session, petId, look);
}

async function findQueued(session: Session, localId: string, look: Look): Promise<Found> {
  const entry = localIdForm.test(localId) ? await session.engine.findEntry(localId) : undefined;
  if (!entry) {
    throw noSuchEntry(localId);
  }

  // A service that was reset may have given the id to another animal since.
  if (entry.petId === undefined || entry.isFromBeforeReset) {
    return { queued: entry };
  }

  try {
    return await findPet(session, entry.petId, look);
  } catch (error) {
    // What the store answered when it was created is a saved copy too.
    if (entry.pet && error instanceof Failure && error.exit !== exitCode.notFound) {
      return { pet: entry.pet, source: 'cache', fetchedAt: entry.history.at(-1)?.at ?? entry.createdAt };
    }

    throw error;
  }
}

async function findPet({ engine }: Session, id: Int64, { isOffline, signal }: Look): Promise<Found> {
  const lookUp = await engine.lookUp(id, { offline: isOffline, signal });
  switch (lookUp.type) {
    case 'found':
      return lookUp;
    case 'not-found': {
      const { connection } = engine.snapshot();
      const isAnswered = !isOffline && (connection.state === 'online' || connection.state === 'changed');
      const saved = `${isOffline ? '' : `${connectionSentence(connection)} `}The saved list is complete and has no animal ${id}.`;
      throw new Failure(exitCode.notFound, {
        code: 'not_found',
        message: isAnswered ? `The store has no animal ${id}.` : saved,
      });
    }
    case 'unknown': {
      const { connection } = lookUp;
      const isAsked = !isOffline && connection.state !== 'online';
      throw isAsked
        ? toConnectionFailure(connection, `Animal ${id} is not saved on this machine either.`)
        : new Failure(exitCode.unreachable, {
            code: 'unknown',
            message: `Animal ${id} is not in the lists ${isOffline ? 'saved here' : 'of the store'}, but they are not complete, so it may exist.`,
          });
    }
  }
}
