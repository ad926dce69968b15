import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { mistakeLines } from '../../source/app/import/check-row.ts';
import { createWorkspace } from '../../source/app/create-workspace.ts';
import { openHome } from '../../source/app/home.ts';
import type { Profile } from '../../source/app/workspace.ts';
import type { Workspace } from '../../source/app/create-workspace.ts';
import type { Int64 } from '../../source/domain/int64.ts';
import { systemClock } from '../../source/platform/time/clock.ts';
import { readEnvironment } from '../../source/platform/process/environment.ts';
import { diskFileSystem } from '../../source/platform/files/file-system.ts';
import { createLog } from '../../source/platform/process/log.ts';
import { foldersBelow } from '../../source/platform/files/paths.ts';
import { noKeychain } from './keys/memory-keychain.ts';
import { createFaultService } from '../helpers/fault-service/fault-service.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function openWorkspace(
  t: ExecutionContext,
  variables: Readonly<Record<string, string>> = {},
  folder = temporaryFolder(t),
) {
  const folders = foldersBelow(folder);
  const home = await openHome({
    folders,
    environment: readEnvironment({ PETSTORE_HOME: folder, ...variables }),
    flags: { profile: undefined, noColor: false },
    fileSystem: diskFileSystem,
    clock: systemClock,
    random: () => 0.5,
    log: createLog(folders.state, systemClock),
    self: { command: process.execPath, arguments: [] },
    keychain: noKeychain,
  });
  const readConfig = () =>
    JSON.parse(readFileSync(join(folders.config, 'config.json'), 'utf8')) as Record<string, unknown>;
  const writeConfig = (config: object): void =>
    writeFileSync(join(folders.config, 'config.json'), JSON.stringify(config));
  const workspace = createWorkspace(home, { isTerminal: true, isDumb: false, columns: 80, rows: 24 }, undefined, {
    keys: new Map(),
  });
  /** Gives the profile `shop` another address, where nothing has answered yet. */
  const correct = (baseUrl: string) => workspace.changeAddress({ name: 'shop', baseUrl, hasAnswered: false });
  return { folder, folders, readConfig, writeConfig, workspace, correct };
}

test('a profile that is added with its key can be opened, and works', async (t) => {
  const service = await createFaultService({ apiKey: 'pst_0123456789test' });
  t.teardown(() => service.stop());
  const { workspace, readConfig } = await openWorkspace(t);
  t.is(await workspace.addProfile({ name: 'shop', baseUrl: `${service.baseUrl}/` }), undefined);
  t.is(await workspace.saveKey('shop', service.apiKey), undefined);
  t.is(readConfig()['profile'], 'shop');
  t.deepEqual(
    workspace.listProfiles().map(({ name, baseUrl }) => [name, baseUrl]),
    [['shop', service.baseUrl]],
  );
  const session = await workspace.openSession('shop');
  t.teardown(() => session.close());
  t.is(session.key?.last4, 'test');
  t.is((await session.engine.probe()).state, 'online');
  const checks = await workspace.doctor(session);
  t.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  );
});

test('what is wrong with a profile or key is returned in words, and nothing is saved', async (t) => {
  const { workspace } = await openWorkspace(t);
  t.regex((await workspace.addProfile({ name: 'shop', baseUrl: 'pets' }))?.message ?? '', /cannot be used/);
  t.regex((await workspace.addProfile({ name: 'demo', baseUrl: 'https://x.example/v1' }))?.message ?? '', /is taken/);
  await workspace.addProfile({ name: 'shop', baseUrl: 'https://x.example/v1' });
  const problem = await workspace.saveKey('shop', 'two\nlines');
  t.regex(problem?.message ?? '', /line break/);
  t.is((await workspace.openSession('shop')).key, undefined);
  await t.throwsAsync(workspace.openSession('nope'), { message: /no profile "nope"/ });
});

/** A profile as a window has it. */
async function openProfile(
  t: ExecutionContext,
  { workspace }: { workspace: Workspace },
  name: string,
): Promise<Profile> {
  const session = await workspace.openSession(name);
  t.teardown(() => session.close());
  return session.profile;
}

const half = { name: 'Half', category: '3', status: '' } as const;
/** A profile gets another name by hand, in the file. */
function renameInFile(folder: string, from: string, to: string): void {
  const file = join(folder, 'config', 'config.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`"${from}"`, `"${to}"`));
}

const sold = { tab: 'sold', sort: 'name', reverse: true } as const;

test('what is typed belongs to its store: another one under the name of its profile gets none of it, and its own has it under any name and address', async (t) => {
  const first = await openWorkspace(t);
  const { folder } = first;
  const run = async (...args: readonly string[]): Promise<void> => {
    const { code, stderr } = await runHere(folder, args);
    t.is(code, 0, stderr);
  };
  await first.workspace.addProfile({ name: 'shop', baseUrl: 'https://a.example/v1' });
  const typed = await openProfile(t, first, 'shop');
  t.true(first.workspace.saveDraft(typed, { ...half, name: 'Before' }));
  renameInFile(folder, 'shop', 'new');
  t.true(first.workspace.saveDraft(typed, half), 'the window goes on');
  first.workspace.saveViewState(typed, sold);
  await run('profile', 'move', 'new', '--base-url', 'https://moved.example/v1');
  await run('profile', 'add', 'shop', '--base-url', 'https://b.example/v1');

  // A run of this process counts as over, so what it left is the next one's.
  const second = await openWorkspace(t, {}, folder);
  const other = await openProfile(t, second, 'shop');
  t.deepEqual([second.workspace.loadDraft(other), second.workspace.loadViewState(other)], [undefined, undefined]);
  const renamed = await openProfile(t, second, 'new');
  t.like(second.workspace.loadDraft(renamed), half);
  t.like(second.workspace.loadViewState(renamed), sold);

  await run('profile', 'remove', 'shop');
  await run('profile', 'remove', 'new');
  await run('profile', 'add', 'new', '--base-url', 'https://c.example/v1');
  const third = await openWorkspace(t, {}, folder);
  const successor = await openProfile(t, third, 'new');
  t.deepEqual([third.workspace.loadDraft(successor), third.workspace.loadViewState(successor)], [undefined, undefined]);
});

test('an address that was mistaken takes what was typed along when it is corrected, unless another profile has it', async (t) => {
  const opened = await openWorkspace(t);
  const { workspace, correct } = opened;
  await workspace.addProfile({ name: 'shop', baseUrl: 'https://mistaken.example/v1' });
  const before = await openProfile(t, opened, 'shop');
  t.true(workspace.saveDraft(before, half));
  workspace.saveViewState(before, sold);
  t.is(await correct('https://right.example/v1'), undefined);
  const after = await openProfile(t, opened, 'shop');
  t.like(workspace.loadDraft(after), half);
  t.like(workspace.loadViewState(after), sold);
  t.is(workspace.loadDraft(before), undefined);
  await workspace.saveKey('shop', 'secret-1234');
  t.is(await correct('https://right.example/api/v1'), undefined);
  const within = await workspace.openSession('shop');
  t.is(within.key, undefined, 'it stays with the address that it was given for');
  await within.close();
  t.is(await correct('https://right.example/v1'), undefined);

  await workspace.addProfile({ name: 'twin', baseUrl: 'https://right.example/v1' });
  t.is(await correct('https://third.example/v1'), undefined);
  t.like(workspace.loadDraft(await openProfile(t, opened, 'twin')), half);
  t.is(workspace.loadDraft(await openProfile(t, opened, 'shop')), undefined);
});

test('the mistakes of a file name what helps in the app, and no command of the shell', async (t) => {
  const { workspace, folder } = await openWorkspace(t);
  const path = join(folder, 'animals.csv');
  writeFileSync(path, 'name,category\nRex,dogs\n');
  const file = await workspace.openImport(path, {});
  const [category = ''] = 'problem' in file ? [file.problem] : mistakeLines(file.mistakes);
  t.regex(category, /There is no category "dogs"\..* To name one: :name NUMBER dogs\.$/);
});

test('a hint of the app names its profile if the shell means another one', async (t) => {
  const { workspace, folder } = await openWorkspace(t);
  await workspace.addProfile({ name: 'main', baseUrl: 'https://a.example/v1' });
  await workspace.addProfile({ name: 'second', baseUrl: 'https://c.example/v1' });
  t.regex((await runHere(folder, ['profile', 'list'])).stdout, /main\t\S+\tyes/, 'the shell goes on with its own');
  await runHere(folder, ['profile', 'add', 'shelter', '--base-url', 'https://b.example/v1']);
  await workspace.readCurrent();
  const session = await workspace.openSession('shelter');
  t.teardown(() => session.close());
  const say = async (): Promise<string> => {
    await workspace.readCurrent();
    return workspace.hints('`petstore sync`', session.profile);
  };
  t.is(await say(), '`petstore sync --profile shelter`');
  const [key] = (await workspace.doctor(session)).filter(({ name }) => name === 'key');
  t.regex(key?.remedy ?? '', /`petstore auth login --profile shelter`/);
  await runHere(folder, ['profile', 'use', 'shelter']);
  t.is(await say(), '`petstore sync`');
  writeFileSync(join(folder, 'config', 'config.json'), '{');
  t.is(await say(), '`petstore sync`', 'as it was read before');
});

test('settings that a shell changed are told once; what it does not change stays as this window has it', async (t) => {
  const { workspace, folder } = await openWorkspace(t, { NO_COLOR: '1' });
  t.deepEqual(await workspace.readCurrent(), {});
  for (const setting of [
    ['rest', '60s'],
    ['mouse', 'off'],
    ['theme', 'dark'],
    ['screen-reader', 'on'],
    ['refresh', '5m'],
  ]) {
    t.is((await runHere(folder, ['config', 'set', ...setting])).code, 0);
  }

  const [first, second] = await Promise.all([workspace.readCurrent(), workspace.readCurrent()]);
  // NO_COLOR goes before the theme; the others are for the next start.
  t.deepEqual(first, { restMs: 60_000, mouse: false });
  t.deepEqual(second, {});
  writeFileSync(join(folder, 'config', 'config.json'), '{');
  t.deepEqual(await workspace.readCurrent(), {});
});

test('an address at which nothing was ever seen is replaced; where animals wait, they go along', async (t) => {
  const { workspace, correct, readConfig } = await openWorkspace(t);
  await workspace.addProfile({ name: 'shop', baseUrl: 'https://x.example/v1' });
  t.regex((await correct('x'))?.message ?? '', /cannot be used/);
  t.is(await correct('https://y.example/v1'), undefined);
  t.deepEqual(readConfig(), { profile: 'shop', profiles: { shop: { baseUrl: 'https://y.example/v1' } } });
  const session = await workspace.openSession('shop');
  await session.engine.add({ name: 'Rex', categoryId: '3' as Int64 });
  await session.close();
  t.is(await correct('https://z.example/v1'), undefined);
  const corrected = await workspace.openSession('shop');
  t.teardown(() => corrected.close());
  await corrected.engine.load();
  t.deepEqual(
    corrected.engine.snapshot().entries.map(({ name }) => name),
    ['Rex'],
  );
});

test('an address that another petstore changed meanwhile is not changed back', async (t) => {
  const { workspace, correct, readConfig, writeConfig } = await openWorkspace(t);
  await workspace.addProfile({ name: 'shop', baseUrl: 'https://x.example/v1' });
  const moved = {
    profile: 'shop',
    profiles: { shop: { baseUrl: 'https://y.example/v1' } },
    moved: { 'https://y.example/v1': 'https://x.example/v1' },
  };
  writeConfig(moved);
  t.regex(
    (await correct('https://z.example/v1'))?.message ?? '',
    /was moved by another petstore just now\. Nothing was changed/,
  );
  t.deepEqual(readConfig(), moved);
});

test('settings and labels are written to the configuration', async (t) => {
  const { workspace, readConfig } = await openWorkspace(t);
  await workspace.saveSetting('refreshMs', 90_000);
  await workspace.saveSetting('screenReader', true);
  await workspace.nameCategory('shop', '3' as Int64, 'Dogs');
  await workspace.nameCategory('shop', '9223372036854775807' as Int64, 'Cats');
  t.deepEqual(readConfig(), {
    refresh: '90s',
    screenReader: true,
    categoryLabels: { 3: 'Dogs', '9223372036854775807': 'Cats' },
  });
  await workspace.nameCategory('shop', '3' as Int64, undefined);
  t.deepEqual(readConfig()['categoryLabels'], { '9223372036854775807': 'Cats' });
});
