import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openDrafts, openViews } from '../../source/app/ui-persistence.js';
import type { RunIdentity } from '../../source/platform/process/self.js';
import { foldersBelow } from '../../source/platform/files/paths.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

/** A window of its own; each other one is there until it is said to be gone. */
const openWindow = (id: string, gone: readonly string[] = []): RunIdentity => {
  let last = 0;
  return {
    id,
    another: () => `${id}-${(last += 1)}`,
    hasEnded: (other) => other.startsWith(`${id}-`) || gone.includes(other.replace(/-\d+$/, '')),
  };
};
const alone = openWindow('one');

test('a view is remembered for each profile, by the next start too', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const views = openViews(folders);
  t.is(views.load('a'), undefined);
  views.save('a', {
    tab: 'sold',
    sort: 'name',
    reverse: true,
    cursor: 'Q-3',
    leftAt: '2026-11-22T10:00:00.000Z',
    leftAfter: 120,
  });
  views.save('b', { tab: 'all', sort: 'id', reverse: false });
  t.deepEqual(openViews(folders).load('a'), {
    tab: 'sold',
    sort: 'name',
    reverse: true,
    cursor: 'Q-3',
    leftAt: '2026-11-22T10:00:00.000Z',
    leftAfter: 120,
  });
  t.deepEqual(openViews(folders).load('b'), { tab: 'all', sort: 'id', reverse: false });
  t.is(statSync(join(folders.state, 'view.json')).mode & 0o777, 0o600);
});

test('a draft is kept until it is taken back, and leaves no temporary file', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const drafts = openDrafts(folders, alone);
  drafts.save('a', { name: '🐈 half a na', category: '', status: 'sold' });
  t.deepEqual(openDrafts(folders, alone).load('a'), { name: '🐈 half a na', category: '', status: 'sold' });
  drafts.save('a', undefined);
  t.is(openDrafts(folders, alone).load('a'), undefined);
  t.deepEqual(readdirSync(folders.data).toSorted(), ['drafts.json', 'drafts.json.lock']);
});

test('a draft belongs to the window it was typed in, and is left to the next one only when that is gone', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const [a, b] = [
    { name: 'from a', category: '', status: '' },
    { name: 'from b', category: '', status: '' },
  ] as const;
  const first = openDrafts(folders, openWindow('a'));
  const second = openDrafts(folders, openWindow('b'));
  first.save('shop', a);
  t.is(second.load('shop'), undefined);
  second.save('shop', b);
  t.deepEqual(first.load('shop'), a);
  second.save('shop', undefined);
  t.deepEqual(first.load('shop'), a, 'emptying one empties no other');
  second.save('shop', b);
  // Both are gone: one after the other gets what they left, the last one first, and nobody gets it twice.
  const third = openDrafts(folders, openWindow('c', ['a', 'b']));
  t.deepEqual(third.load('shop'), b);
  t.deepEqual(third.load('shop'), b);
  const fourth = openDrafts(folders, openWindow('d', ['a', 'b']));
  t.deepEqual(fourth.load('shop'), a);
  t.is(openDrafts(folders, openWindow('e', ['a', 'b'])).load('shop'), undefined);
  t.is(openDrafts(folders, openWindow('f', ['c'])).load('other'), undefined);
});

test('a further draft comes once the one before is done, and is left to others only with its window', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const [one, two, three] = ['one', 'two', 'three'].map((name) => ({ name, category: '', status: '' }));
  const first = openDrafts(folders, openWindow('a'));
  first.save('shop', one);
  first.add('shop', two!);
  first.add('shop', three!);
  t.deepEqual(first.load('shop'), one);
  t.is(openDrafts(folders, openWindow('b')).load('shop'), undefined);
  first.save('shop', undefined);
  t.deepEqual(first.load('shop'), three);
  t.deepEqual(openDrafts(folders, openWindow('c', ['a'])).load('shop'), three, 'this one as its own');
  t.deepEqual(openDrafts(folders, openWindow('d', ['a'])).load('shop'), two);
});

test('text that was put aside is on disk at once, for the next start, and out of the way of its own window', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const [one, two] = ['one', 'two'].map((name) => ({ name, category: '', status: '' }));
  const first = openDrafts(folders, openWindow('a'));
  first.putAside('shop', one);
  first.putAside('shop', two);
  t.is(first.load('shop'), undefined);
  t.is(openDrafts(folders, openWindow('b')).load('shop'), undefined, 'nor does another window get it');
  first.move('shop', 'elsewhere');
  t.is(first.load('elsewhere'), undefined);
  t.deepEqual(openDrafts(folders, openWindow('c', ['a'])).load('elsewhere'), two, 'its window was killed');

  const next = openDrafts(folders, openWindow('d'));
  next.putAside('shop', one);
  next.putAside('shop', undefined);
  t.is(openDrafts(folders, openWindow('e', ['d'])).load('shop'), undefined, 'it was brought back');
  next.putAside('shop', two);
  next.offerAside('shop');
  t.deepEqual(next.load('shop'), two, 'its store was opened again');
});

test('a change of a queued animal is kept apart from what was put aside, for the next start', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const from = { name: 'one', category: '1', status: '' };
  const change = { ...from, name: 'two', editing: { localId: 'Q-1', from } };
  const first = openDrafts(folders, openWindow('a'));
  first.putAside('shop', change, 'change');
  first.putAside('shop', from);
  first.offerAside('shop');
  t.deepEqual(first.load('shop'), from);
  first.save('shop', undefined);
  t.is(first.load('shop'), undefined, 'its form is open here');
  first.move('shop', 'elsewhere');
  t.is(first.load('elsewhere'), undefined);
  const next = openDrafts(folders, openWindow('b', ['a']));
  t.deepEqual(next.load('elsewhere'), change, 'its window was killed');
});

test('a change that was left is found by its animal, behind other drafts, and is that of its new window alone', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const from = { name: 'one', category: '1', status: '' };
  const change = { ...from, name: 'two', editing: { localId: 'Q-1', from } };
  const killed = openDrafts(folders, openWindow('a'));
  killed.putAside('shop', change, 'change');
  killed.save('shop', from);
  t.is(openDrafts(folders, openWindow('b')).takeChange('shop', 'Q-1'), undefined, 'its window is open');
  const next = openDrafts(folders, openWindow('c', ['a']));
  t.deepEqual(next.load('shop'), from);
  t.is(next.takeChange('shop', 'Q-2'), undefined);
  t.deepEqual(next.takeChange('shop', 'Q-1'), change);
  t.is(openDrafts(folders, openWindow('d', ['a'])).load('shop'), undefined, 'no other window gets it');
  next.save('shop', undefined);
  t.is(next.load('shop'), undefined, 'its form is open');
  const last = openDrafts(folders, openWindow('e', ['c']));
  t.deepEqual(last.load('shop'), change);
  t.deepEqual(last.takeChange('shop', 'Q-1'), change, 'the one that is offered');
  t.is(last.load('shop'), undefined);
  last.putAside('shop', undefined, 'change');
  t.is(openDrafts(folders, openWindow('f', ['e'])).load('shop'), undefined, 'it was saved');
});

test('drafts that cannot be written are kept by their window, and written with the next that can be', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const [one, two] = ['one', 'two'].map((name) => ({ name, category: '', status: '' }));
  const drafts = openDrafts(folders, openWindow('a'));
  drafts.save('shop', { name: 'before', category: '', status: '' });
  rmSync(folders.data, { recursive: true });
  writeFileSync(folders.data, 'in the way');
  t.throws(() => drafts.save('shop', one));
  t.throws(() => drafts.add('shop', two!));
  t.deepEqual(drafts.load('shop'), one);
  t.throws(() => drafts.save('shop', undefined));
  t.deepEqual(drafts.load('shop'), two);
  rmSync(folders.data);
  drafts.save('other', one);
  t.deepEqual(openDrafts(folders, openWindow('b', ['a'])).load('shop'), two);
});

for (const [what, harm] of [
  ['torn', (path: string) => truncateSync(path, 20)],
  [
    'a folder',
    (path: string) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
] as const) {
  test(`drafts in a file that is ${what} are no draft and no crash, and what is there is kept when one is saved`, (t) => {
    const folders = foldersBelow(temporaryFolder(t));
    const drafts = openDrafts(folders, alone);
    const draft = { name: 'Coco', category: '7', status: '' } as const;
    drafts.save('a', draft);
    drafts.save('b', draft);
    harm(join(folders.data, 'drafts.json'));
    t.is(openDrafts(folders, alone).load('a'), undefined);
    openDrafts(folders, alone).save('a', draft);
    t.deepEqual(openDrafts(folders, alone).load('a'), draft);
    t.is(readdirSync(folders.data).filter((name) => name.startsWith('drafts.json.damaged-')).length, 1);
  });
}

test('a file that is no use is as good as none', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  mkdirSync(folders.state);
  for (const text of ['', '{', '[]', 'null', '{"a":7}', '{"a":{"tab":"x"}}', '{"__proto__":{"tab":"all"}}']) {
    writeFileSync(join(folders.state, 'view.json'), text);
    t.is(openViews(folders).load('a'), undefined, text);
    openViews(folders).save('a', { tab: 'all', sort: 'id', reverse: false });
    t.deepEqual(openViews(folders).load('a'), { tab: 'all', sort: 'id', reverse: false }, text);
  }
});
