/**
 * Whether this queue is the one that a person entered animals into, as it was left here: its origin says where it belongs
 * (`origin.ts`), its mark how far sending came (`mark.ts`). What was copied or put back from a backup may have been sent already.
 */
import type { Entry } from '../../domain/entry.js';
import type { Archive } from '../archive.js';
import { compareMark, type MarkFindings, markLinesOf, toMarkLine } from './mark.js';
import type { Marks } from './marks.js';
import type { Journal } from '../journal/journal.js';
import type { Origin } from './origin.js';

/** `put-back`: attempts of these animals that were made from here are missing, numbers ascending. */
export type BelongingFindings = { readonly type: 'as-left' } | { readonly type: 'copied' } | { readonly type: 'put-back'; readonly numbers: readonly number[] };

/** Where one queue comes from. For the sender, under its lock. */
export type Belonging = {
  check(): Promise<BelongingFindings>;
  /** A person says that this is the one queue, as it is now. */
  confirm(): Promise<void>;
  /** Whether a mark is kept: without one nothing tells a queue that was put back but what it holds. */
  isMarked(): boolean;
  /** Notes the attempt an entry ends with. After its record is durable, and before the first byte of it is sent. */
  noteAttempt(entry: Entry): Promise<void>;
};

type Options = { readonly origin: Origin; readonly marks: Marks | undefined; readonly journal: Journal; readonly archive: Archive };

/** Lines of archived animals that are kept, so that a backup from before all of them is told, and how many more may gather. */
const archivedKept = 256;
const archivedGathered = 4096;

/** Without marks only a copy is told. Where a mark cannot be read or written, nothing is asked and sending goes on. */
export function createBelonging({ origin, marks, journal, archive }: Options): Belonging {
  let isKept = marks !== undefined;
  const isArchived = (number: number): boolean =>
    // Numbers up to the highest that left no record at all: the archive's rows were damaged.
    archive.has(number) || (number <= archive.highest() && journal.recordAt(number, 0) === undefined && journal.recordAt(number, 1) === undefined);
  const compare = (lines: readonly string[]): MarkFindings => compareMark(lines, { recordAt: (number, step) => journal.recordAt(number, step), isArchived });

  /** What is missing of what the mark says; brings the mark up to date where nothing is. */
  async function findMissing(kept: Marks, id: string): Promise<readonly number[]> {
    const lines = await kept.read(id).catch(() => undefined);
    if (!lines) {
      return [];
    }

    let found = compare(lines);
    if (found.missing.length > 0) {
      // Another process may have sent since this one read the queue; the record of what it sent was there before its line.
      await archive.load();
      await journal.refresh();
      found = compare(lines);
    }

    if (found.missing.length === 0) {
      await update(kept, id, lines, found).catch(() => undefined);
    }

    return found.missing;
  }

  /** Attempts made elsewhere (a stick used on two machines), or just before a crash, or by version 1, get their lines. */
  async function update(kept: Marks, id: string, lines: readonly string[], found: MarkFindings): Promise<void> {
    const known = new Set(lines);
    const added = markLinesOf(journal.entries()).filter((line) => !known.has(line));
    if (found.archived.length > found.present.length + archivedGathered) {
      await kept.replace(id, [...found.archived.slice(-archivedKept), ...found.present, ...added]);
    } else if (added.length > 0) {
      await kept.add(id, added);
    }
  }

  return {
    async check() {
      if (!(await origin.matches())) {
        return { type: 'copied' };
      }

      const id = origin.id();
      const numbers = marks && id !== undefined ? await findMissing(marks, id) : [];
      return numbers.length > 0 ? { type: 'put-back', numbers } : { type: 'as-left' };
    },

    async confirm() {
      await origin.renew();
      const id = origin.id();
      if (marks && id !== undefined) {
        await journal.refresh();
        const archived = compare(await marks.read(id).catch(() => [])).archived.slice(-archivedKept);
        await marks.replace(id, [...archived, ...markLinesOf(journal.entries())]).catch(() => undefined);
      }
    },

    async noteAttempt({ number, history }) {
      const [id, record] = [origin.id(), history.at(-1)];
      if (marks && id !== undefined && record?.kind === 'attempt') {
        isKept = await marks.add(id, [toMarkLine(number, history.length - 1, record)]).then(() => true, () => false);
      }
    },

    isMarked: () => isKept,
  };
}
