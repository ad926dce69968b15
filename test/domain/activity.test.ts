import test from 'ava';
import { type Activity, mergeActivities, toSettled, withSettled } from '../../source/domain/activity.ts';
import type { Entry } from '../../source/domain/entry.ts';
import type { Int64 } from '../../source/domain/int64.ts';

const at = (minute: number): string => `2026-11-23T10:0${minute}:00.000Z`;
const id = '7' as Int64;
const settled = (minute: number, state: 'created' | 'rejected' | 'review'): Activity => ({
  at: at(minute),
  kind: 'settled',
  localId: 'Q-1',
  name: 'Rex',
  state,
});
const entry = (more: object): Entry =>
  ({ localId: 'Q-1', name: 'Rex', state: 'created', createdAt: at(0), history: [], ...more }) as unknown as Entry;

test('what two programs saw is told once, in the order of time; each refusal is told', (t) => {
  const seen = (minute: number): Activity => ({ at: at(minute), kind: 'new', id, name: 'Rex' });
  const other: Activity = { at: at(2), kind: 'new', id: '8' as Int64, name: 'Rex' };
  t.deepEqual(mergeActivities([seen(3), other], [seen(1)]), [seen(1), other]);
  t.is(mergeActivities([settled(1, 'created')], [settled(2, 'created')]).length, 1);
  t.is(mergeActivities([settled(1, 'rejected')], [settled(2, 'rejected')]).length, 2);
  t.is(mergeActivities([settled(1, 'rejected')], [settled(1, 'rejected')]).length, 1);
});

test('an animal of its own is told when it has its id or needs a person, as of the record that said so first', (t) => {
  const told = { at: at(0), kind: 'settled', localId: 'Q-1', name: 'Rex' };
  for (const state of ['created', 'rejected', 'review'] as const) {
    t.deepEqual(toSettled(entry({ state })), { ...told, state } as Activity);
  }

  for (const state of ['queued', 'sending', 'checking', 'held', 'discarded'] as const) {
    t.is(toSettled(entry({ state })), undefined, state);
  }

  const outcome = (minute: number, attempt: number) => ({ kind: 'outcome', at: at(minute), attempt });
  const since = (...history: readonly object[]) => toSettled(entry({ petId: id, history }));
  t.like(since(outcome(1, 1), outcome(2, 3), outcome(4, 3)), { at: at(2), id });
  t.like(since(outcome(1, 1), { kind: 'adopted', at: at(3) }, { kind: 'held', at: at(4) }), { at: at(3) });
  t.like(since({ kind: 'adopted', at: at(1) }, outcome(2, 1)), { at: at(2) });
  const history = [outcome(1, 1), { kind: 'gone', is: 'asked', at: at(5) }];
  t.like(toSettled(entry({ state: 'review', history })), { at: at(5) }, 'asked about as it is gone');
  t.like(since(outcome(1, 1), { kind: 'gone', is: 'told', at: at(5) }), { at: at(1) });
});

test('an animal of its own is no new one, and what settled before is known', (t) => {
  const seen = (which: Int64): Activity => ({ at: at(2), kind: 'new', id: which, name: 'Rex' });
  const own = entry({ petId: id, history: [{ kind: 'adopted', at: at(3) }] });
  const kinds = (from: string, entries: readonly Entry[], ...more: readonly Activity[]) =>
    withSettled([seen(id), seen('8' as Int64), ...more], entries, from).map((activity) =>
      activity.kind === 'new' ? activity.id : activity.kind,
    );
  t.deepEqual(kinds(at(2), [own]), ['8', 'settled']);
  t.deepEqual(kinds(at(3), [own]), ['8']);
  t.deepEqual(kinds(at(3), [{ ...own, elsewhere: 'former-store' }]), ['7', '8'], 'its id is of another store');
  t.deepEqual(kinds(at(3), [], { ...settled(4, 'created'), id } as Activity), ['8', 'settled']);
});
