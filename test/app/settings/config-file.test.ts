import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createConfigFile } from '../../../source/app/settings/config-file.ts';
import { SettingsError } from '../../../source/app/settings/setting-definitions.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { takeKernelLock } from '../../../source/platform/concurrency/kernel-lock.ts';
import { StorageError } from '../../../source/local/documents/storage-error.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const open = (folder: string, clock = systemClock) => createConfigFile(folder, { fileSystem: diskFileSystem, clock });
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** A configuration that somebody keeps among other files, through two links, one of them relative. */
function linkConfig(t: ExecutionContext) {
  const home = temporaryFolder(t);
  const [dotfiles, folder] = [join(home, 'dotfiles'), join(home, 'config')];
  mkdirSync(dotfiles);
  mkdirSync(folder);
  const target = join(dotfiles, 'petstore.json');
  symlinkSync('petstore.json', join(dotfiles, 'current.json'));
  symlinkSync('../dotfiles/current.json', join(folder, 'config.json'));
  return { folder, target, link: join(folder, 'config.json') };
}

test('a configuration that is a link stays one, and what it leads to is changed', async (t) => {
  const { folder, target, link } = linkConfig(t);
  writeFileSync(target, '{"timeout":"5s"}');
  await open(folder).update((config) => ({ ...config, settle: '9s' }));
  t.deepEqual(read(target), { timeout: '5s', settle: '9s' });
  t.is(readlinkSync(link), '../dotfiles/current.json');
  t.true(lstatSync(join(dirname(target), 'current.json')).isSymbolicLink());
});

test('a link that leads to no file yet makes that file', async (t) => {
  const { folder, target, link } = linkConfig(t);
  await open(folder).update((config) => ({ ...config, settle: '9s' }));
  t.deepEqual(read(target), { settle: '9s' });
  t.true(lstatSync(link).isSymbolicLink());
});

test('a link that leads to itself, or to where nothing can be, is said, and nothing is changed', async (t) => {
  const folder = temporaryFolder(t);
  for (const to of ['config.json', 'missing/config.json']) {
    const own = join(folder, to.replace('/', '-'));
    mkdirSync(own);
    symlinkSync(to, join(own, 'config.json'));
    await t.throwsAsync(
      open(own).update((config) => config),
      { instanceOf: StorageError, message: /cannot be read|not saved/ },
    );
    t.is(readlinkSync(join(own, 'config.json')), to);
  }
});

test('changes in one moment are all kept, and one that is refused changes nothing', async (t) => {
  const folder = temporaryFolder(t);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      open(folder).update(({ categoryLabels = {}, ...config }) => ({
        ...config,
        categoryLabels: { ...categoryLabels, [index]: 'x' },
      })),
    ),
  );
  t.is(Object.keys((await open(folder).read()).categoryLabels ?? {}).length, 20);
  const refuse = (): never => {
    throw new SettingsError('No.', 'usage');
  };
  await t.throwsAsync(open(folder).update(refuse), { instanceOf: SettingsError });
  t.is(Object.keys((await open(folder).read()).categoryLabels ?? {}).length, 20);
});

test('whoever was stopped in the middle of a change holds up others for ten seconds, who then say so', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'config.json');
  const lock = takeKernelLock(`${path}.lock`);
  const clock = createManualClock();
  const changing = t.throwsAsync(
    open(folder, clock).update((config) => ({ ...config, settle: '9s' })),
    { instanceOf: StorageError, message: /another petstore .*is changing the same file/ },
  );
  const ended = new AbortController();
  const end = (): void => ended.abort();
  void changing.then(end, end);
  const begun = clock.uptime();
  while (!ended.signal.aborted) {
    // Time passes only while it is waited for: however slow the disk is, no wait is left out.
    clock.advanceToNext();
    await new Promise(setImmediate);
  }

  t.true(clock.uptime() - begun >= 10_000);
  t.false(existsSync(path));
  lock?.release();
  await open(folder, clock).update((config) => ({ ...config, settle: '9s' }));
  t.deepEqual(read(path), { settle: '9s' });
});
