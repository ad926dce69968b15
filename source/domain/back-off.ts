import type { EntryRecord } from './record.js';
import { longestWaitMs } from './waits.js';

const shortestMs = 1000;
const longestMs = 60_000;

/** When to try again, ISO: exponential from 1 s to 60 s with full jitter, never sooner than asked. */
export function nextTryAt(now: number, failures: number, random: () => number, atLeastMs = 0): string {
  const ceiling = Math.min(longestMs, shortestMs * 2 ** Math.min(failures, 10));
  const wait = Math.max(Math.round(random() * ceiling), Math.min(atLeastMs, longestWaitMs));
  return new Date(now + wait).toISOString();
}

/**
 * How many attempts in a row failed, the last one included. A row ends with an edit or another decision of a person, or
 * with an answer that the service gave to the data itself. `impatientSince`: attempts before that time (milliseconds
 * since 1970) do not count, as a person does not want to wait for them.
 */
export function failuresInRow(history: readonly (EntryRecord | undefined)[], impatientSince: number): number {
  const since = history.findLastIndex((record) => record !== undefined && endsRow(record));
  return history
    .slice(since + 1)
    .filter((record) => record?.kind === 'attempt' && Date.parse(record.at) >= impatientSince).length;
}

const decisions: readonly EntryRecord['kind'][] = ['edited', 'retried', 'released', 'restored', 'sent-again'];

function endsRow(record: EntryRecord): boolean {
  return (
    decisions.includes(record.kind) ||
    (record.kind === 'outcome' && (record.result.type === 'created' || record.result.type === 'rejected'))
  );
}
