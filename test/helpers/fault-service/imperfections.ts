/**
 * How a service's answers to reads fall short of what it holds: shared by the real-HTTP service and the one in memory.
 */
import type { Pet, PetStatus } from '../../../source/domain/pet.ts';

export type Imperfections = {
  /** Lists show the state of so many milliseconds ago. */
  readonly lagMs?: number;
  /** So do look-ups. */
  readonly lookUpsLag?: boolean;
  /** Every second read, at random, goes to a replica that stopped following at this reading of the service's clock. */
  readonly stoppedAt?: number | undefined;
  /** No page has more rows than this. */
  readonly cap?: number;
  /** Every page has as many rows as `cap` says, even where fewer were asked for. */
  readonly ignoresLimit?: boolean;
  /** Animals of this status are missing from the unfiltered list, from every list, or from look-ups too. */
  readonly hidden?: { readonly status: PetStatus; readonly from: 'unfiltered' | 'lists' | 'everything' };
  /** Lists are read from an index in which this share of rows, each by itself, comes so many milliseconds late. */
  readonly slowRows?: { readonly share: number; readonly ms: number };
  /** The share of list reads that are answered `[]`, as by a replica that warms up. */
  readonly blank?: number;
};

/** The moment that a read sees, which may be long ago. */
export function momentOf(
  { lagMs = 0, lookUpsLag = false, stoppedAt }: Imperfections,
  kind: 'list' | 'look-up',
  now: number,
  random: () => number,
): number {
  const moment = now - (kind === 'list' || lookUpsLag ? lagMs : 0);
  return stoppedAt !== undefined && random() < 0.5 ? Math.min(moment, stoppedAt) : moment;
}

/** Whether a pet is missing where it should be; `status`: that of the list, or none. */
export function isHidden({ hidden }: Imperfections, pet: Pet, kind: 'list' | 'look-up', status?: string): boolean {
  if (hidden === undefined || pet.status !== hidden.status) {
    return false;
  }

  return kind === 'look-up' ? hidden.from === 'everything' : hidden.from !== 'unfiltered' || status === undefined;
}

/** Whether a row that was taken in at `at` is in the index by now. */
export function isIndexed({ slowRows }: Imperfections, id: string, at: number, now: number): boolean {
  const chance = Number((BigInt(id) * 2_654_435_761n) % 1000n) / 1000;
  return slowRows === undefined || chance >= slowRows.share || at <= now - slowRows.ms;
}

/** How many rows a page has at most. */
export function pageSize({ cap = Infinity, ignoresLimit = false }: Imperfections, limit: number): number {
  return ignoresLimit ? cap : Math.min(limit, cap);
}
