import test from 'ava';
import { createDrawPace } from '../../../source/tui/state/pace.js';

/** A source that changes when told to, drawn from by one listener, on a clock that stands still until it is moved. */
function setUp({ drawingTakes = 10 }: { readonly drawingTakes?: number } = {}) {
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
  let begun: (() => void) | undefined;
  const pace = createDrawPace<number>({
    now: () => now,
    later(ms, work) {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    afterDrawing: (work) => (begun = work),
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
    endDrawing: () => {
      now += drawingTakes;
      const work = begun;
      begun = undefined;
      work?.();
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
  const { drawn, change, endDrawing, timers } = setUp();
  change();
  t.deepEqual(drawn, [1]);
  endDrawing();
  t.is(timers.size, 0);
});

test('changes during a drawing and in the rest after it are drawn together, and the last of them always is', (t) => {
  const { drawn, change, endDrawing, pass } = setUp({ drawingTakes: 10 });
  change();
  change();
  endDrawing();
  Array.from({ length: 1000 }).forEach(change);
  pass(49);
  t.deepEqual(drawn, [1]);
  pass(1);
  t.deepEqual(drawn, [1, 1002]);
});

test('a change after the rest is drawn at once', (t) => {
  const { drawn, change, endDrawing, pass } = setUp({ drawingTakes: 10 });
  change();
  endDrawing();
  pass(50);
  change();
  t.deepEqual(drawn, [1, 2]);
});

for (const [drawingTakes, rest] of [
  [1, 16],
  [20, 100],
  [1000, 200],
] as const) {
  test(`the rest is as long as five drawings, no shorter than a frame and no longer than people wait (${rest} ms)`, (t) => {
    const { drawn, change, endDrawing, pass } = setUp({ drawingTakes });
    change();
    endDrawing();
    change();
    pass(rest - 1);
    t.deepEqual(drawn, [1]);
    pass(1);
    t.deepEqual(drawn, [1, 2]);
  });
}

test('who begins to listen sees what changed before, and nothing is drawn for those who left', (t) => {
  const { paced, drawn, change, endDrawing, stop, timers, listeners } = setUp();
  change();
  endDrawing();
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
