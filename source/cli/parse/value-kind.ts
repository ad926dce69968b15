import { parseAnimalId } from '../../domain/entry.js';
import { parseInt64 } from '../../domain/int64.js';
import { parseDuration, parseLifetime } from '../../platform/time/duration.js';
import { parseSince } from '../../platform/time/duration.js';

/** The form of a flag's value or of an argument. */
export type ValueKind =
  | 'int64'
  | 'category'
  | 'animal'
  | 'local-id'
  | 'count'
  | 'count-or-none'
  | 'port'
  | 'duration'
  | 'lifetime'
  | 'overlap'
  | 'since'
  | 'not-empty';

const kinds: Readonly<Record<ValueKind, { fits(text: string): boolean; readonly wanted: string }>> = {
  int64: {
    fits: (text) => parseInt64(text) !== undefined,
    wanted: 'a whole number of at most 19 digits, such as 4711',
  },
  category: {
    fits: (text) => text.trim() !== '' && (!/^-?\d+$/.test(text.trim()) || parseInt64(text.trim()) !== undefined),
    wanted: 'the number of a category such as 3 (at most 64 bits), or its name',
  },
  animal: {
    fits: (text) => parseAnimalId(text) !== undefined,
    wanted: 'an id such as 42, or a queued animal such as Q-3',
  },
  'local-id': {
    fits: (text) => 'localId' in (parseAnimalId(text) ?? {}),
    wanted: 'a queued animal (such as Q-3; see `petstore queue`)',
  },
  count: { fits: (text) => /^[1-9]\d{0,8}$/.test(text), wanted: 'a whole number from 1' },
  'count-or-none': { fits: (text) => /^\d{1,9}$/.test(text), wanted: 'a whole number from 0' },
  port: { fits: (text) => /^\d{1,5}$/.test(text) && Number(text) < 65_536, wanted: 'a port number from 0 to 65535' },
  duration: {
    fits: (text) => parseDuration(text) !== undefined,
    wanted: 'a length of time such as 500ms, 2s or 5m, at most 24h',
  },
  lifetime: {
    fits: (text) => (parseLifetime(text) ?? 0) > 0,
    wanted: 'a length of time such as 12h or 90d, at most 3650d',
  },
  overlap: {
    fits: (text) => parseLifetime(text) !== undefined,
    wanted: 'a length of time such as 0s, 12h or 7d, at most 3650d',
  },
  since: {
    fits: (text) => parseSince(text, 0) !== undefined,
    wanted: 'how long ago, such as 12h or 2d, a day such as 2026-11-22, today or yesterday',
  },
  'not-empty': { fits: (text) => text.trim() !== '', wanted: 'at least one character' },
};

/** The wanted form, if a text does not fit; undefined if it does. */
export function findMismatch(kind: ValueKind, text: string): string | undefined {
  return kinds[kind].fits(text) ? undefined : kinds[kind].wanted;
}
