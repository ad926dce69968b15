/**
 * Whether this queue is the one that a person entered animals into, as it was left here: its origin names its place
 * (`origin.ts`), its mark how far sending came (`marks.ts`). Copied or restored animals may have been sent already.
 *
 * A mark has a line for each attempt, `7.1 1f3a9c2e`. A count would not do: a person may put back one animal's records,
 * and the archive takes settled animals out of the queue.
 */
import { crc32 } from 'node:zlib';
import type { Entry } from '../../domain/entry.js';
import type { RecordOf } from '../../domain/record.js';
import type { Archive } from '../archive.js';
import type { Mark, Marks } from './marks.js';
import type { Journal } from '../journal/journal.js';
import type { Origin } from './origin.js';

/**
 * `numbers`: animals of which attempts that were made from here are missing, ascending. A copy lacks them only where
 * its original sent since, and a queue that was put back with its mark has them all. `isMarked`: a mark is kept;
 * without one only the list tells a queue that was put back.
 */
export type BelongingFindings =
  | { readonly type: 'as-left'; readonly isMarked: boolean }
  | { readonly type: 'copied' | 'put-back'; readonly numbers: readonly number[] };

/** Kept lines of archived animals, so that a backup from before all of them is told, and how many more may gather. */
const archivedKept = 256;
const archivedGathered = 4096;

/** Without marks only a copy is told. If a mark cannot be read or written, there is no question and sending goes on. */
export function createBelonging(origin: Origin, marks: Marks | undefined, journal: Journal, archive: Archive) {
  let isKept = marks !== undefined;
  let isMissing = false;
  const isArchived = (number: number): boolean =>
    // Numbers up to the highest that left no record at all: the archive's rows were damaged.
    archive.has(number) ||
    (number <= archive.highest() &&
      journal.recordAt(number, 0) === undefined &&
      journal.recordAt(number, 1) === undefined);

  /**
   * Holds the lines of a mark against the queue as it was read. `missing`: numbers of animals of which an attempt is
   * missing, ascending. `present`: lines that are there still.
   */
  function compare(lines: readonly string[]) {
    const missing = new Set<number>();
    const present: string[] = [];
    const archived: string[] = [];
    for (const line of lines) {
      const [number = 0, step = 0] = line.split(/[. ]/, 2).map(Number);
      const record = journal.recordAt(number, step);
      if (isArchived(number)) {
        archived.push(line);
      } else if (record === 'unreadable' || (record?.kind === 'attempt' && toMarkLine(number, step, record) === line)) {
        present.push(line);
      } else {
        missing.add(number);
      }
    }

    return { missing: [...missing].sort((a, b) => a - b), present, archived };
  }

  /**
   * Holds the mark against the queue as it was read, and if a record is missing, against the present files. Another
   * process may have sent or archived since. The order of reading makes that safe: a record is there before its line,
   * and stays until the archive has it.
   */
  async function holdAgainst(lines: readonly string[]) {
    const found = compare(lines);
    if (found.missing.length === 0) {
      return found;
    }

    await journal.refresh();
    await archive.load();
    return compare(lines);
  }

  async function readMark() {
    const id = origin.id();
    const mark = marks && id !== undefined ? await marks.read(id).catch(() => undefined) : undefined;
    return marks && id !== undefined && mark
      ? { kept: marks, id, ...mark, ...(await holdAgainst(mark.lines)) }
      : undefined;
  }

  type Read = NonNullable<Awaited<ReturnType<typeof readMark>>>;

  /** Attempts made elsewhere (a stick used on two machines), or just before a crash, get their lines. */
  async function update({ kept, id, lines, present, archived }: Read): Promise<void> {
    const known = new Set(lines);
    const added = markLinesOf(journal.entries()).filter((line) => !known.has(line));
    if (archived.length > present.length + archivedGathered) {
      await kept.replace(id, [...archived.slice(-archivedKept), ...present, ...added]);
    } else if (added.length > 0) {
      await kept.add(id, added);
    }
  }

  return {
    /**
     * Looks, and brings the notes of the place and of the attempts up to date. `onlyLooks`: it only reads, without a
     * lock, and is right while another process sends.
     */
    async check({ onlyLooks = false } = {}): Promise<BelongingFindings> {
      const isHere = await origin.matches({ onlyLooks });
      const read = await readMark();
      const numbers = read?.missing ?? [];
      isMissing = onlyLooks ? isMissing : read?.state === 'missing';
      if (!onlyLooks && read?.state === 'own') {
        read.kept.renew(read.id);
        if (numbers.length === 0) {
          await update(read).catch(() => undefined);
        }
      }

      if (!isHere) {
        return { type: 'copied', numbers };
      }

      return numbers.length > 0 || read?.state === 'copied'
        ? { type: 'put-back', numbers }
        : { type: 'as-left', isMarked: isKept && read?.state === 'own' };
    },

    /** A person says that this is the one queue, as it is now. */
    async confirm() {
      await origin.renew();
      const id = origin.id();
      if (marks && id !== undefined) {
        await journal.refresh();
        const { lines } = await marks.read(id).catch((): Mark => ({ state: 'missing', lines: [] }));
        const archived = compare(lines).archived.slice(-archivedKept);
        await marks.replace(id, [...archived, ...markLinesOf(journal.entries())]).catch(() => undefined);
      }
    },

    /** Notes the attempt an entry ends with. After its record is durable, and before the first byte of it is sent. */
    async noteAttempt({ number, history }: Pick<Entry, 'number' | 'history'>) {
      const [id, record] = [origin.id(), history.at(-1)];
      if (marks && id !== undefined && record?.kind === 'attempt') {
        const line = toMarkLine(number, history.length - 1, record);
        // Made no sooner: until something is sent, the list is all that tells a queue that was put back without it.
        const lines = isMissing ? [...new Set([...markLinesOf(journal.entries()), line])] : [line];
        isMissing = false;
        isKept = await marks.add(id, lines).then(
          () => true,
          () => false,
        );
      }
    },
  };
}

/** Number, step, and what tells the attempt from any other record that may get its place after a restore. */
function toMarkLine(number: number, step: number, { at, uptime, process }: RecordOf<'attempt'>): string {
  const told = crc32(`${at} ${uptime} ${process}`).toString(16).padStart(8, '0');
  return `${number}.${step} ${told}`;
}

/** The lines of every attempt of these entries. */
function markLinesOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ number, history }) =>
    history.flatMap((record, step) => (record?.kind === 'attempt' ? [toMarkLine(number, step, record)] : [])),
  );
}
