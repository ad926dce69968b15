import test from 'ava';
import { type Connection, isSameAnswer, maySend } from '../../source/domain/connection.ts';

const online = { state: 'online' } as Connection;
const offline = { state: 'offline' } as Connection;
const free = { isNewer: false, workingOffline: false, paused: undefined, connection: online };

test('nothing is sent for the first reason of many, and a person is told of that one', (t) => {
  t.deepEqual(maySend(free), { type: 'yes' });
  const all = { isNewer: true, workingOffline: true, paused: offline, connection: offline };
  const why = (facts: Partial<typeof all>) => {
    const answer = maySend({ ...free, ...facts });
    return answer.type === 'no' ? [answer.why, answer.connection.state] : [];
  };
  t.deepEqual(why(all), ['newer-version', 'offline']);
  t.deepEqual(why({ ...all, isNewer: false }), ['working-offline', 'offline']);
  t.deepEqual(why({ paused: offline }), ['paused', 'offline']);
  t.deepEqual(why({ connection: offline }), ['unreachable', 'offline']);
});

test('two answers are the same where they give the same text', (t) => {
  const no = maySend({ ...free, connection: offline });
  t.true(isSameAnswer(maySend(free), maySend(free)));
  t.true(isSameAnswer(no, { ...no }));
  t.false(isSameAnswer(no, maySend(free)));
  t.false(isSameAnswer(maySend(free), no));
  t.false(isSameAnswer(no, maySend({ ...free, connection: offline, workingOffline: true })));
  t.false(isSameAnswer(no, maySend({ ...free, connection: { ...offline } })));
});
