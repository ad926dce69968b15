/**
 * How far sending came, as lines of a *mark*: one for each attempt, `7.1 1f3a9c2e`. It is kept outside the store's
 * folder (`marks.ts`), so it stays when that is put back from a backup, and the lines that the backup lacks show.
 *
 * Every attempt has a line, instead of a count or the last one alone: a person may put back one animal's records, and
 * the archive takes settled animals out of the queue.
 */
import { crc32 } from 'node:zlib';
import type { Entry } from '../../domain/entry.js';
import type { EntryRecord, RecordOf } from '../../domain/record.js';

/** Number, step, and what tells the attempt from any other record that may get its place after a restore. */
export function toMarkLine(number: number, step: number, { at, uptime, process }: RecordOf<'attempt'>): string {
  const told = crc32(`${at} ${uptime} ${process}`).toString(16).padStart(8, '0');
  return `${number}.${step} ${told}`;
}

/** The lines of every attempt of these entries. */
export function markLinesOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ number, history }) =>
    history.flatMap((record, step) => (record?.kind === 'attempt' ? [toMarkLine(number, step, record)] : [])),
  );
}

/** The known state of the store on disk. */
type Present = {
  /** The record of a step; undefined: it is not there. A damaged one is there, whatever it was. */
  readonly recordAt: (number: number, step: number) => EntryRecord | 'unreadable' | undefined;
  /** Whether an animal was settled long ago, so that its records are gone for good. */
  readonly isArchived: (number: number) => boolean;
};

/** A mark against the present files. */
export type MarkFindings = {
  /** Numbers of animals of which an attempt is missing, ascending. */
  readonly missing: readonly number[];
  /** Lines that are there still, and those of archived animals. */
  readonly present: readonly string[];
  readonly archived: readonly string[];
};

/** Holds a mark against the store. */
export function compareMark(lines: Iterable<string>, { recordAt, isArchived }: Present): MarkFindings {
  const missing = new Set<number>();
  const present: string[] = [];
  const archived: string[] = [];
  for (const line of lines) {
    const [number = 0, step = 0] = line.split(/[. ]/, 2).map(Number);
    const record = recordAt(number, step);
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
