/** The folder of a service belongs to its user, who may be a process that somebody took over; root acts in it too. */
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { runKeys, runUpkeep } from '../../source/service/commands/database-commands.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { outcomeOf } from './outcome-of.ts';

const isRoot = process.getuid?.() === 0;
const testRoot = isRoot ? test : test.skip;
const needs = isRoot ? '' : ' (skipped: needs root)';
const nobody = 65_534;

type Lay = (file: string, target: string) => void;
const link: Lay = (file, target) => {
  symlinkSync(target, file);
  lchownSync(file, nobody, nobody);
};

for (const [title, isThere] of [
  ['to nowhere', false],
  ['to a file of root', true],
] as const) {
  testRoot(
    `root does not follow a link of the service's user ${title}, and changes nothing behind it${needs}`,
    async (t) => {
      const folder = temporaryFolder(t);
      const [own, root] = [path.join(folder, 'petstore'), path.join(folder, 'etc')];
      [own, root].forEach((each) => mkdirSync(each));
      chownSync(own, nobody, nobody);
      const target = path.join(root, 'ld.so.preload');
      if (isThere) {
        writeFileSync(target, '');
      }

      const backup = path.join(folder, 'backup.sqlite');
      await runKeys('create', { database: path.join(folder, 'other.sqlite') });
      await runUpkeep('backup', { database: path.join(folder, 'other.sqlite'), file: backup });
      link(path.join(own, 'pets.sqlite'), target);
      link(path.join(own, 'inner'), root);
      for (const database of [path.join(own, 'pets.sqlite'), path.join(own, 'inner', 'ld.so.preload')]) {
        for (const act of [
          () => runKeys('create', { database }),
          () => runUpkeep('restore', { database, file: backup }),
        ]) {
          const { exit, stderr } = await outcomeOf(act);
          t.is(exit, 7);
          t.regex(stderr, /is a link that user 65534 made, which root does not follow/);
        }
      }

      t.is(existsSync(target), isThere);
      if (isThere) {
        t.is(readFileSync(target, 'utf8'), '');
        t.is(statSync(target).uid, 0);
      }
    },
  );
}

test("a link of one's own is followed, and one that leads nowhere is called that", async (t) => {
  const folder = temporaryFolder(t);
  const [file, alias, broken] = ['pets.sqlite', 'alias.sqlite', 'broken.sqlite'].map((name) => path.join(folder, name));
  await runKeys('create', { database: file! });
  symlinkSync(file!, alias!);
  symlinkSync(path.join(folder, 'nowhere'), broken!);
  const { keys } = (await runKeys('list', { database: alias! })) as { keys: unknown[] };
  t.is(keys.length, 1);
  const { exit, stderr } = await outcomeOf(() => runKeys('create', { database: broken! }));
  t.is(exit, 7);
  t.regex(stderr, /is a link that leads nowhere/);
  t.false(existsSync(path.join(folder, 'nowhere')));
});
