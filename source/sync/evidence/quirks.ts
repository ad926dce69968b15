/**
 * How a service changes names, as its answers and lists showed it.
 *
 * Each animal that the service answered with an id is evidence for the kinds of its name (`domain/name-kinds.ts`). One
 * plain name that came back as it was sent is no evidence for a name with an apostrophe.
 */
import { type Entry, matchingKey } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import { kindsOf, mayBeRewritten, type NameKind, nameKinds } from '../../domain/name-kinds.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import type { ServiceQuirks } from '../../local/archive.js';

type NameQuirk = ServiceQuirks['names'][NameKind];

/** Whether the service is known to change names of this kind: the animal may be there and not be recognised. */
export function isAltered({ names }: ServiceQuirks, { name }: NewPet): boolean {
  return kindsOf(name).some((kind) => names[kind].isAltered);
}

/** Whether the service stored names of every kind that this one is of, and as long ones, exactly as they were sent. */
export function isKeptExactly({ names, longest }: ServiceQuirks, { name }: NewPet): boolean {
  return kindsOf(name).every((kind) => names[kind].exact > 0) && countCodePoints(name) <= longest;
}

function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/** After so many exact ones in a row a name that was changed once is history. */
const exactForgets = 20;

/**
 * The evidence of the animals that the service answered with an id. `before`: the knowledge from animals that are gone
 * from here. `listed`: the pet that the list shows under an id, as some services answer with the sent name and store
 * another.
 */
export function learnQuirks(
  entries: readonly Entry[],
  before: ServiceQuirks,
  listed: (id: Int64) => Pet | undefined = () => undefined,
): ServiceQuirks {
  return entries.reduce<ServiceQuirks>((quirks, entry) => {
    const { state, adopted, pet } = entry;
    return state === 'created' && adopted === undefined && pet !== undefined
      ? learnFrom(quirks, entry, storedAs(entry, pet, listed(pet.id)))
      : quirks;
  }, before);
}

/** A list counts if its change may be the service's doing; otherwise somebody corrected the animal there. */
function storedAs(sent: NewPet, answered: Pet, listed: Pet | undefined): Pet {
  return listed?.categoryId === answered.categoryId && mayBeRewritten(sent.name, listed.name) ? listed : answered;
}

function learnFrom({ names, ...before }: ServiceQuirks, sent: NewPet, stored: Pet): ServiceQuirks {
  const kinds = kindsOf(sent.name);
  const defaultStatus = sent.status === undefined && stored.status !== undefined ? stored.status : before.defaultStatus;
  if (matchingKey(stored) === matchingKey(sent)) {
    // Another kind was changed together with this one, and it alone is to blame.
    const isAcquitted = nameKinds.some((kind) => !kinds.includes(kind) && names[kind].isAltered);
    const quirkOf = (kind: NameKind): NameQuirk => {
      const exact = names[kind].exact + 1;
      return { exact, isAltered: names[kind].isAltered && !isAcquitted && exact < exactForgets };
    };
    const longest = Math.max(before.longest, countCodePoints(sent.name));
    return { names: withQuirks(names, kinds, quirkOf), longest, defaultStatus };
  }

  // A kind that was kept so far is not to blame, unless no other is left.
  const unproven = kinds.filter((kind) => names[kind].exact === 0);
  const suspects = unproven.length > 0 ? unproven : kinds;
  const blamed = stored.categoryId === sent.categoryId ? suspects : nameKinds;
  return {
    ...before,
    names: withQuirks(names, blamed, () => ({ exact: 0, isAltered: true })),
    defaultStatus,
  };
}

function withQuirks(
  names: ServiceQuirks['names'],
  kinds: readonly NameKind[],
  quirkOf: (kind: NameKind) => NameQuirk,
): ServiceQuirks['names'] {
  return { ...names, ...Object.fromEntries(kinds.map((kind) => [kind, quirkOf(kind)])) };
}
