import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openDrafts, openViews } from '../../source/app/ui-persistence.ts';
import type { RunIdentity } from '../../source/platform/process/self.ts';
import { foldersBelow } from '../../source/platform/files/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A window of its own; each other one is open until it is said to be gone. */
const openWindow = (id: string, gone: readonly string[] = []): RunIdentity => ({
  id,
  hasEnded: (other) => gone.includes(other),
});
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
  });
  views.save('b', { tab: 'all', sort: 'id', reverse: false });
  t.deepEqual(openViews(folders).load('a'), {
    tab: 'sold',
    sort: 'name',
    reverse: true,
    cursor: 'Q-3',
    leftAt: '2026-11-22T10:00:00.000Z',
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

const texts = (name: string) => ({ name, category: '', status: '' });

test('a second window finds no draft and leaves that of the first one alone; what is typed in both is there after both were killed', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const first = openDrafts(folders, openWindow('a'));
  const second = openDrafts(folders, openWindow('b'));
  first.save('shop', texts('from a'));
  t.is(second.load('shop'), undefined);
  second.save('shop', texts('from b'));
  t.deepEqual([first.load('shop'), second.load('shop')], [texts('from a'), texts('from b')]);
  const next = openDrafts(folders, openWindow('c', ['a', 'b']));
  t.deepEqual(next.load('shop'), texts('from a'));
  next.save('shop', undefined);
  t.deepEqual(next.load('shop'), texts('from b'));
  next.save('shop', undefined);
  t.is(next.load('shop'), undefined);
});

test('what a window left that is gone is that of the next one, and of no other beside it', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  openDrafts(folders, openWindow('a')).save('shop', texts('left'));
  const next = openDrafts(folders, openWindow('b', ['a']));
  t.deepEqual(next.load('shop'), texts('left'));
  t.deepEqual(next.load('shop'), texts('left'));
  t.is(openDrafts(folders, openWindow('c', ['a'])).load('shop'), undefined, 'it would be sent twice');
  next.save('shop', undefined);
  t.is(openDrafts(folders, openWindow('d', ['a', 'b'])).load('shop'), undefined);
});

test('a further draft comes once there is no other, as long as the program runs', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const drafts = openDrafts(folders, openWindow('a'));
  drafts.save('shop', texts('one'));
  drafts.add('shop', texts('two'));
  drafts.add('shop', texts('three'));
  t.deepEqual(drafts.load('shop'), texts('one'));
  drafts.save('shop', undefined);
  t.deepEqual([drafts.load('shop'), drafts.load('shop')], [texts('two'), texts('two')]);
  drafts.save('shop', undefined);
  t.deepEqual(drafts.load('shop'), texts('three'));
  drafts.save('shop', undefined);
  t.is(drafts.load('shop'), undefined);
});

test('a draft moves to a key that has none', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const drafts = openDrafts(folders, alone);
  drafts.save('shop', texts('one'));
  drafts.move('shop', 'elsewhere');
  t.deepEqual([drafts.load('shop'), drafts.load('elsewhere')], [undefined, texts('one')]);
  drafts.save('shop', texts('two'));
  drafts.move('shop', 'elsewhere');
  t.deepEqual([drafts.load('shop'), drafts.load('elsewhere')], [texts('two'), texts('one')]);
});

test('a draft that cannot be written is kept by its window, and written with the next that can be', (t) => {
  const folders = foldersBelow(temporaryFolder(t));
  const drafts = openDrafts(folders, openWindow('a'));
  drafts.save('shop', texts('before'));
  rmSync(folders.data, { recursive: true });
  writeFileSync(folders.data, 'in the way');
  t.throws(() => drafts.save('shop', texts('one')));
  t.deepEqual(drafts.load('shop'), texts('one'));
  rmSync(folders.data);
  drafts.save('other', texts('two'));
  t.deepEqual(openDrafts(folders, openWindow('b', ['a'])).load('shop'), texts('one'));
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
