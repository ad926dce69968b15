import test from 'ava';
import type { Activity } from '../../source/domain/activity.ts';
import { firstSeen } from '../../source/domain/first-seen.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import { foldEntry } from '../../source/local/queue/fold-entry.ts';
import { entered } from '../helpers/fake-engine.ts';

const id = '7' as Int64;
const at = (hour: number): string => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;
const came = (hour: number): Activity => ({ kind: 'new', at: at(hour), id, name: 'Leo' });
const went = (hour: number): Activity => ({ kind: 'gone', at: at(hour), id, name: 'Leo' });
const sent = (hour: number): Activity => ({
  kind: 'settled',
  at: at(hour),
  localId: 'Q-1',
  name: 'Leo',
  state: 'created',
  id,
});

test('an animal is known since it was seen first, and again since it came back', (t) => {
  const seen = (recorded: readonly Activity[], news: readonly Activity[] = []) => firstSeen(recorded, news, []).get(id);
  t.is(seen([]), undefined);
  t.deepEqual(seen([came(8)]), { at: at(8), isOwn: false, isNew: false });
  t.deepEqual(seen([came(8), came(9)]), { at: at(8), isOwn: false, isNew: false }, 'two programs saw it');
  t.deepEqual(seen([came(8), went(9), came(10)]), { at: at(10), isOwn: false, isNew: false });
  t.is(seen([came(8), went(9)]), undefined);
  // The log has the news as well, or not yet.
  t.deepEqual(seen([came(8)], [came(8)]), { at: at(8), isOwn: false, isNew: true });
  t.deepEqual(seen([], [came(8)]), { at: at(8), isOwn: false, isNew: true });
});

test('an animal that was entered here is nobody else’s news, whoever told of it first', (t) => {
  for (const told of [[came(8), sent(9)], [sent(9), came(10)], [sent(9)]]) {
    const news = firstSeen([], told, []).get(id);
    t.like(news, { isOwn: true, isNew: false });
    t.like(firstSeen(told, [], []).get(id), { isOwn: true, isNew: false });
  }
});

test('an animal is nobody’s of this home once its person took back that it is theirs', (t) => {
  const entry = { ...foldEntry(entered('Q-1', { name: 'Leo', categoryId: id }, at(7)), []), petId: '8' as Int64 };
  t.is(firstSeen([sent(9)], [], [entry]).get(id), undefined);
  t.like(firstSeen([sent(9)], [], [{ ...entry, petId: id }]).get(id), { isOwn: true });
});
