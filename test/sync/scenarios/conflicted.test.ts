/** A queue that was changed on two machines, of which a synchronised folder kept both files. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { rex, setScene, syncFor } from '../../helpers/open-engine.ts';

for (const name of [
  'queue.sync-conflict-20261101-101010-ABCDEFG.json',
  "queue (Anna's conflicted copy 2026-11-01).json",
  'queue-LAPTOP.json',
  'queue 2.json',
  'queue (1).json',
  'queue - Copy.json',
]) {
  test(`the second of two queues that a synchronised folder made is told until it is taken in, and is in the way of nothing: ${name}`, async (t) => {
    const { engine, folder, reopen } = await setScene(t);
    await engine.add(rex);
    const path = join(folder, name);
    copyFileSync(join(folder, 'queue.json'), path);
    const after = reopen();
    await after.load();
    const [file, ...others] = after.snapshot().unreadable;
    t.like({ file, others }, { file: { path, problem: { code: 'not_a_record' } }, others: [] } as never);
    t.regex(file?.problem.message ?? '', /synchronised folder.*neither shown nor sent/);
    t.is(after.snapshot().entries.length, 1);
    t.is((await syncFor(after)).waiting, 0);
    t.deepEqual(after.snapshot().unreadable, [], 'it had nothing more');
    t.false(existsSync(path));
    t.is(readdirSync(folder).filter((each) => each.startsWith(`${name}.joined-`)).length, 1, 'its bytes are kept');
  });
}

const names = ['Rex', 'Luna', 'Max', 'Kiki', 'Nala'];
const conflicted = "queue (Anna's conflicted copy 2026-11-28).json";

test('what a second machine entered, edited or sent is held here, told once, and sent twice by nobody', async (t) => {
  const { engine, folder, reopen, service, acquaint, age } = await setScene(t);
  await acquaint();
  for (const name of names) {
    await engine.add({ ...rex, name });
  }

  await engine.hold('Q-5');
  const common = readFileSync(join(folder, 'queue.json'));
  // The other machine edits one, discards one, holds one and sends the rest; then it enters an animal of its own.
  const there = reopen();
  await there.edit('Q-2', { ...rex, name: 'Luna Rose' });
  await there.discard('Q-3');
  await there.hold('Q-4');
  await there.release('Q-5');
  t.is((await syncFor(there)).created.length, 3);
  await there.add({ ...rex, name: 'Theirs' });
  copyFileSync(join(folder, 'queue.json'), join(folder, conflicted));
  writeFileSync(join(folder, 'queue.json'), common);
  rmSync(join(folder, 'queue.copy.json'));

  const here = reopen();
  await here.add({ ...rex, name: 'Ours' });
  // What the list shows by now may have come from the other machine: it says nothing of before.
  await here.refresh('all', 'whole');
  await syncFor(here);
  const { unreadable, connection } = here.snapshot();
  t.is(connection.problem?.code, 'queue_copied', 'this queue was not sent from last');
  t.is(unreadable.map(({ problem }) => problem.code).join(), 'queue_joined');
  t.regex(unreadable[0]?.problem.message ?? '', /held: Q-1, Q-2, Q-3, Q-4, Q-5, Q-7\. Release each/);
  const states = (): readonly string[] => here.snapshot().entries.map(({ name, state }) => `${name} ${state}`);
  t.deepEqual(states(), ['Rex held', 'Luna held', 'Max held', 'Kiki held', 'Nala held', 'Ours queued', 'Theirs held']);

  const next = reopen();
  await next.load();
  t.deepEqual(next.snapshot().unreadable, [], 'it was told');
  await syncFor(next);
  await next.resume();
  for (const localId of ['Q-1', 'Q-5', 'Q-7']) {
    await next.release(localId);
  }

  age();
  t.is((await syncFor(next)).review.map(({ localId }) => localId).join(), 'Q-1,Q-5', 'the store has one like each');
  const inserted = service.names();
  t.deepEqual(inserted.toSorted(), ['Luna Rose', 'Nala', 'Old', 'Old', 'Ours', 'Rex', 'Theirs']);
});
