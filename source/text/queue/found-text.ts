/** What stands under an id, or why nothing does. */
import type { Connection } from '../../domain/connection.ts';
import type { Entry } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import type { Found } from '../../sync/api.ts';
import { shortName } from '../hints.ts';
import { dateTimeText } from '../../platform/time/clock.ts';
import { lengthText } from '../time-text.ts';

/** An id without an animal to show. */
export type Missing = Extract<Found, { type: 'unreadable' | 'no-entry' | 'no-pet' | 'unknown-pet' }>;
/** One under which something can. */
export type Shown = Exclude<Found, Missing>;

/** Whether there is no animal to show. */
export function isMissing(found: Found): found is Missing {
  return !('entry' in found || 'pet' in found);
}

/** `list`: the key or command that lists the queue; `connection`: why the store did not answer, if it was asked. */
type Names = {
  readonly list: string;
  readonly connection: (connection: Connection) => string | undefined;
  readonly now: number;
};

/** Why an id shows no animal: the answer first, then the part of the connection in it. */
export function missingText(found: Missing, { list, connection, now }: Names): string {
  switch (found.type) {
    case 'unreadable':
      return found.problem.message;
    case 'no-entry':
      return `There is no queued animal ${found.localId}. ${list} shows all.`;
    case 'no-pet':
      return found.savedAt === undefined
        ? `The store has no animal ${idText(found)}.`
        : sentences(
            `${savedText(found.savedAt, now)} has no animal ${idText(found)}; it is complete, and newer animals get ` +
              `higher ids`,
            connection(found.connection),
          );
    case 'unknown-pet': {
      const isAsked = found.connection.state === 'online';
      const why = isAsked ? undefined : connection(found.connection);
      if (found.savedAt !== undefined) {
        const has = `${savedText(found.savedAt, now)} has no animal ${idText(found)}, but the store may have it`;
        return sentences(has, why);
      }

      return isAsked
        ? `Animal ${idText(found)} is not in the lists, but they are not complete, so it may exist.`
        : `Animal ${idText(found)} is not saved on this machine${why === undefined ? ', nor is any list of this store.' : `. ${why}`}`;
    }
  }
}

const sentences = (first: string, second: string | undefined): string =>
  `${first}.${second === undefined ? '' : ` ${second}`}`;

const savedText = (at: string, now: number): string =>
  `The saved copy of ${dateTimeText(at)} (${lengthText(now - Date.parse(at))} old)`;

function idText({ petId, localId }: Extract<Missing, { type: 'no-pet' | 'unknown-pet' }>): string {
  return `#${petId}${localId === undefined ? '' : ` (${localId})`}`;
}

/** The state of something entered here, with the id it got, and of which store that is, unless it is this one. */
export function stateWithIdText(entry: Entry): string {
  return entry.petId === undefined ? entry.state : `${entry.state} as #${entry.petId}${elsewhereText(entry)}`;
}

/** The same for an animal that was settled long ago, or lost its id to a stranger. */
export function settledText(found: Extract<Found, { type: 'archived' | 'former' }>): string {
  const { entry } = found;
  const state = stateWithIdText(entry);
  if (found.type === 'archived') {
    return `${state} and archived, so it cannot be changed any more`;
  }

  return found.stranger
    ? `${state}, which is another animal now (${shortName(found.stranger.name)}): the store looks as if it was reset`
    : `${state}; #${entry.petId ?? ''} may be another animal now`;
}

/** Which store the id of an animal is from; empty: this one. */
export function elsewhereText({ elsewhere }: Entry): string {
  return elsewhere === undefined ? '' : ', at the former store';
}

/** What a look showed. `near`: newcomers that it may have become. */
export function lookText(isWhole: boolean, ids: readonly Int64[], near: readonly Int64[] = []): string {
  const found = ids.map((id) => `#${id}`).join(', ');
  const perhaps = near.length === 0 ? 'not there' : `not there under its name; ${mayBeText(near)}`;
  return `checked the ${isWhole ? 'whole' : 'incomplete'} list for it: ${found || perhaps}`;
}

/** The same right after the answer was lost. What is like it may be somebody else's. */
export function lookAtOnceText(ids: readonly Int64[]): string {
  return `checked the list right away: ${ids.length === 0 ? 'not there yet' : mayBeText(ids)}`;
}

function mayBeText(ids: readonly Int64[]): string {
  return `it may be ${ids.map((id) => `#${id}`).join(', or ')}`;
}
