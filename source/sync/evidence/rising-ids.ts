/**
 * Whether a service's ids rise with time, as far as anybody can tell from here. Pure.
 *
 * If they do, an animal with a lower id than one known before an attempt was not made by it, however new it looks. An
 * answer to an animal of ours is the one thing that shows it: that animal is younger than all that was known.
 */
import { compareInt64, type Int64 } from '../../domain/int64.js';

/** What our answers showed of ids: how many in a row were above every known one, and whether one ever was not. */
type IdsSeen = { readonly above: number; readonly fell?: boolean | undefined };

/** After so many ids in a row that rose, one that did not is history; more are not counted. */
const risesForget = 20;
/** So many in a row are no chance where ids are too far apart to have been counted. */
const risesProve = 3;
/** No counter has come this far. What lies below may be counted, by ones or by thousands. */
const countable = 2n ** 53n;

/** Takes in the id of an answer. `highest`: of all ids known before it was sent; undefined: it is no evidence. */
export function learnIds(seen: IdsSeen | undefined, id: Int64, highest: Int64 | undefined): IdsSeen | undefined {
  if (highest === undefined) {
    return seen;
  }

  if (compareInt64(id, highest) <= 0) {
    return { above: 0, fell: true };
  }

  const above = Math.min((seen?.above ?? 0) + 1, risesForget);
  return above === seen?.above ? seen : { ...seen, above };
}

/**
 * Whether a lower id than the highest of a baseline was given before it was read. Ids are taken for counted without
 * better knowledge, since a question too many is asked if they are not, and an animal is lost if they are.
 */
export function doIdsRise({ above, fell = false }: IdsSeen = { above: 0 }, highest: Int64): boolean {
  return fell ? above >= risesForget : above >= risesProve || BigInt(highest) < countable;
}

/** Whether the answers to ours proved it: then a higher id than one of them was given later. */
export function haveIdsRisen({ above, fell = false }: IdsSeen = { above: 0 }): boolean {
  return above >= (fell ? risesForget : risesProve);
}
