import test from 'ava';
import { restAfterReading } from '../../../source/sync/loop/watch-local.ts';

test('a queue is read a quarter of the time at most, and hardly ever while this process changes it itself', (t) => {
  t.is(restAfterReading(50, false), 150);
  t.is(restAfterReading(50, true), 1000);
  t.is(restAfterReading(1, true), 20);
});

test('whatever a reading takes, what others change is noticed within two seconds of rest', (t) => {
  t.is(restAfterReading(5000, false), 2000);
  t.is(restAfterReading(5000, true), 2000);
});
