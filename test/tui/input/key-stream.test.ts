import { mock } from 'node:test';
import test from 'ava';
import { createKeyStream, afterInput } from '../../../source/tui/input/key-stream.ts';
import { decodeKeys } from '../../../source/tui/input/decode-keys.ts';
import type { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { createServer, connect } from 'node:net';

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

const names = (input: string): string[] => decodeKeys(input).keys.map((key) => key.name);

test('text comes by what people see as characters', (t) => {
  t.deepEqual(names('é👨‍👩‍👧ポ'), ['é', '👨‍👩‍👧', 'ポ']);
});

test('a report of the mouse behind an Escape that was a key by then is no key', (t) => {
  t.deepEqual(names('[<0;3;4Mj'), ['unknown', 'j']);
  t.deepEqual(names('[<3'), ['[', '<', '3']);
});

test('an answer that breaks off where another sequence begins is none, and what follows counts', (t) => {
  t.deepEqual(names('\u001B]11;rgb:0/q\u001B[Bj'), ['unknown', 'down', 'j']);
  t.deepEqual(names('\u001B]\u001BPx'), ['alt-]', 'alt-P', 'x'], 'Alt and these letters are keys that can be bound');
});

test('so is a sequence that breaks off at a control, another sequence or text that none has in it', (t) => {
  t.deepEqual(names('\u001B[200\u0000j\u001B[1;5\u001B[B\u001B[2é'), [
    'unknown',
    'unknown',
    'j',
    'unknown',
    'down',
    'unknown',
    'é',
  ]);
  t.deepEqual(names('\u001B[\rj'), ['alt-[', 'enter', 'j'], 'without numbers it is a key that can be bound');
});

/** Keeps the process from running, as a busy machine does. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('input that arrived while the process was kept from running is read before the wait counts as over', async (t) => {
  const server = createServer((socket) => void socket.write('first')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [peer] = (await once(server, 'connection')) as [PassThrough];
  t.teardown(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'data');

  const happened: string[] = [];
  let stop = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    stop = afterInput(20, () => {
      happened.push('over');
      resolve();
    });
    socket.once('data', () => {
      happened.push('input');
      stop();
      resolve();
    });
  });
  peer.write('second');
  block(200);
  await ended;
  t.deepEqual(happened, ['input']);
});

test('without input the work is done, unless it is stopped', async (t) => {
  const stopped = afterInput(1, () => t.fail());
  stopped();
  await new Promise<void>((resolve) => void afterInput(5, resolve));
  t.pass();
});
