import type { Entry } from '../../domain/entry.js';
import { rawInteger } from '../../platform/json/json.js';
import { toWireNewPet } from '../../platform/json/wire-json.js';
import type { Wait } from '../../domain/waits.js';

/** A queued animal as `--json` shows it: public interface. */
export function toWireEntry(entry: Entry, wait?: Wait): object {
  const { localId, state, createdAt, attempts, nextTryAt, lastError, petId, ifAbsent, instead } = entry;
  return {
    localId,
    ...(toWireNewPet(entry) as object),
    state,
    createdAt,
    attempts,
    ...(nextTryAt === undefined ? {} : { nextTryAt }),
    ...(lastError === undefined ? {} : { lastError }),
    ...(wait?.type === 'blocked' ? { waitsFor: wait.by.localId } : {}),
    ...(ifAbsent === undefined ? {} : { ifAbsent }),
    ...(instead === undefined || state === 'created' ? {} : { instead: toWireNewPet(instead) }),
    ...(petId === undefined ? {} : { petId: rawInteger(petId) }),
  };
}
