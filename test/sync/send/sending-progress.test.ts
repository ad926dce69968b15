import test from 'ava';
import type { Entry, EntryState } from '../../../source/domain/entry.ts';
import type { EngineState } from '../../../source/sync/state.ts';
import { countSending, followSending } from '../../../source/sync/send/sending-progress.ts';

const entry = (number: number, state: EntryState = 'queued'): Entry =>
  ({ localId: `Q-${number}`, number, state }) as Entry;

test('it counts what waited when it began, whatever joins, leaves and moves meanwhile', (t) => {
  const before = [entry(1), entry(2), entry(3, 'held'), entry(4)];
  const count = countSending(before);
  t.deepEqual(count(before), { done: 0, total: 3 });
  t.deepEqual(count([entry(1, 'created'), entry(2, 'sending'), entry(3, 'held'), entry(4), entry(5)]), {
    done: 1,
    total: 3,
  });
  t.deepEqual(
    count([entry(2, 'checking'), entry(3, 'held'), entry(4), entry(5)]),
    { done: 1, total: 3 },
    'the first was archived',
  );
  t.deepEqual(count([entry(2, 'rejected'), entry(4), entry(5, 'created'), entry(6)]), { done: 2, total: 3 });
  t.deepEqual(count([entry(2), entry(4, 'created')]), { done: 2, total: 3 }, 'one that was settled may wait again');
});

test('it is shown until the last animal is settled, and of one animal alone never', (t) => {
  const follow = (...states: readonly (readonly Entry[])[]): readonly unknown[] => {
    const shown: unknown[] = [];
    let [entries = []] = states;
    const engine = {
      local: { queue: { entries: () => entries } },
      show: ({ progress }: { progress: unknown }) => void shown.push(progress),
    } as unknown as EngineState;
    const showProgress = followSending(engine, entries);
    for (const state of states) {
      entries = state;
      showProgress();
    }

    return shown;
  };
  t.deepEqual(
    follow([entry(1), entry(2)], [entry(1, 'created'), entry(2)], [entry(1, 'created'), entry(2, 'rejected')]),
    [{ what: 'Sending', done: 0, total: 2 }, { what: 'Sending', done: 1, total: 2 }, undefined],
  );
  t.deepEqual(follow([entry(1)], [entry(1, 'created')]), [undefined, undefined]);
});
