import type { Entry } from '../../domain/entry.js';
import { compareInt64 } from '../../domain/int64.js';
import { isoNow } from '../../platform/time/clock.js';
import type { EngineState } from '../engine-state.js';
import { isOwnedByAnother } from '../evidence/ownership.js';
import { doIdsRise } from '../evidence/rising-ids.js';
import { findSavedPet } from '../lists/saved-lists.js';
import type { Baseline } from '../looks/baseline.js';

/** An animal that is sent sooner is asked about by `add` itself, in milliseconds: its person saw the list. */
const soonMs = 10 * 60_000;

/**
 * Asks once about an animal that has waited, if one like it came to the store since it was entered: somebody may have
 * typed it elsewhere, and sending cannot be taken back. Resolves to whether it asks.
 */
export async function askFirst(engine: EngineState, entry: Entry, baseline: Baseline): Promise<boolean> {
  const { clock, local, saved, credit } = engine;
  const { askedAbove, attempts, createdAt, history } = entry;
  const wasDecided = history.some((record) => record?.kind === 'sent-again' || record?.kind === 'review');
  const hasWaited = clock.now() - Date.parse(createdAt) > soonMs;
  if (askedAbove === undefined || attempts > 0 || wasDecided || !hasWaited || !doIdsRise(credit.ids, askedAbove)) {
    return false;
  }

  const candidates = baseline
    .lookalikes(entry)
    .filter((id) => compareInt64(id, askedAbove) > 0)
    .flatMap((id) => findSavedPet(saved, id) ?? [])
    .filter((pet) => !isOwnedByAnother(engine, pet, entry.localId));
  if (candidates.length === 0) {
    return false;
  }

  const reason =
    'It was not sent yet, and the store shows an animal like this one since it was entered. Somebody ' +
    'may have added it already.';
  await local.journal.append(entry, { kind: 'review', at: isoNow(clock), reason, candidates });
  return true;
}
