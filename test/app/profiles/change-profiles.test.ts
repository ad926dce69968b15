/** A profile that is added, moved or removed parts no animal from its store, and brings none to another one. */
import test, { type ExecutionContext } from 'ava';
import { addProfile, removeProfile } from '../../../source/app/profiles/change-profiles.ts';
import { findStranded } from '../../../source/app/profiles/waiting-stores.ts';
import { moveProfile } from '../../../source/app/profiles/move-profile.ts';
import { findProfile, type Home, openHome, storeFolderOf } from '../../../source/app/home.ts';
import { SettingsError } from '../../../source/app/settings/setting-definitions.ts';
import type { Profile } from '../../../source/app/workspace.ts';
import { identityOf } from '../../../source/app/profiles/profiles.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { readEnvironment } from '../../../source/platform/process/environment.ts';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { createLog } from '../../../source/platform/process/log.ts';
import { foldersBelow } from '../../../source/platform/files/paths.ts';
import type { LocalFiles } from '../../../source/local/local-files.ts';
import { createMemoryKeychain } from '../keys/memory-keychain.ts';
import { rex } from '../../helpers/open-engine.ts';
import { openFiles } from '../../helpers/open-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const [a, b, c] = ['https://a.example/v1', 'https://b.example/v1', 'https://c.example/v1'];

type Person = {
  readonly add: (name: string, baseUrl: string) => Promise<Profile>;
  readonly move: (name: string, baseUrl: string) => Promise<Profile>;
  readonly remove: (name: string) => Promise<Profile>;
  /** Animals that wait in a profile's queue, by name. */
  readonly waiting: (name: string) => Promise<readonly string[]>;
  readonly enter: (name: string, animal: string) => Promise<unknown>;
  readonly openStore: (name: string) => Promise<LocalFiles>;
  readonly home: (variables?: Readonly<Record<string, string>>) => Promise<Home>;
  /** Resolves once something has waited and looked again, twice. */
  readonly waitedTwice: Promise<void>;
};

function createPerson(t: ExecutionContext): Person {
  const folder = temporaryFolder(t);
  const folders = foldersBelow(folder);
  const { promise: waitedTwice, resolve } = Promise.withResolvers<undefined>();
  let waits = 0;
  const clock: typeof systemClock = {
    ...systemClock,
    async wait(ms, signal) {
      waits += 1;
      if (waits > 2) {
        resolve(undefined);
      }

      await systemClock.wait(ms, signal);
    },
  };
  const home: Person['home'] = (variables = {}) =>
    openHome({
      folders,
      environment: readEnvironment({ PETSTORE_HOME: folder, ...variables }),
      flags: { profile: undefined, noColor: false },
      fileSystem: diskFileSystem,
      clock,
      random: () => 0.5,
      log: createLog(folders.state, systemClock),
      self: { command: process.execPath, arguments: [] },
      keychain: createMemoryKeychain(),
    });
  const change = { allowHttp: false, idempotency: 'auto' } as const;
  const openStore = async (name: string): Promise<LocalFiles> => {
    const opened = await home();
    const profile = findProfile(opened, name);
    return openFiles(storeFolderOf(opened, profile), { identity: identityOf(profile), clock });
  };
  return {
    home,
    waitedTwice,
    openStore,
    add: async (name, baseUrl) => addProfile(await home(), { name, baseUrl, ...change }),
    move: async (name, baseUrl) => moveProfile(await home(), { name, baseUrl, ...change }),
    remove: async (name) => (await removeProfile(await home(), name)).profile,
    async waiting(name) {
      const store = await openStore(name);
      await store.queue.refresh();
      t.deepEqual(await store.problems(), []);
      return store.queue.entries().map((entry) => entry.name);
    },
    async enter(name, animal) {
      const store = await openStore(name);
      await store.makeFolders();
      await store.queue.enter([{ ...rex, name: animal }], '2026-11-21T09:00:00.000Z');
    },
  };
}

test('a store may move on and on, and every address keeps to its own', async (t) => {
  const person = createPerson(t);
  await person.add('one', a);
  await person.enter('one', 'Coco');
  await person.move('one', b);
  await person.add('two', a);
  await person.enter('two', 'Luna');
  await person.move('two', c);
  await person.add('three', a);
  await person.enter('three', 'Momo');
  t.deepEqual(
    [await person.waiting('one'), await person.waiting('two'), await person.waiting('three')],
    [['Coco'], ['Luna'], ['Momo']],
  );
});

test('a mistyped move is taken back, or corrected, while animals wait', async (t) => {
  const person = createPerson(t);
  await person.add('shop', a);
  await person.enter('shop', 'Coco');
  await person.move('shop', 'https://b.exmple/v1');
  await person.move('shop', b);
  t.deepEqual(await person.waiting('shop'), ['Coco']);
  await person.move('shop', a);
  t.deepEqual(await person.waiting('shop'), ['Coco']);
  t.is((await person.home()).config.moved?.[b], undefined);
  await person.add('other', b);
  t.deepEqual(await person.waiting('other'), []);
});

test('a profile that is removed and added again finds its queue, also after a move', async (t) => {
  const person = createPerson(t);
  await person.add('shop', a);
  await person.add('shop2', a);
  await person.enter('shop', 'Coco');
  await person.remove('shop2');
  await t.throwsAsync(person.remove('shop'), { message: /1 animal waits there/ });
  await person.move('shop', b);
  await person.add('again', b);
  await person.remove('shop');
  t.deepEqual(await person.waiting('again'), ['Coco']);
});

test('a profile that shares its address is not moved: the other one would show animals of two stores', async (t) => {
  const person = createPerson(t);
  await person.add('shop', a);
  await person.add('twin', a);
  await person.enter('twin', 'Coco');
  const error = await t.throwsAsync(person.move('shop', b), { instanceOf: SettingsError });
  t.regex(error.message, /"twin".*petstore profile remove twin/);
  t.deepEqual(await person.waiting('shop'), ['Coco']);
});

test('a store does not move to where another one is', async (t) => {
  const person = createPerson(t);
  await person.add('shop', a);
  await person.add('other', b);
  await t.throwsAsync(person.move('shop', b), { message: /"other"/ });
  await person.enter('other', 'Luna');

  // Nobody has a profile there, and animals wait all the same: entered with PETSTORE_BASE_URL.
  await person.add('gone', c);
  await person.enter('gone', 'Momo');
  const home = await person.home();
  await home.configFile.update(({ profiles: { gone: _gone, ...profiles } = {}, ...config }) => ({
    ...config,
    profiles,
  }));
  await t.throwsAsync(person.move('shop', c), {
    message: /1 animal waits for the store at https:\/\/c\.example\/v1/,
  });
});

test('nothing is moved while it is being sent', async (t) => {
  const person = createPerson(t);
  await person.add('shop', a);
  await person.enter('shop', 'Coco');
  const lock = await (await person.openStore('shop')).acquireSenderLease();
  const moving = person.move('shop', b);
  await person.waitedTwice;
  t.is(findProfile(await person.home(), 'shop').baseUrl, a);
  lock!.release();
  t.is((await moving).baseUrl, b);
});

test('a key stays with the address it was given for', async (t) => {
  const person = createPerson(t);
  const shop = await person.add('shop', a);
  await (await person.home()).keys.save(shop, 'secret-of-a');
  for (const elsewhere of [b, 'https://a.example:8443/v1', 'https://a.example/shop/v1']) {
    const moved = await person.move('shop', elsewhere);
    t.is(await (await person.home()).keys.find(moved), undefined, elsewhere);
    await person.move('shop', a);
  }

  t.deepEqual(await (await (await person.home()).keys.find(shop))?.read(), { value: 'secret-of-a' });
});

test('where the folder of all queues cannot be read, that is said in a sentence with what to do', async (t) => {
  const { home } = createPerson(t);
  const opened = await home();
  const fileSystem = {
    ...diskFileSystem,
    list: () => Promise.reject(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })),
  };
  const [told, ...others] = await findStranded({ ...opened, fileSystem });
  t.deepEqual(others, []);
  t.is(told?.detail, 'Whether animals wait for other stores is not known: permission is denied');
  t.regex(told?.remedy ?? '', /^Make the folder yours, .* untouched \(.*stores\)\.$/);
});

test('a removal that is refused because the profile changed meanwhile leaves the key where it is', async (t) => {
  const { add, move, home } = createPerson(t);
  const shop = await add('shop', a);
  const stale = await home();
  await stale.keys.save(shop, 'secret-of-a');
  await move('shop', b);
  await t.throwsAsync(removeProfile(stale, 'shop'), {
    message: /was moved by another petstore just now\. Nothing was/,
  });
  t.deepEqual(await (await stale.keys.find(shop))?.read(), { value: 'secret-of-a' });
});
