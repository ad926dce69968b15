/** The animals that wait in queues that are not open: for other profiles, or for an address no profile leads to. */
import { join } from 'node:path';
import { decidedState, describeState, isWaiting } from '../../domain/entry.ts';
import { failAs, StorageError } from '../../local/documents/storage-error.ts';
import { createLocalFiles } from '../../local/local-files.ts';
import type { FileSystem } from '../../platform/files/file-system.ts';
import { countList, countText } from '../../text/count-text.ts';
import { shellWord, splitRemedy } from '../../text/hints.ts';
import { type Home, storeFolderOf } from '../home.ts';
import type { Profile } from '../workspace.ts';
import { SettingsError } from '../settings/setting-definitions.ts';
import { identityOf, listProfiles, profileOfDemo } from './profiles.ts';

/** The animals of a profile's queue, which is not open. */
export function countWaitingFor(home: Home, profile: Profile): Promise<Waiting> {
  return countWaiting(storeFolderOf(home, profile), identityOf(profile), home);
}

/**
 * Unfinished animals and unreadable files, which may hold some. `others`: sending is not enough for them. `isUsed`:
 * animals were entered there, settled ones too.
 */
type Waiting = { readonly waiting: number; readonly others: string; readonly isUsed: boolean };

/** `2 animals wait for STORE`, or with those that sending is not enough for: `(1 held)`. */
export function waitingText({ waiting, others }: Pick<Waiting, 'waiting' | 'others'>, place: string): string {
  return `${countText(waiting, 'animal waits', 'animals wait')} ${place}${others && ` (${others})`}`;
}

type Files = Pick<Home, 'fileSystem' | 'clock'>;

type WaitingStore = Waiting & { readonly folder: string; readonly identity: string };

async function countWaiting(folder: string, identity: string, { fileSystem, clock }: Files): Promise<Waiting> {
  const store = createLocalFiles({ folder, identity, fileSystem, clock });
  await store.queue.refresh();
  const unread = (await store.problems()).length;
  const entries = store.queue.entries();
  const others = (['held', 'review', 'rejected'] as const).map((state): [number, string] => [
    entries.filter((entry) => decidedState(entry) === state).length,
    describeState(state),
  ]);
  const waiting = entries.filter(({ state }) => isWaiting(state)).length + unread;
  const isUsed = store.queue.data().next > 1 || unread > 0;
  return { waiting, others: countList(others).join(', '), isUsed };
}

/** Every store of this machine in which animals wait, but those in some folders. Throws a `StorageError`. */
async function findWaitingStores(
  { folders, fileSystem, clock }: Home,
  except: readonly string[],
): Promise<WaitingStore[]> {
  const root = join(folders.data, 'stores');
  const stores: WaitingStore[] = [];
  const failed = failAs('Whether animals wait for other stores is not known', root);
  const names = await fileSystem.list(root).catch(failed);
  for (const folder of names.map((name) => join(root, name)).filter((each) => !except.includes(each))) {
    // A store that cannot be read just now may hold animals that wait.
    const identity = await readIdentity(folder, fileSystem).catch(() => unknownIdentity);
    const unknown = { waiting: 1, others: '', isUsed: true };
    const found = identity && (await countWaiting(folder, identity, { fileSystem, clock }).catch(() => unknown));
    if (identity && found && found.waiting > 0) {
      stores.push({ folder, identity, ...found });
    }
  }

  return stores;
}

/** Stands for the address of a queue that cannot be read. */
const unknownIdentity = 'unknown';

/** The address that a queue says it is for; undefined: there is none. */
async function readIdentity(folder: string, fileSystem: FileSystem): Promise<string | undefined> {
  const paths = ['queue.json', 'queue.copy.json']
    .map((name) => join(folder, name))
    .filter((path) => fileSystem.exists(path));
  for (const path of paths) {
    const text = await fileSystem.readStart(path, addressWithin).catch(() => '');
    const address = /"address":("(?:[^"\\]|\\.)*")/.exec(text.toString())?.[1];
    if (address !== undefined) {
      return JSON.parse(address) as string;
    }
  }

  return paths.length > 0 ? unknownIdentity : undefined;
}

/** So many bytes of a queue hold its address: it stands before all that grows. */
const addressWithin = 4096;

/** The animals of one such queue, or why it cannot be told whether there are any, and the remedy. */
export type Stranded = {
  readonly folder: string;
  readonly detail: string;
  readonly remedy: string;
  /** The store that it was entered for; undefined: it cannot be read. */
  readonly address?: string;
};

/** Every such queue in which animals wait. With none, no file of a queue is read. */
export async function findStranded(home: Home): Promise<readonly Stranded[]> {
  try {
    return await readStranded(home);
  } catch (error) {
    if (!(error instanceof StorageError || error instanceof SettingsError)) {
      throw error;
    }

    // The command has an answer of its own, which this must not take away.
    const { detail, remedy } = splitRemedy(error.message);
    const correct = `Correct ${home.configFile.path}; until then it is not known whether other stores have a queue.`;
    return [{ folder: '', detail, remedy: error instanceof StorageError ? remedy : correct }];
  }
}

async function readStranded(home: Home): Promise<readonly Stranded[]> {
  const { config, environment } = home;
  const profiles = [...listProfiles(config, environment), profileOfDemo('')];
  const stores = await findWaitingStores(
    home,
    profiles.map((profile) => storeFolderOf(home, profile)),
  );
  // The address of a queue that cannot be read just now is unknown; a copy of a folder beside it is of a known store.
  const told = new Set([unknownIdentity, ...profiles.map(identityOf)]);
  return stores
    .filter(({ identity }) => !told.has(identity))
    .map(({ folder, identity, ...found }) => {
      const address =
        Object.entries(config.moved ?? {}).find(([, moved]) => moved === identity)?.[0] ??
        identity.replace(/#\d+$/u, '');
      return {
        folder,
        address,
        detail: waitingText(found, `for ${address}, which no profile leads to`),
        remedy:
          `Nothing is sent there. \`petstore profile add former --base-url ${shellWord(address)}\` makes a profile of it. If that ` +
          'address was mistyped, or the store has moved, `petstore profile move former --base-url URL` then gives it ' +
          'the right one.',
      };
    });
}

/** Whether it is such a queue, and not why none can be looked for. */
export const isFound = ({ address }: Stranded): boolean => address !== undefined;

/** The same for a command that is about another queue: names it, and who has the remedy. */
export const strandedText = ({ detail }: Stranded): string => `${detail}; \`petstore status\` says what to do.`;

/** Animals that wait for other stores than a profile's own, beside those that were `told` of. */
export async function otherStoresTexts(home: Home, own: Profile, told: readonly Stranded[]): Promise<string[]> {
  // It was told why they cannot be found.
  if (told.some(({ folder }) => folder === '')) {
    return [];
  }

  const profiles = [...listProfiles(home.config, home.environment), profileOfDemo('')];
  const except = [storeFolderOf(home, own), ...told.map(({ folder }) => folder)];
  const others = await findWaitingStores(home, except);
  return others
    .filter(({ identity }) => identity !== identityOf(own))
    .map((other) => {
      const profile = profiles.find((each) => storeFolderOf(home, each) === other.folder);
      const known = profile && [profile.baseUrl, `(profile ${profile.name})`].filter(Boolean).join(' ');
      const store = known ?? `${other.identity} (${other.folder})`;
      return `${waitingText(other, `for another store, ${store}`)}.`;
    });
}
