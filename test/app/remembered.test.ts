import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openDrafts, openViews } from '../../source/app/remembered.js';
import { locateFolders } from '../../source/platform/paths.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

test('a view is remembered for each profile, by the next start too', (t) => {
  const folders = locateFolders(temporaryFolder(t));
  const views = openViews(folders);
  t.is(views.load('a'), undefined);
  views.save('a', { tab: 'sold', sort: 'name', reverse: true, cursor: 'Q-3' });
  views.save('b', { tab: 'all', sort: 'id', reverse: false });
  t.deepEqual(openViews(folders).load('a'), { tab: 'sold', sort: 'name', reverse: true, cursor: 'Q-3' });
  t.deepEqual(openViews(folders).load('b'), { tab: 'all', sort: 'id', reverse: false });
  t.is(statSync(join(folders.state, 'view.json')).mode & 0o777, 0o600);
});

test('a draft is kept until it is taken back, and leaves no temporary file', (t) => {
  const folders = locateFolders(temporaryFolder(t));
  const drafts = openDrafts(folders);
  drafts.save('a', { name: '🐈 half a na', category: '', status: 'sold' });
  t.deepEqual(openDrafts(folders).load('a'), { name: '🐈 half a na', category: '', status: 'sold' });
  drafts.save('a', undefined);
  t.is(openDrafts(folders).load('a'), undefined);
  t.deepEqual(readdirSync(folders.data).toSorted(), ['drafts.json', 'drafts.json.lock']);
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
    const folders = locateFolders(temporaryFolder(t));
    const drafts = openDrafts(folders);
    const draft = { name: 'Coco', category: '7', status: '' } as const;
    drafts.save('a', draft);
    drafts.save('b', draft);
    harm(join(folders.data, 'drafts.json'));
    t.is(openDrafts(folders).load('a'), undefined);
    openDrafts(folders).save('a', draft);
    t.deepEqual(openDrafts(folders).load('a'), draft);
    t.is(readdirSync(folders.data).filter((name) => name.startsWith('drafts.json.damaged-')).length, 1);
  });
}

test('a file that is no use is as good as none', (t) => {
  const folders = locateFolders(temporaryFolder(t));
  mkdirSync(folders.state);
  for (const text of ['', '{', '[]', 'null', '{"a":7}', '{"a":{"tab":"x"}}', '{"__proto__":{"tab":"all"}}']) {
    writeFileSync(join(folders.state, 'view.json'), text);
    t.is(openViews(folders).load('a'), undefined, text);
    openViews(folders).save('a', { tab: 'all', sort: 'id', reverse: false });
    t.deepEqual(openViews(folders).load('a'), { tab: 'all', sort: 'id', reverse: false }, text);
  }
});
