/**
 * Judges the engine from outside: compares what a person was promised with what the service took in.
 *
 * It knows nothing of queues, keys or baselines. It groups by content, as two identical animals on purpose cannot be
 * told apart from outside, and where a group leaves open what happened it says `unknown` instead of guessing.
 *
 * - *promise*: an animal a person entered, and whether they were told that it is safe.
 * - *end*: what the person sees of it when all is over.
 * - *claim*: the end `created` with an id.
 * - *lost*: promised, yet neither on the service nor visible anywhere.
 * - *doubled*: one animal entered, more than one taken in.
 */
import type { Int64 } from '../../../source/domain/int64.ts';
import type { PetStatus } from '../../../source/domain/pet.ts';
import { parseNewPet } from '../../../source/local/queue/intent.ts';

/** One animal in the service's own record; `fault-service/pet-table.ts` has this shape. */
export type InsertRecord = {
  readonly id: Int64;
  /** The bytes received: what was sent, whatever the service made of it. */
  readonly body: string;
  readonly by: 'request' | 'colleague';
};

export type Promised = {
  readonly localId: string;
  readonly name: string;
  readonly categoryId: Int64;
  readonly status?: PetStatus | undefined;
  /** Whether the person was told that it is saved. `unknown`: the program was killed while saying so. */
  readonly acknowledged: 'yes' | 'no' | 'unknown';
};

export type End =
  | { readonly type: 'created'; readonly id: Int64 }
  /**
   * Visible and undone: queued, sending, checking, rejected, held, review. `isAbsent`: the person is told that the
   * service does not have it.
   */
  | { readonly type: 'waiting'; readonly state: string; readonly isAbsent?: boolean }
  /** Given up by the person. */
  | { readonly type: 'discarded'; readonly isAbsent?: boolean };

/** How many certainly, and how many more possibly. */
export type Count = { readonly certain: number; readonly possible: number };

export type Verdict = {
  readonly lost: Count;
  readonly doubled: Count;
  /** Animals the service took in that nobody was promised: sent to the wrong store, or after a refusal to save. */
  readonly unasked: number;
  /** Claims of an id that the service never gave to this animal, or that another entry claims too. */
  readonly pretended: number;
  /** One sentence for each finding. */
  readonly findings: readonly string[];
};

type Group = { readonly promises: Promised[]; readonly inserts: InsertRecord[] };

/** `ends` by local id; an entry that is nowhere to be seen is left out. */
export function check(
  inserts: readonly InsertRecord[],
  promises: readonly Promised[],
  ends: ReadonlyMap<string, End>,
): Verdict {
  const groups = new Map<string, Group>();
  const groupOf = (content: string) =>
    groups.get(content) ?? groups.set(content, { promises: [], inserts: [] }).get(content)!;
  for (const promise of promises.filter(({ acknowledged }) => acknowledged !== 'no')) {
    groupOf(contentOf(promise)).promises.push(promise);
  }
  for (const insert of inserts.filter(({ by }) => by === 'request')) {
    groupOf(contentOf(parseNewPet(insert.body))).inserts.push(insert);
  }

  return [...groups].map(([content, group]) => judge(content, group, ends)).reduce(add, clean);
}

/** Whether nothing was lost, doubled, unasked or pretended, not even possibly. */
export function isClean({ lost, doubled, unasked, pretended }: Verdict): boolean {
  return lost.certain + lost.possible + doubled.certain + doubled.possible + unasked + pretended === 0;
}

const clean: Verdict = {
  lost: { certain: 0, possible: 0 },
  doubled: { certain: 0, possible: 0 },
  unasked: 0,
  pretended: 0,
  findings: [],
};

function judge(content: string, { promises, inserts }: Group, ends: ReadonlyMap<string, End>): Verdict {
  if (promises.length === 0) {
    return {
      ...clean,
      unasked: inserts.length,
      findings: [`${content}: ${inserts.length} on the service that nobody asked for`],
    };
  }

  const count = (matches: (end: End | undefined, promise: Promised) => boolean) =>
    promises.filter((promise) => matches(ends.get(promise.localId), promise)).length;
  const claims = promises
    .flatMap(({ localId }) => ends.get(localId) ?? [])
    .flatMap((end) => (end.type === 'created' ? [end.id] : []));
  const { claimed, pretended } = settleClaims(claims, inserts);

  const unclaimed = inserts.length - claimed;
  const visible = count((end) => end?.type === 'waiting' && end.isAbsent !== true);
  const discarded = count((end) => end?.type === 'discarded' && end.isAbsent !== true);
  const vanished = pretended + count((end, { acknowledged }) => end === undefined && acknowledged === 'yes');
  // Perhaps never saved, perhaps saved and sent.
  const doubtful = count((end, { acknowledged }) => end === undefined && acknowledged === 'unknown');

  // What vanished, or is claimed falsely, is safe only where an unclaimed animal is there for it, and others may own
  // that one.
  const lost = range(shortage(vanished, unclaimed), shortage(vanished, unclaimed - visible - discarded - doubtful));
  // At best every entry without a claim owns one of the unclaimed; at worst the fewest entries made them all.
  const doubled = range(
    shortage(unclaimed, visible + discarded + vanished + doubtful),
    inserts.length - Math.max(claimed, Math.min(inserts.length, 1)),
  );

  const findings = Object.entries({ lost, doubled }).filter(([, { certain, possible }]) => certain + possible > 0);
  return {
    lost,
    doubled,
    unasked: 0,
    pretended,
    findings: [
      ...findings.map(([what, { certain, possible }]) => `${content}: ${certain} ${what}, ${possible} more possibly`),
      ...(pretended ? [`${content}: ${pretended} said to be created falsely`] : []),
    ],
  };
}

/** Matches claims to animals, each animal once. */
function settleClaims(
  claims: readonly Int64[],
  inserts: readonly InsertRecord[],
): { claimed: number; pretended: number } {
  const free = inserts.map(({ id }) => id);
  for (const id of claims) {
    const index = free.indexOf(id);
    if (index >= 0) {
      free.splice(index, 1);
    }
  }
  const claimed = inserts.length - free.length;
  return { claimed, pretended: claims.length - claimed };
}

function shortage(needed: number, available: number): number {
  return Math.max(0, needed - Math.max(0, available));
}

function range(least: number, most: number): Count {
  return { certain: least, possible: Math.max(0, most - least) };
}

function add(a: Verdict, b: Verdict): Verdict {
  const sum = (x: Count, y: Count): Count => ({ certain: x.certain + y.certain, possible: x.possible + y.possible });
  return {
    lost: sum(a.lost, b.lost),
    doubled: sum(a.doubled, b.doubled),
    unasked: a.unasked + b.unasked,
    pretended: a.pretended + b.pretended,
    findings: [...a.findings, ...b.findings],
  };
}

function contentOf({ name, categoryId, status }: Pick<Promised, 'name' | 'categoryId' | 'status'>): string {
  return JSON.stringify([name, categoryId, status ?? null]);
}
