import { mock } from 'node:test';
import test from 'ava';
import { createKeyStream } from '../../../source/tui/input/key-stream.js';

/** A stream that takes the keys in `bound` and records what it does with every one. */
function record(
  bound: readonly string[],
  typing = false,
  escapeMs = 50,
): {
  readonly stream: ReturnType<typeof createKeyStream>;
  readonly seen: string[];
  readonly until: (length: number) => Promise<void>;
} {
  const seen: string[] = [];
  const stream = createKeyStream({
    take: ({ name }) => bound.includes(name) && seen.push(`take ${name}`) > 0,
    typing: () => typing,
    waits: () => false,
    isDrawn: () => true,
    escapeMs: () => escapeMs,
    pass: (raw) => void seen.push(`pass ${JSON.stringify(raw)}`),
  });
  return {
    stream,
    seen,
    async until(length) {
      const deadline = performance.now() + 60_000;
      while (seen.length < length && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}

test('a slower line is given the time that a person set for it', (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] });
  t.teardown(() => mock.timers.reset());
  const { stream, seen } = record(['down', 'escape', '[', 'B'], false, 300);
  stream.push('\u001B');
  mock.timers.tick(299);
  stream.push('[B');
  stream.push('\u001B');
  mock.timers.tick(301);
  t.deepEqual(seen, ['take down', 'take escape']);
});

test('an answer whose end never comes is given up, and what is typed after it counts', (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] });
  t.teardown(() => mock.timers.reset());
  for (const part of ['\u001B]11;rgb:', '\u001B[?62;', '\u001BP>|x']) {
    const { stream, seen } = record(['unknown', 'escape', 'j']);
    stream.push(part);
    mock.timers.tick(501);
    stream.push('j');
    t.deepEqual(seen, ['take unknown', 'take j'], JSON.stringify(part));
  }
});

test('Alt and a letter that answers begin with is a key', (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] });
  t.teardown(() => mock.timers.reset());
  const { stream, seen } = record(['alt-P', 'alt-]', 'j']);
  stream.push('\u001BP');
  mock.timers.tick(51);
  stream.push('\u001B]');
  stream.push('j');
  t.deepEqual(seen, ['take alt-P', 'take alt-]', 'take j']);
});

test('an Escape and a key pressed quickly after it are two keys', (t) => {
  const { stream, seen } = record(['escape', ':']);
  stream.push('\u001B');
  stream.push(':');
  t.deepEqual(seen, ['take escape', 'take :']);
});

test('an Escape that nothing follows is an Escape', async (t) => {
  const { stream, seen, until } = record(['escape']);
  stream.push('\u001B');
  t.deepEqual(seen, []);
  await until(1);
  t.deepEqual(seen, ['take escape']);
});

test('what is not bound is passed on, text in one piece', async (t) => {
  const { stream, seen, until } = record(['enter'], true);
  stream.push('Rex\r7');
  await until(3);
  t.deepEqual(seen, ['pass "Rex"', 'take enter', 'pass "7"']);
});

test('a select list gets its keys one by one', async (t) => {
  const { stream, seen, until } = record([]);
  stream.push('jj');
  await until(2);
  t.deepEqual(seen, ['pass "j"', 'pass "j"']);
});

test('a long paste without its end does not swallow keys for ever', async (t) => {
  const { stream, seen, until } = record([]);
  stream.push('\u001B[200~half');
  await until(1);
  t.deepEqual(
    seen,
    ['pass "\\u001b[200~half\\u001b[201~"'],
    'and has one when it is passed on, or the widget would wait for it',
  );
});

const down = '\u001B[B';

test('arrows that come at once count each', (t) => {
  const { stream, seen } = record(['down']);
  stream.push(down.repeat(3));
  stream.push(down);
  t.deepEqual(
    seen,
    Array.from({ length: 4 }, () => 'take down'),
  );
});
