import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { createLineWriter } from '../../../source/service/http/logger.js';

test('records of one turn are written together, each on its line', async (t) => {
  const written: string[] = [];
  const { write } = createLineWriter((text) => written.push(text));
  write('{"id":1}\n');
  write('{"id":2}\n');
  t.deepEqual(written, []);
  await nextTurn();
  t.deepEqual(written, ['{"id":1}\n{"id":2}\n']);
  write('{"id":3}\n');
  await nextTurn();
  t.is(written.length, 2);
});

test('what is still held at the end is written, once', async (t) => {
  const written: string[] = [];
  const { write, flush } = createLineWriter((text) => written.push(text));
  write('{"id":1}\n');
  flush();
  await nextTurn();
  t.deepEqual(written, ['{"id":1}\n']);
});
