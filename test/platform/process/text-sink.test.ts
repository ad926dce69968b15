/**
 * What is written to a pipe arrives whole and in order, and its failures are told, whether Node's stream is made or
 * not.
 */
import { Writable } from 'node:stream';
import test from 'ava';
import { createTextSink, type SinkPorts } from '../../../source/platform/process/text-sink.js';

const kindOf = (kind: 'isFIFO' | 'isFile' | 'isSocket' | undefined) => ({
  isFIFO: () => kind === 'isFIFO',
  isFile: () => kind === 'isFile',
  isSocket: () => kind === 'isSocket',
});

/** A pipe that takes `portions` of bytes, and then has no room (`EAGAIN`) or fails. */
function openPipe(portions: readonly number[], failure = 'EAGAIN', options: Partial<SinkPorts> = {}) {
  const left = [...portions];
  let here = '';
  let later = '';
  let opened = 0;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      later += chunk.toString();
      done();
    },
  });
  const sink = createTextSink(
    1,
    () => {
      opened += 1;
      return stream as unknown as NodeJS.WriteStream;
    },
    {
      platform: 'linux',
      stat: () => kindOf('isFIFO'),
      write(_fd, bytes, offset) {
        const portion = left.shift();
        if (portion === undefined) {
          throw Object.assign(new Error(failure), { code: failure });
        }

        const part = bytes.subarray(offset, offset + portion);
        here += Buffer.from(part).toString('latin1');
        return part.length;
      },
      ...options,
    },
  );
  return { sink, here: () => Buffer.from(here, 'latin1').toString(), later: () => later, opened: () => opened };
}

test('what a pipe takes in portions arrives whole, and no stream is made for it', (t) => {
  const pipe = openPipe([1, 2, 3, 100, 100]);
  let done = 0;
  pipe.sink.write('Žofka and ', () => (done += 1));
  pipe.sink.write('Rex', () => (done += 1));
  t.deepEqual([pipe.here(), pipe.later(), pipe.opened(), done], ['Žofka and Rex', '', 0, 2]);
});

test('what a pipe without room does not take goes on in the stream, in the same order, and all after it', async (t) => {
  const pipe = openPipe([1, 2]);
  pipe.sink.write('Žofka and ');
  await new Promise<void>((resolve) => pipe.sink.write('Rex', () => resolve()));
  await pipe.sink.drained();
  t.is(pipe.here() + pipe.later(), 'Žofka and Rex');
  t.is(pipe.opened(), 1);
});

test('a reader that left is told to whoever listens, and to whoever waits', (t) => {
  const pipe = openPipe([], 'EPIPE');
  const told: unknown[] = [];
  pipe.sink.onError(({ code }) => told.push(code));
  pipe.sink.write('Rex', (error) => told.push(error?.code));
  t.deepEqual(told, ['EPIPE', 'EPIPE']);
  pipe.sink.write('', (error) => told.push(error?.code));
  t.is(told.at(-1), 'EPIPE', 'also to whoever asks later whether all was written');
});

test('terminals, Windows and what cannot be looked at have the stream from the beginning', (t) => {
  t.is(openPipe([], '', { stat: () => kindOf(undefined) }).opened(), 1);
  t.is(openPipe([], '', { platform: 'win32' }).opened(), 1);
  const unseen = (): never => {
    throw new Error('EBADF');
  };
  t.is(openPipe([], '', { stat: unseen }).opened(), 1);
});
