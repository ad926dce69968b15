import { toInt64 } from '../../../source/domain/int64.ts';
import { check, type End, type InsertRecord, type Promised, type Verdict } from '../checker/checker.ts';
import type { Said } from './drive.ts';

const category = toInt64(1)!;

/**
 * What was promised by processes that were killed in between, against what the service took in and the last one shows.
 */
export function judge(
  lives: readonly (readonly Said[])[],
  last: readonly Said[],
  inserts: readonly InsertRecord[],
): Verdict {
  const said = [...lives.flat(), ...last];
  // What was begun, killed and begun again is one promise.
  const begun = [...new Set(said.flatMap((line) => ('begun' in line ? line.begun : [])))];
  const saved = new Map(
    said.flatMap((line) => ('saved' in line ? line.saved : [])).map(([localId, name]) => [name, localId]),
  );
  const entries = last.flatMap((line) => ('entries' in line ? line.entries : []));
  const promises = begun.map((name): Promised => {
    // Names are unique, so what was not acknowledged is recognised by its name.
    const localId = saved.get(name) ?? entries.find((entry) => entry.name === name)?.localId ?? name;
    return { localId, name, categoryId: category, acknowledged: saved.has(name) ? 'yes' : 'unknown' };
  });
  const toEnd = (state: string, petId: string | undefined): End =>
    state === 'created' && petId !== undefined
      ? { type: 'created', id: toInt64(BigInt(petId))! }
      : { type: 'waiting', state };
  return check(inserts, promises, new Map(entries.map(({ localId, state, petId }) => [localId, toEnd(state, petId)])));
}
