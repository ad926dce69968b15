import { isWaiting, type Entry } from '../../../source/domain/entry.ts';
import type { Connection } from '../../../source/domain/connection.ts';

type Waiting = Pick<Entry, 'localId' | 'state' | 'name' | 'categoryId'>;

/**
 * What waits for nothing although all has been well for long: entries that no person can help on, but for one behind an
 * identical animal that still waits, and a program that still asks whether the store was reset although it was not.
 */
export function findStuck(
  entries: readonly Waiting[],
  connection: Pick<Connection, 'state'>,
  isReallyChanged = false,
): readonly string[] {
  const isBehind = ({ localId, name, categoryId }: Waiting): boolean =>
    entries.some(
      (other) =>
        other.localId !== localId && other.name === name && other.categoryId === categoryId && isWaiting(other.state),
    );
  const waiting = entries.filter(
    (entry) =>
      entry.state === 'checking' || entry.state === 'sending' || (entry.state === 'queued' && !isBehind(entry)),
  );
  return [
    ...waiting.map(({ localId, state }) => `${localId} is stuck in ${state}`),
    ...(connection.state === 'changed' && !isReallyChanged
      ? ['it still asks whether the store was reset, although all is well']
      : []),
  ];
}
