/** Holds the histories that a store keeps against the protocol. */
import { type EntryState, matchingKey } from '../../../source/domain/entry.js';
import type { Int64 } from '../../../source/domain/int64.js';
import type { EntryRecord, RecordOf } from '../../../source/domain/record.js';
import { foldEntry } from '../../../source/local/journal/fold-entry.js';
import { parseNewPet } from '../../../source/local/journal/wish.js';
import { isInModel } from './model-steps.js';
import { beginTrail, type Circumstances, isToldAgain, nameOf, passDamage, takeStep, type Trail } from './protocol.js';

/** One record as it was found: undefined where it cannot be read. `version`: of the document it came in. */
export type FoundRecord = { readonly record: EntryRecord | undefined; readonly version: number };

/** A record's place in the queue. */
export type Publication = FoundRecord & { readonly number: number; readonly step: number };

/** One step that was taken: from which position, by which record, to which. */
export type Transition = { readonly from: string; readonly record: string; readonly to: string };

export type TrailReport = {
  /** A sentence for each record that may not be where it is. */
  readonly violations: readonly string[];
  readonly transitions: readonly Transition[];
  readonly records: number;
};

/** Checks one entry's history, oldest record first. */
export function checkTrail(
  number: number,
  history: readonly FoundRecord[],
  circumstances: Circumstances = {},
): TrailReport {
  const watch = watchTrails(circumstances);
  for (const [step, found] of history.entries()) {
    watch.take({ ...found, number, step }, { isOrdered: false });
  }

  return watch.report();
}

export type TrailWatch = {
  /** Takes the next record; given in the order in which all records of a queue were published. */
  take(publication: Publication, options?: { readonly isOrdered?: boolean }): void;
  /** The entry's files are gone: it was archived, or an import was taken back. Its number may be given out again. */
  forget(number: number): void;
  report(): TrailReport;
};

/** `nextKey`: of what is sent in its place once it is known that it did not arrive. */
type Watched = {
  trail: Trail;
  key: string;
  nextKey?: string;
  readonly history: (EntryRecord | undefined)[];
  isRefused: boolean;
};

/** The positions of the protocol by the states that people see, which the engine's own fold must come to as well. */
const positions: Readonly<Record<EntryState, string>> = {
  queued: 'waiting',
  sending: 'sending',
  checking: 'unsure',
  rejected: 'refused',
  review: 'review',
  held: 'held',
  created: 'settled',
  discarded: 'discarded',
};

/**
 * Follows a queue while its records are published. Their order across entries shows one thing more than each history
 * alone: no two animals that could be taken for each other are on their way together. `isOrdered: false` leaves that
 * out.
 */
export function watchTrails(circumstances: Circumstances = {}): TrailWatch {
  const watched = new Map<number, Watched>();
  const violations: string[] = [];
  const transitions: Transition[] = [];
  let records = 0;

  /** Every id that an animal of this queue ever had. */
  const owned = new Set<Int64>();

  /** When an animal was sent that the store answered with an id: as early as it may have been taken in. */
  const answered = new Map<Int64, RecordOf<'attempt'>>();

  const isTooEarly = ({ sentAt = Infinity, open }: Trail, witness: Int64): boolean => {
    const sent = answered.get(witness);
    const isComparable = sent !== undefined && sent.boot === open.at(-1)?.boot;
    return isComparable && sent.uptime - sentAt < 2 * (circumstances.settleMs ?? 0);
  };

  const whyAmongOthers = (number: number, { trail, key }: Watched, record: EntryRecord): string | undefined => {
    // One that is on its way already is only asked about once more: its like may have been brought back by a person
    // since.
    const twin = record.kind === 'attempt' && trail.open.length === 0 ? findUnderway(watched, number, key) : undefined;
    const found =
      record.kind === 'absent'
        ? trail.looks
            .flatMap(({ candidates }) => candidates)
            .find(({ id }) => !owned.has(id) && !trail.notMine.includes(id))
        : undefined;
    if (record.kind === 'looked' && record.witness !== undefined && isTooEarly(trail, record.witness)) {
      return `takes #${record.witness} for a witness, which was not sent two settle times later`;
    }

    return twin === undefined
      ? found && `calls it absent although a look found #${found.id}, which belongs to nobody`
      : `sends it while Q-${twin}, which could be taken for it, may be on its way`;
  };
  const begin = ({ number, record }: Publication): void => {
    if (record?.kind === 'entered') {
      watched.set(number, {
        trail: beginTrail(record),
        key: matchingKey(parseNewPet(record.body)),
        history: [record],
        isRefused: false,
      });
    } else if (record !== undefined) {
      violations.push(`Q-${number} begins with "${record.kind}".`);
    }
    // A history whose beginning is damaged tells nothing; the store shows it as such.
  };

  return {
    take(publication, { isOrdered = true } = {}) {
      records += 1;
      const { number, step, record, version } = publication;
      const entry = watched.get(number);
      if (step === 0) {
        if (entry) {
          violations.push(`Q-${number} is entered twice.`);
        } else {
          begin(publication);
        }

        return;
      }

      // What follows a record that must not be there proves nothing more.
      if (!entry || entry.isRefused) {
        return;
      }

      const from = nameOf(entry.trail);
      const before = entry.history.map(labelOf).join(', ');
      entry.history.push(record);
      if (record === undefined) {
        entry.trail = passDamage(entry.trail);
        return;
      }

      const why = isOrdered ? whyAmongOthers(number, entry, record) : undefined;
      const taken =
        why === undefined
          ? takeStep(entry.trail, record, step, { ...circumstances, isVersion1: version < 2 })
          : { refused: why };
      if ('refused' in taken) {
        entry.isRefused = true;
        violations.push(`Q-${number}, record ${step}: "${labelOf(record)}" ${taken.refused}. It follows: ${before}.`);
        return;
      }

      const [sent] = entry.trail.open;
      if (sent && taken.to.settledBy === 'answer' && taken.to.petId !== undefined) {
        answered.set(taken.to.petId, sent);
      }

      const isNews = !isToldAgain(entry.trail, record);
      entry.trail = taken.to;
      if (entry.trail.petId !== undefined) {
        owned.add(entry.trail.petId);
      }

      const to = nameOf(entry.trail);
      if (isNews && !entry.trail.hasGap && !isInModel(from, labelOf(record), to, { isVersion1: version < 2 })) {
        violations.push(
          `Q-${number}, record ${step}: the model in spec/ takes no "${labelOf(record)}" from ${from} to ${to}. It follows: ${before}.`,
        );
      }

      if (record.kind === 'edited') {
        entry.nextKey = matchingKey(parseNewPet(record.body));
      }

      // Until then what was sent is what it may be taken for.
      if (!entry.trail.isReplaced && entry.nextKey !== undefined) {
        entry.key = entry.nextKey;
        delete entry.nextKey;
      }

      transitions.push({ from, record: labelOf(record), to });
    },
    forget(number) {
      violations.push(...compareWithFold(number, watched.get(number)));
      watched.delete(number);
    },
    report: () => ({
      violations: [...violations, ...[...watched].flatMap(([number, entry]) => compareWithFold(number, entry))],
      transitions,
      records,
    }),
  };
}

/** The engine folds the same records by rules of its own: both must come to the same end. */
function compareWithFold(number: number, entry: Watched | undefined): readonly string[] {
  const [first, ...later] = entry?.history ?? [];
  if (!entry || entry.isRefused || first?.kind !== 'entered') {
    return [];
  }

  const { state, undecided, ifAbsent, instead } = foldEntry(first, later);
  const { trail } = entry;
  const wanted =
    trail.position !== 'unsure' || trail.isDiscarded
      ? undefined
      : trail.isGivenUp
        ? 'discarded'
        : trail.heldFrom && 'held';
  const position = nameOf(trail);
  const isOpen = trail.open.length > 0 || trail.isDamaged;
  return positions[state] === position &&
    (undecided !== undefined) === isOpen &&
    ifAbsent === wanted &&
    (instead !== undefined) === trail.isReplaced
    ? []
    : [
        `Q-${number} is ${state}${undecided ? ', undecided,' : ''} by the fold and ${position}${isOpen ? ', open,' : ''} by the protocol, after: ${entry.history.map(labelOf).join(', ')}.`,
      ];
}

function findUnderway(watched: ReadonlyMap<number, Watched>, number: number, key: string): number | undefined {
  for (const [other, { trail, key: otherKey }] of watched) {
    if (
      other !== number &&
      otherKey === key &&
      (trail.open.length > 0 || trail.isDamaged) &&
      trail.position !== 'settled' &&
      !trail.isDiscarded
    ) {
      return other;
    }
  }

  return undefined;
}

/** A record's kind, and what an outcome or an adoption was; the model uses the same labels. */
export function labelOf(record: EntryRecord | undefined): string {
  return record === undefined
    ? 'damaged'
    : record.kind === 'outcome'
      ? `outcome:${record.result.type}`
      : record.kind === 'adopted'
        ? `adopted:${record.by}`
        : record.kind;
}
