/** The words for an id that leads to something else than an animal to show. */
import type { Connection } from '../domain/connection.js';
import type { Entry } from '../domain/entry.js';
import type { Found } from '../sync/api.js';
import { elsewhereText } from './queue/entry-lines.js';
import { shortName } from './animal/short-name.js';

/** An id without an animal to show. */
export type Missing = Extract<Found, { type: 'unreadable' | 'no-entry' | 'no-pet' | 'unknown-pet' }>;

/** One under which something can. */
export type Shown = Exclude<Found, Missing>;

/** Whether there is no animal to show. */
export function isMissing(found: Found): found is Missing {
  return !('entry' in found || 'pet' in found);
}

/** `list`: the key or command that lists the queue; `connection`: why the store did not answer, if it was asked. */
type Names = { readonly list: string; readonly connection: (connection: Connection) => string | undefined };

/** Why an id shows no animal: the answer first, then the part of the connection in it. */
export function missingText(found: Missing, { list, connection }: Names): string {
  switch (found.type) {
    case 'unreadable':
      return found.problem.message;
    case 'no-entry':
      return `There is no queued animal ${found.localId}. ${list} shows all.`;
    case 'no-pet': {
      const why = connection(found.connection);
      return found.source === 'service'
        ? `The store has no animal ${idText(found)}.`
        : `The saved copy is complete and has no animal ${idText(found)}.${why === undefined ? '' : ` ${why}`}`;
    }
    case 'unknown-pet': {
      const why = found.connection.state === 'online' ? undefined : connection(found.connection);
      return why === undefined
        ? `Animal ${idText(found)} is not in the lists, but they are not complete, so it may exist.`
        : `Animal ${idText(found)} is not saved on this machine. ${why}`;
    }
  }
}

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
    return `${state} long ago, so it cannot be changed any more`;
  }

  return found.stranger
    ? `${state}, which is another animal now (${shortName(found.stranger.name)}): the store looks as if it was reset`
    : `${state}; #${entry.petId ?? ''} may be another animal now`;
}
