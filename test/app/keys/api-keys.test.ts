import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type ApiKeys, createApiKeys } from '../../../source/app/keys/api-keys.ts';
import type { KeyPlace } from '../../../source/app/settings/setting-definitions.ts';
import type { Profile } from '../../../source/app/workspace.ts';
import { readEnvironment } from '../../../source/platform/process/environment.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { foldersBelow } from '../../../source/platform/files/paths.ts';
import { createFaultFileSystem } from '../../helpers/fault-file-system.ts';
import { createMemoryKeychain, type MemoryKeychain } from './memory-keychain.ts';
import { filesBelow, temporaryFolder } from '../../helpers/temporary-folder.ts';

const shop: Profile = {
  name: 'shop',
  baseUrl: 'https://pets.example.org/v1',
  allowHttp: false,
  idempotency: 'auto',
  source: 'config',
};
const oldKey = 'pst_0123456789_OLD1';
const newKey = 'pst_0123456789_NEW2';

type Options = {
  readonly keyStore?: KeyPlace;
  readonly keychain?: MemoryKeychain;
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly fileSystem?: typeof diskFileSystem;
  readonly closeFolder?: (folder: string) => Promise<string | undefined>;
};

/** A home on this machine: its keys, and what is in its files. */
function openKeys(
  t: ExecutionContext,
  {
    keyStore = 'auto',
    keychain = createMemoryKeychain(),
    folder = temporaryFolder(t),
    variables = {},
    fileSystem = diskFileSystem,
    closeFolder = () => Promise.resolve(undefined),
  }: Options = {},
) {
  const folders = foldersBelow(folder);
  const keys = createApiKeys({
    folders,
    environment: readEnvironment(variables),
    fileSystem,
    keychain,
    keyStore,
    closeFolder,
  });
  const files = (): readonly string[] => filesBelow(folder);
  return {
    folder,
    keychain,
    keys,
    files,
    holders: (key: string) => files().filter((path) => readFileSync(path, 'utf8').includes(key)),
  };
}

/** The key a request would be sent with. */
async function keyInUse(keys: ApiKeys, profile = shop): Promise<string | undefined> {
  const reading = await (await keys.find(profile))?.read();
  return reading && 'value' in reading ? reading.value : undefined;
}

test('a key is saved in the keychain, and no file has it', async (t) => {
  const { keys, keychain, files, holders } = openKeys(t);
  t.deepEqual(await keys.save(shop, oldKey), { place: 'keychain', source: 'system keychain' });
  t.is(await keyInUse(keys), oldKey);
  t.like(await keys.find(shop), { source: 'system keychain', last4: 'OLD1', fromEnvironment: false });
  t.deepEqual([...keychain.entries.values()], [oldKey]);
  t.deepEqual(holders(oldKey), []);
  t.is(statSync(files()[0] ?? '').mode & 0o777, 0o600);
});

test('a key moves from its file to the keychain and back', async (t) => {
  const folder = temporaryFolder(t);
  const keychain = createMemoryKeychain();
  const inFile = openKeys(t, { folder, keychain, keyStore: 'file' });
  t.like(await inFile.keys.save(shop, oldKey), { place: 'file', source: inFile.keys.pathFor(shop) });
  t.is(statSync(inFile.keys.pathFor(shop)).mode & 0o777, 0o600);
  t.is(keychain.asked.length, 0);

  const inKeychain = openKeys(t, { folder, keychain });
  await inKeychain.keys.save(shop, newKey);
  t.is(await keyInUse(inKeychain.keys), newKey);
  t.deepEqual([...inKeychain.holders(oldKey), ...inKeychain.holders(newKey)], []);

  await inFile.keys.save(shop, oldKey);
  t.is(await keyInUse(inFile.keys), oldKey);
  t.is(keychain.entries.size, 0);
  t.deepEqual(inFile.files(), [inFile.keys.pathFor(shop)]);
});

test('a home in one folder keeps its key there, unless the keychain is asked for', async (t) => {
  const variables = { PETSTORE_HOME: '/somewhere' };
  const portable = openKeys(t, { variables });
  t.like(await portable.keys.save(shop, oldKey), { place: 'file' });
  t.is(portable.keychain.asked.length, 0);
  t.like(await openKeys(t, { variables, keyStore: 'keychain' }).keys.save(shop, oldKey), { place: 'keychain' });
});

test('a keychain that must be used and cannot be saves nothing', async (t) => {
  const { keys, keychain, files } = openKeys(t, { keyStore: 'keychain' });
  keychain.answerAlways({ why: 'it is locked' });
  await t.throwsAsync(keys.save(shop, oldKey), {
    name: 'StorageError',
    message: /was not saved: .*\(it is locked\).*key-store file/,
  });
  t.deepEqual(files(), []);
});

test('a note of the place of the key that cannot be read, or is damaged, is told with what to do', async (t) => {
  const fileSystem = createFaultFileSystem();
  const { keys, files } = openKeys(t, { fileSystem });
  await keys.save(shop, oldKey);
  fileSystem.failAll('EACCES', (operation) => operation.startsWith('read'));
  await t.throwsAsync(keys.find(shop), { name: 'StorageError', message: /cannot read the place of the key/ });
  fileSystem.heal();
  writeFileSync(files()[0] ?? '', 'no note');
  await t.throwsAsync(keys.find(shop), { name: 'SettingsError', message: /names the place of the key, is damaged/ });
});

const unreadable = [
  ['locked', { why: 'it is locked' }, /cannot be read \(it is locked\).*Unlock it/],
  ['without an answer', { why: 'it did not answer' }, /cannot be read \(it did not answer\)/],
  ['empty', { done: true }, /does not have it any more.*auth login/],
  ['changed by somebody', { done: true, key: 'another' }, /has another key there.*auth login/],
] as const;
for (const [how, answer, sentence] of unreadable) {
  test(`a keychain that is ${how} is told from one without a key`, async (t) => {
    const { keys, keychain } = openKeys(t);
    await keys.save(shop, oldKey);
    keychain.answerAlways(answer);
    const reading = await (await keys.find(shop))?.read();
    t.true(
      reading !== undefined && 'problem' in reading && sentence.test(reading.problem.message),
      JSON.stringify(reading),
    );
  });
}

test('logging out removes the key from the file and from the keychain', async (t) => {
  const { keys, keychain, files } = openKeys(t);
  await keys.save(shop, oldKey);
  writeFileSync(keys.pathFor(shop), `${newKey}\n`);
  t.true(await keys.remove(shop));
  t.deepEqual([files(), keychain.entries.size], [[], 0]);
  t.is(await keys.find(shop), undefined);
  t.false(await keys.remove(shop));
});

test('a keychain that does not let go of a key is told: it stays in use until it is removed, or another one is saved', async (t) => {
  const folder = temporaryFolder(t);
  const { keys, keychain } = openKeys(t, { folder });
  await keys.save(shop, oldKey);
  keychain.answerAlways({ why: 'it is locked' });
  await t.throwsAsync(keys.remove(shop), {
    name: 'StorageError',
    message: /was not removed.*\(it is locked\).*try again/,
  });
  t.like(await keys.find(shop), { source: 'system keychain' });
  const inFile = openKeys(t, { folder, keychain, keyStore: 'file' });
  const { left = '' } = await inFile.keys.save(shop, newKey);
  t.regex(left, /^"https:\/\/pets\.example\.org\S* \S+": it is locked$/, 'it names the entry that is left');
  t.is(await keyInUse(inFile.keys), newKey);
  keychain.answerAlways(undefined);
  t.true(await keys.remove(shop));
  t.is(await keys.find(shop), undefined);
});

test('two stores, and two homes of one person, share no entry', async (t) => {
  const keychain = createMemoryKeychain();
  const [one, other] = [openKeys(t, { keychain }), openKeys(t, { keychain })];
  await one.keys.save(shop, oldKey);
  await other.keys.save(shop, newKey);
  await one.keys.save({ ...shop, baseUrl: 'https://other.example/v1' }, 'another-key-altogether');
  t.deepEqual([await keyInUse(one.keys), await keyInUse(other.keys)], [oldKey, newKey]);
  t.is(keychain.entries.size, 3);
});

/** Both directions, and every way the keychain can answer in the middle. */
const moves = [
  { from: 'file', to: 'keychain' },
  { from: 'keychain', to: 'file' },
  { from: 'keychain', to: 'keychain' },
] as const;
for (const { from, to } of moves) {
  test(`whichever file operation fails while a key moves from ${from} to ${to}, one of the two keys is in use`, async (t) => {
    for (let n = 1, wasHit = true; wasHit; n += 1) {
      const folder = temporaryFolder(t);
      const keychain = createMemoryKeychain();
      await openKeys(t, { folder, keychain, keyStore: from }).keys.save(shop, oldKey);
      const faults = createFaultFileSystem();
      const { keys } = openKeys(t, { folder, keychain, keyStore: to, fileSystem: faults });
      faults.failAt(n, 'EIO');
      const isSaved = await keys.save(shop, newKey).then(
        () => true,
        () => false,
      );
      wasHit = faults.operations.length >= n;
      faults.heal();
      const now = await keyInUse(keys);
      // Only the keychain's own entry cannot be replaced and noted in one step: then it is asked for again.
      const isMixed = from === 'keychain' && to === 'keychain' && now === undefined;
      t.true(
        now === newKey || (!isSaved && (now === oldKey || isMixed)),
        `operation ${n}: ${faults.operations[n - 1] ?? ''}, saved ${String(isSaved)}, in use ${String(now)}`,
      );
      await keys.save(shop, newKey);
      t.is(await keyInUse(keys), newKey);
    }
  });
}

test('below PETSTORE_HOME the folder of keys is closed to others before a key is in it, and why that cannot be is told', async (t) => {
  const folder = temporaryFolder(t);
  const filesThen: number[] = [];
  const closed: string[] = [];
  const closeFolder = (path: string): Promise<string | undefined> => {
    closed.push(path);
    filesThen.push(readdirSync(path).length);
    return Promise.resolve('the drive has no rights');
  };
  const below = openKeys(t, { folder, variables: { PETSTORE_HOME: folder }, closeFolder });
  t.like(await below.keys.save(shop, oldKey), { place: 'file', open: 'the drive has no rights' });
  t.deepEqual([closed, filesThen], [[join(folder, 'config/keys')], [0]]);
  t.is(
    (await openKeys(t, { keyStore: 'file', closeFolder }).keys.save(shop, oldKey)).open,
    undefined,
    'a person has folders of his own elsewhere',
  );
  t.is(closed.length, 1);
});
