import { mock } from 'node:test';
import test from 'ava';
import { createKeyStream } from '../../../source/tui/input/key-stream.js';

/** A stream that takes the keys in `bound` and records what it does with every one. */
function record(bound: readonly string[], typing = false): { readonly stream: ReturnType<typeof createKeyStream>; readonly seen: string[]; readonly until: (length: number) => Promise<void> } {
  const seen: string[] = [];
  const stream = createKeyStream({
    take: ({ name }) => bound.includes(name) && seen.push(`take ${name}`) > 0,
    typing: () => typing,
    pass: (raw) => void seen.push(`pass ${JSON.stringify(raw)}`),
  });
  return {
    stream,
    seen,
    async until(length) {
      const deadline = performance.now() + 10_000;
      while (seen.length < length && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}

test('an arrow that a slow link split is one key', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const { stream, seen } = record(['down', 'escape', '[', 'B']);
  stream.push('\u001B');
  mock.timers.tick(49);
  stream.push('[B');
  mock.timers.tick(100);
  t.deepEqual(seen, ['take down']);
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
  t.deepEqual(seen, ['pass "\\u001b[200~half\\u001b[201~"'], 'and has one when it is passed on, or the widget would wait for it');
});
