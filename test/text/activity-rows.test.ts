import test from 'ava';
import type { Activity } from '../../source/domain/activity.ts';
import type { ConnectionState } from '../../source/domain/connection.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import { activityRowText, rowNeedsSomebody, toActivityRows } from '../../source/text/activity-rows.ts';

const noon = new Date(2026, 2, 14, 12).getTime();
const at = (minutes: number): string => new Date(noon + minutes * 60_000).toISOString();
const added = (number: number, minutes: number): Activity => ({
  at: at(minutes),
  kind: 'new',
  id: String(number) as Int64,
  name: 'Rex',
});
const settled = (number: number, minutes: number, state: 'created' | 'rejected' | 'review'): Activity => ({
  at: at(minutes),
  kind: 'settled',
  localId: `Q-${number}`,
  name: 'Rex',
  state,
  ...(state === 'created' ? { id: String(number) as Int64 } : {}),
});
const connection = (state: ConnectionState, minutes: number): Activity => ({
  at: at(minutes),
  kind: 'connection',
  state,
});
const textsOf = (activities: readonly Activity[]): readonly string[] =>
  toActivityRows(activities).map((row) => activityRowText(row, {}));

test('a run of one kind is one row, and what stands alone is told whole', (t) => {
  const many = Array.from({ length: 6 }, (_, index) => added(index + 1, index));
  t.deepEqual(textsOf(many), ['6 new']);
  t.deepEqual(textsOf(many.slice(1)).length, 5);
  t.deepEqual(textsOf([...many, added(7, 30)]), ['6 new', '#7 Rex is new'], 'what came later is another thing');
  const mine = [settled(1, 0, 'created'), settled(2, 1, 'rejected'), settled(3, 2, 'created'), settled(4, 3, 'review')];
  t.deepEqual(textsOf(mine), ['2 sent, 1 rejected, 1 in review']);
  t.true(toActivityRows(mine).every(rowNeedsSomebody));
});

test('an animal that was taken back and settled again counts once', (t) => {
  const mine = [
    settled(1, 0, 'review'),
    settled(1, 1, 'created'),
    settled(1, 2, 'review'),
    settled(1, 3, 'created'),
    settled(2, 4, 'created'),
  ];
  t.deepEqual(textsOf(mine), ['2 sent']);
  t.false(toActivityRows(mine).some(rowNeedsSomebody));
});

test('a connection that was lost once is not said to have come and gone', (t) => {
  for (const [states, text] of [
    [['offline', 'error', 'offline'], ['the store cannot be reached']],
    [['online', 'offline'], ['the store cannot be reached']],
    [['error', 'offline', 'online'], ['the store cannot be reached, for 2 min']],
    [['offline', 'online', 'error'], ['the store has trouble, 2 times']],
    [['changed', 'online'], ['something is not as petstore left it, and a person is asked, for 60 s']],
    [
      ['unauthorized', 'online', 'unauthorized'],
      ['the store wants a key that it accepts, for 60 s', 'the store wants a key that it accepts'],
    ],
    [
      ['offline', 'working-offline', 'online'],
      ['the store cannot be reached', 'you work offline, for 60 s'],
    ],
  ] as const) {
    t.deepEqual(textsOf(states.map((state, minute) => connection(state, minute))), text);
  }
});

test('a question about the store waits for somebody until it is answered', (t) => {
  const asked = [connection('offline', 0), connection('unauthorized', 1)];
  t.deepEqual(toActivityRows(asked).map(rowNeedsSomebody), [false, true]);
  t.deepEqual(toActivityRows([...asked, connection('online', 2)]).map(rowNeedsSomebody), [false, false]);
});

test("an animal of one's own is told once, and a day ends every run", (t) => {
  t.deepEqual(textsOf([settled(7, 0, 'created'), added(7, 1)]), ['Q-7 Rex is #7']);
  const night = 11 * 60 + 55;
  t.is(toActivityRows(Array.from({ length: 12 }, (_, index) => added(index, night + index))).length, 5 + 1);
});
