import test from 'ava';
import { createDrawPace } from '../../../source/tui/state/pace.js';

/** A source that changes when told to, drawn from by one listener, on a clock that stands still until it is moved. */
function setUp() {
  let now = 1000;
  let value = 0;
  const listeners = new Set<() => void>();
  const source = {
    snapshot: () => value,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const pace = createDrawPace<number>({
    now: () => now,
    later(ms, work) {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const paced = pace(source);
  const drawn: number[] = [];
  const stop = paced.subscribe(() => drawn.push(paced.snapshot()));
  return {
    source,
    pace,
    paced,
    drawn,
    timers,
    listeners,
    stop,
    change: () => {
      value += 1;
      listeners.forEach((listener) => listener());
    },
    pass: (ms: number) => {
      now += ms;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.work();
      }
    },
  };
}

test('the first change is drawn at once, and wakes nobody afterwards', (t) => {
  const { drawn, change, timers } = setUp();
  change();
  t.deepEqual(drawn, [1]);
  t.is(timers.size, 0);
});

test('those within 100 ms are drawn together, and the last of them always is', (t) => {
  const { drawn, change, pass } = setUp();
  change();
  Array.from({ length: 1000 }).forEach(change);
  pass(99);
  t.deepEqual(drawn, [1]);
  pass(1);
  t.deepEqual(drawn, [1, 1001]);
  pass(100);
  change();
  t.deepEqual(drawn, [1, 1001, 1002]);
});

test('who begins to listen sees what changed before, and nothing is drawn for those who left', (t) => {
  const { paced, drawn, change, stop, timers, listeners } = setUp();
  change();
  change();
  t.is(timers.size, 1);
  stop();
  t.is(timers.size + listeners.size, 0);
  change();
  t.deepEqual(drawn, [1]);
  paced.subscribe(() => undefined);
  t.is(paced.snapshot(), 3);
});

test('a source has one pace, whoever asks', (t) => {
  const { pace, source, paced } = setUp();
  t.is(pace(source), paced);
});
