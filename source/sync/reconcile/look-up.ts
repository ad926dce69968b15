/**
 * Look-ups of one pet, also after their endpoint is gone.
 *
 * `GET /pets/{petId}` is to be removed on 5 December 2030. Once its Sunset date is past, or it answers as a removed
 * endpoint does, the documented replacement is used: `GET /pets` once per status and once without, until the id is
 * found.
 */
import { compareInt64, type Int64 } from '../../domain/int64.ts';
import { type Pet, petStatuses } from '../../domain/pet.ts';
import { getPetSunset } from '../../domain/contract.ts';
import { isoNow } from '../../platform/time/clock.ts';
import type { EngineState, Part } from '../state.ts';
import { noteAnswer, noteFailure } from '../list/reachability.ts';
import { readList } from '../list/read-list.ts';
import { findSavedPet, petFetchedAt, withoutPet, withPet } from '../list/saved-lists.ts';
import type { FoundById } from '../api.ts';
import { ensureKey } from './api-key.ts';
import { haveIdsRisen } from './known.ts';

/** One pet: from the service, from its lists once look-ups have ended, or from the saved copy. */
export async function lookUp(
  engine: EngineState,
  id: Int64,
  { offline, signal }: { readonly offline: boolean; readonly signal: AbortSignal },
): Promise<FoundById> {
  // What another store shows under the id says nothing of this animal, and does not join the copy.
  if (offline || engine.workingOffline || !(await ensureKey(engine))) {
    return fromSaved(engine, id);
  }

  if (engine.clock.now() < (engine.lookUpsEndAt ?? getPetSunset.at)) {
    const outcome = await engine.client.get(id, signal);
    switch (outcome.type) {
      case 'pet':
        noteAnswer(engine);
        engine.lookUpsEndAt = outcome.sunset?.getTime() ?? engine.lookUpsEndAt;
        return found(engine, outcome.pet);
      case 'not-found':
        engine.lookUpsEndAt = outcome.sunset?.getTime() ?? engine.lookUpsEndAt;
        return await denied(engine, id, signal);
      case 'failed':
        noteFailure(engine, outcome);
        return fromSaved(engine, id);
      case 'removed':
        break;
    }
  }

  return await fromLists(engine, id, signal);
}

/**
 * The service's own "not found" is believed, unless it may be about something else. An address at which no store was
 * seen yet may lead elsewhere. A service that denies an animal of the saved copy may deny every one, because look-ups
 * have ended.
 */
async function denied(engine: EngineState, id: Int64, signal: AbortSignal): Promise<FoundById> {
  const { lists, pets } = engine.saved;
  const isSeen = lists.all !== undefined || pets.length > 0;
  const page = isSeen ? undefined : await engine.client.listPage({ limit: 1 }, signal);
  if (page?.type === 'failed' && page.connection === 'misconfigured') {
    noteFailure(engine, page);
    return fromSaved(engine, id);
  }

  noteAnswer(engine);
  const isOther = (pet: Pet): boolean => pet.id !== id;
  const control =
    page?.type === 'page' ? page.pets.find(isOther) : findSavedPet(engine.saved, id) && pets.findLast(isOther);
  const answer = control && (await engine.client.get(control.id, signal));
  if (answer === undefined || answer.type === 'pet') {
    return notFound(engine, id);
  }

  return await fromLists(engine, id, signal);
}

/** The replacement for the removed endpoint. Only a complete unfiltered list proves that there is no such pet. */
async function fromLists(engine: EngineState, id: Int64, signal: AbortSignal): Promise<FoundById> {
  for (const status of [undefined, ...petStatuses]) {
    const reading = await readList(engine.client, { status, signal });
    if (reading.type === 'failed') {
      noteFailure(engine, reading);
      return fromSaved(engine, id);
    }

    noteAnswer(engine);
    const pet = reading.pets.find((candidate) => candidate.id === id);
    if (pet) {
      return found(engine, pet);
    }

    if (status === undefined && reading.complete && reading.ageMs === 0) {
      return notFound(engine, id);
    }
  }

  return { type: 'unknown-pet', petId: id, connection: engine.snapshot().connection };
}

function found(engine: Part<'clock' | 'questions' | 'saved' | 'setSaved' | 'showSaved'>, pet: Pet): FoundById {
  const fetchedAt = isoNow(engine.clock);
  // Of a store that a person is asked about nothing joins the copy.
  if (!engine.questions.isForPerson) {
    engine.setSaved(withPet(engine.saved, pet, fetchedAt));
    engine.showSaved();
  }

  return { type: 'pet', pet, source: 'service', fetchedAt };
}

function notFound(engine: Part<'saved' | 'setSaved' | 'showSaved' | 'snapshot'>, id: Int64): FoundById {
  engine.setSaved(withoutPet(engine.saved, id));
  engine.showSaved();
  return { type: 'no-pet', petId: id, connection: engine.snapshot().connection };
}

/**
 * Of an absent animal the copy knows only the past: it may have been added since. That it was not is certain where ids
 * rise and a whole list showed a higher one.
 */
function fromSaved(engine: Part<'knowledge' | 'saved' | 'snapshot'>, id: Int64): FoundById {
  const pet = findSavedPet(engine.saved, id);
  if (pet) {
    return { type: 'pet', pet, source: 'cache', fetchedAt: petFetchedAt(engine.saved, pet) };
  }

  const { connection, lists } = engine.snapshot();
  // An animal that was learnt of by itself may be above some that nobody here knows.
  const alone = new Set(engine.saved.lookedUp.map((read) => read.id));
  const highest = engine.saved.pets.findLast((each) => !alone.has(each.id));
  const isBelow = highest !== undefined && compareInt64(id, highest.id) < 0;
  const isDenied = lists.all.complete && isBelow && haveIdsRisen(engine.knowledge.ids);
  return {
    type: isDenied ? 'no-pet' : 'unknown-pet',
    petId: id,
    savedAt: lists.all.heardAt ?? lists.all.fetchedAt,
    connection,
  };
}
