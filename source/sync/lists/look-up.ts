/**
 * Look-ups of one pet, also after their endpoint is gone.
 *
 * `GET /pets/{petId}` is to be removed on 5 December 2030. Once its Sunset date is past, or it answers as a removed
 * endpoint does, the documented replacement is used: `GET /pets` once per status and once without, until the id is found.
 */
import type { Int64 } from '../../domain/int64.js';
import { type Pet, petStatuses } from '../../domain/pet.js';
import { getPetSunset } from '../../domain/contract.js';
import { isoNow } from '../../platform/time/clock.js';
import type { LocalFiles } from '../../local/local-files.js';
import type { Context } from '../context.js';
import { extendListing } from '../recover/baseline.js';
import { noteAnswer, noteFailure } from '../health/reachability.js';
import { readList } from './read-list.js';
import { showSaved } from './show-saved.js';
import { findPet, petFetchedAt, withoutPet, withPet } from './saved-lists.js';
import type { LookUp } from '../api.js';
import { ensureTenant, isCopyOfTenant } from '../health/tenant.js';

/** Finds a pet in the saved copy without loading the others; undefined where it is not found that way. */
export async function lookUpUnloaded({ cache }: LocalFiles, id: Int64): Promise<LookUp | undefined> {
  // A damaged or newer copy is told by what loads it.
  const copy = await cache.readOne(id).catch(() => undefined);
  const [pet] = copy?.pets ?? [];
  return copy && pet && { type: 'found', pet, source: 'cache', fetchedAt: petFetchedAt(copy, pet) };
}

/** One pet: from the service, from its lists once look-ups have ended, or from the saved copy. */
export async function lookUp(context: Context, id: Int64, { offline, signal }: { readonly offline: boolean; readonly signal: AbortSignal }): Promise<LookUp> {
  if (offline || context.workingOffline) {
    return fromSaved(context, id);
  }

  if (context.clock.now() < (context.lookUpsEndAt ?? getPetSunset.at)) {
    const outcome = await context.client.get(id, signal);
    switch (outcome.type) {
      case 'pet':
        noteAnswer(context);
        context.lookUpsEndAt = outcome.sunset?.getTime() ?? context.lookUpsEndAt;
        return await found(context, outcome.pet, signal);
      case 'not-found':
        noteAnswer(context);
        context.lookUpsEndAt = outcome.sunset?.getTime() ?? context.lookUpsEndAt;
        return notFound(context, id);
      case 'failed':
        noteFailure(context, outcome);
        return fromSaved(context, id);
      case 'removed':
        break;
    }
  }

  return await fromLists(context, id, signal);
}

/** The replacement for the removed endpoint. Only a complete unfiltered list proves that there is no such pet. */
async function fromLists(context: Context, id: Int64, signal: AbortSignal): Promise<LookUp> {
  for (const status of [undefined, ...petStatuses]) {
    const reading = await readList(context.client, { status, fresh: true, signal });
    if (reading.type === 'failed') {
      noteFailure(context, reading);
      return fromSaved(context, id);
    }

    noteAnswer(context);
    const pet = reading.type === 'list' ? reading.pets.find((candidate) => candidate.id === id) : undefined;
    if (pet) {
      return await found(context, pet, signal);
    }

    if (status === undefined && reading.type === 'list' && reading.complete && reading.ageMs === 0) {
      return notFound(context, id);
    }
  }

  return { type: 'unknown', connection: context.snapshot().connection };
}

async function found(context: Context, pet: Pet, signal: AbortSignal): Promise<LookUp> {
  const fetchedAt = isoNow(context.clock);
  // Of another tenant's animals none joins what was saved under another key.
  if ((await ensureTenant(context, signal)) && isCopyOfTenant(context)) {
    context.saved = withPet(context.saved, pet, fetchedAt);
    extendListing(context, [pet]);
    showSaved(context);
  }

  return { type: 'found', pet, source: 'service', fetchedAt };
}

function notFound(context: Context, id: Int64): LookUp {
  context.saved = withoutPet(context.saved, id);
  showSaved(context);
  return { type: 'not-found' };
}

function fromSaved(context: Context, id: Int64): LookUp {
  const pet = findPet(context.saved, id);
  if (pet) {
    return { type: 'found', pet, source: 'cache', fetchedAt: petFetchedAt(context.saved, pet) };
  }

  const isComplete = context.saved.lists.all?.complete === true;
  return isComplete ? { type: 'not-found' } : { type: 'unknown', connection: context.snapshot().connection };
}
