import test from 'ava';
import { shareRuns } from '../../../source/platform/concurrency/turns.ts';

/** Work that is ended by hand, and what was begun of it. */
function createWork() {
  const begun: { readonly key: string; end(): void; fail(): void }[] = [];
  const work = (key: string): Promise<void> =>
    new Promise((resolve, reject) => {
      begun.push({ key, end: resolve, fail: () => reject(new Error('no space')) });
    });
  return { begun, share: shareRuns(work) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a call that comes during a run waits for the next one, which all that came meanwhile share', async (t) => {
  const { begun, share } = createWork();
  const first = share('a');
  const [second, third] = [share('a'), share('a')];
  t.is(begun.length, 1);
  begun[0]!.end();
  await first;
  await turn();
  t.is(begun.length, 2, 'what was asked for during the first run is not part of it');
  const fourth = share('a');
  begun[1]!.end();
  await Promise.all([second, third]);
  await turn();
  t.is(begun.length, 3);
  begun[2]!.end();
  await fourth;
  await turn();
  void share('a');
  t.is(begun.length, 4, 'after a quiet while a call begins at once');
});

test('keys do not wait for each other', (t) => {
  const { begun, share } = createWork();
  void share('a');
  void share('b');
  t.deepEqual(
    begun.map(({ key }) => key),
    ['a', 'b'],
  );
});

test('a failed run fails all who share it, and nobody else', async (t) => {
  const { begun, share } = createWork();
  const first = share('a');
  const [second, third] = [share('a'), share('a')];
  begun[0]!.fail();
  await t.throwsAsync(first);
  await turn();
  const fourth = share('a');
  begun[1]!.fail();
  await t.throwsAsync(second);
  await t.throwsAsync(third);
  await turn();
  begun[2]!.end();
  await t.notThrowsAsync(fourth);
});
