/** The owner of an entry and of readings: the key is part of the store. */
import type { Entry } from '../../domain/entry.js';
import type { EnteredMoment } from '../../local/journal/entering.js';
import { headAlone } from '../../local/list-cache.js';
import type { EngineState } from '../engine-state.js';

/** The sign for a missing key: it belongs to no tenant. */
export const noKey = 'none';

/** The digest of the key that an entry belongs with; undefined: any, as it was entered without one. */
export function digestOf({ credential, history }: Entry): string | undefined {
  // Most queued animals were never tried, and this is asked of all.
  const attempt = history.length === 1 ? undefined : history.findLast((record) => record?.kind === 'attempt');
  const digest = attempt?.kind === 'attempt' ? attempt.credential : credential;
  return digest === noKey ? undefined : digest;
}

/** Whether an entry is of the present key's tenant, as far as that is known. For many entries it is made once. */
export function ofTenant({ local, credential }: Pick<EngineState, 'local' | 'credential'>): (entry: Entry) => boolean {
  return (entry) => {
    const digest = digestOf(entry);
    return digest === undefined || digest === credential || local.footprints.areSame(digest, credential);
  };
}

/** Whether the saved copy is that of the present key's tenant: only then anything of it joins. */
export function isCopyOfTenant({ local, credential, saved }: EngineState): boolean {
  return saved.credential === undefined || local.footprints.areSame(saved.credential, credential);
}

/** The digest to keep with new entries; undefined: there is no key. */
export function keyToKeep(credential: string): string | undefined {
  return credential === noKey ? undefined : credential;
}

/** The part kept with new entries. `unasked`: it is sent whatever the store shows by then. */
export async function momentOf(
  { credential, saved, local }: EngineState,
  { unasked = false }: { readonly unasked?: boolean | undefined } = {},
): Promise<EnteredMoment> {
  // A mere `add` has not read the lists yet. What cannot be read is told by what needs it.
  const head = saved.order ? saved : (await local.cache.open(headAlone).catch(() => undefined))?.copy;
  const highest = head?.order?.isBroken ? undefined : head?.order?.highest;
  return { credential: keyToKeep(credential), highest, ...(unasked ? { unasked } : {}) };
}
