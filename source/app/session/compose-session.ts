import { hostname } from 'node:os';
import { join } from 'node:path';
import { version } from '../../platform/process/self.ts';
import { stacksOf } from '../../platform/process/log.ts';
import { createLocalFiles } from '../../local/local-files.ts';
import { createEngine } from '../../sync/engine.ts';
import { type ApiKey, toApiKey } from '../keys/api-keys.ts';
import { type Home, type HomeOptions, isStillAt, openHomeEvenIfDamaged, storeFolderOf, storeInUse } from '../home.ts';
import { createSystemKeychain } from '../keys/keychain.ts';
import { diskFileSystem } from '../../platform/files/file-system.ts';
import type { StoreInUse } from '../../text/hints.ts';
import { requireProfile } from '../profiles/choose-profile.ts';
import { demoProfile, profileOfDemo, identityOf } from '../profiles/profiles.ts';
import type { Profile } from '../workspace.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { PetClient } from '../../client/pet-client.ts';
import type { Problem } from '../../domain/problem.ts';
import type { RequestFailure } from '../../client/outcomes/outcomes.ts';

/** `onlyLooks`: for a command that only looks; its findings are not saved. Default false. */
export type SessionOptions = { readonly onlyLooks?: boolean };

/** The home on this machine's disk and keychain. From now on hints are about the profile that was chosen. */
export async function openDiskHome(
  options: Omit<HomeOptions, 'fileSystem' | 'keychain'>,
  output: { warn(words: string): void; pointAt(store: StoreInUse): void },
): Promise<Home> {
  const onSlow = (): void =>
    output.warn('Waiting for the system keychain: it may be asking to be unlocked, in a window of its own.');
  const keychain = createSystemKeychain({ self: options.self, onSlow });
  const home = await openHomeEvenIfDamaged({ ...options, fileSystem: diskFileSystem, keychain });
  output.pointAt(storeInUse(home));
  return home;
}

/** Opens a profile, or the chosen one: its store, its engine, its key. It does not read, write or send yet. */
export async function openSession(home: Home, asked?: Profile, options?: SessionOptions): Promise<Session> {
  const profile = asked ?? (await requireProfile(home));
  if (profile.name === demoProfile) {
    return await openDemo(home);
  }

  return composeSession(home, profile, await home.keys.find(profile), options);
}

/** Starts the built-in store and opens it; closing the session ends it. */
export async function openDemo(home: Home): Promise<Session> {
  const { startDemoService } = await import('../demo/demo-service.ts');
  const service = await startDemoService({ ...home, folder: join(home.folders.data, 'demo') });
  try {
    const key = toApiKey(service.apiKey, service.keyPath, false);
    const session = composeSession(home, profileOfDemo(service.baseUrl), key);
    return {
      ...session,
      close: async () => {
        await session.close();
        service.stop();
      },
    };
  } catch (error) {
    service.stop();
    throw error;
  }
}

/** A profile that is open. Whoever opened it closes it. */
export type Session = ReturnType<typeof composeSession>;

/** Once its first key was refused, one that was saved meanwhile takes its place. */
export function composeSession(
  home: Home,
  profile: Profile,
  firstKey: ApiKey | undefined,
  { onlyLooks }: SessionOptions = {},
) {
  const { clock, fileSystem, settings, folders, log, machineState } = home;
  let key = firstKey;
  const client = createLazyClient(() => openClient(home, profile, key), clock);

  const folder = storeFolderOf(home, profile);
  const engine = createEngine({
    local: createLocalFiles({
      folder,
      identity: identityOf(profile),
      state: machineState,
      fileSystem,
      clock,
      onlyLooks,
    }),
    client,
    clock,
    random: home.random,
    get credential() {
      return key?.digest ?? 'none';
    },
    get sender() {
      return { profile: profile.name, baseUrl: profile.baseUrl, ...(key ? { keyEnd: key.last4 } : {}) };
    },
    findNewKey: async () => {
      // The built-in store made its key itself.
      const found = profile.source === 'demo' ? key : await findSavedKey(home, profile, key);
      return found?.digest === key?.digest
        ? undefined
        : () => {
            key = found;
            client.reopen();
          };
    },
    idempotency: profile.idempotency,
    process: `${hostname()}:${process.pid}`,
    settleMs: settings.settleMs,
    refreshMs: settings.onScreen.refreshMs,
    report: (error) => log.write('unexpected', { stacks: stacksOf(error) }),
    isStillThere: () => isStillAt(home, profile),
  });

  return {
    profile,
    engine,
    /** The key's last four characters, or undefined if there is no key; and its source in words. */
    get key() {
      return key && { last4: key.last4, source: key.source };
    },
    paths: {
      config: home.configFile.path,
      key: home.keys.pathFor(profile),
      store: folder,
      queue: join(folder, 'queue.json'),
      cache: join(folder, 'pets.json'),
      state: folders.state,
      log: log.path,
    },
    close: () => engine.stop(),
  };
}

/** The key as it is saved now, or the present one if the saved one cannot be read. */
function findSavedKey({ keys, log }: Home, profile: Profile, present: ApiKey | undefined) {
  return keys.find(profile).catch((error: unknown) => {
    log.write('key not read again', { error: String(error) });
    return present;
  });
}

async function openClient(
  { environment, settings, clock, log }: Home,
  { baseUrl }: Profile,
  key: ApiKey | undefined,
): Promise<Opened> {
  // Together: one in the keychain takes as long as loading the HTTP client does.
  const [{ createPetClient }, reading] = await Promise.all([import('../../client/pet-client.ts'), key?.read()]);
  if (reading && 'problem' in reading) {
    return { type: 'for-now', client: createRefusingClient(reading.problem) };
  }

  if (reading) {
    log.conceal(reading.value);
  }

  const client = createPetClient({
    baseUrl,
    apiKey: reading?.value,
    userAgent: `petstore/${version}`,
    clock,
    requestTimeoutMs: settings.timeoutMs,
    // When the limit of the whole request is short, connecting must not take longer than that either.
    connectTimeoutMs: Math.min(10_000, settings.timeoutMs),
    network: environment,
  });
  return { type: 'for-good', client };
}

/** `for-now`: it could not be opened as it should be. */
export type Opened = { readonly type: 'for-good' | 'for-now'; readonly client: PetClient };

/** How long a client opened for now lasts, in ms: each try may open a window that asks to unlock the keychain. */
const shortest = 60_000;
const longest = 3_600_000;

/** Made at its first request: answers from the saved copy load no HTTP client and open no keychain. */
export function createLazyClient(open: () => Promise<Opened>, clock: Clock): PetClient & { reopen(): void } {
  const replaced: Promise<PetClient>[] = [];
  let opened: Promise<PetClient> | undefined;
  let lasts = shortest;
  let until = Infinity;

  const openOnce = async (): Promise<PetClient> => {
    const { type, client } = await open();
    if (type === 'for-now') {
      until = clock.uptime() + lasts;
      lasts = Math.min(2 * lasts, longest);
    }

    return client;
  };
  const client = (): Promise<PetClient> => {
    if (clock.uptime() >= until) {
      opened = undefined;
      until = Infinity;
    }

    if (!opened) {
      const opening = openOnce();
      opened = opening;
      // Whoever asked is told. The next one is not to be told of a failure that may be over.
      opening.catch(() => {
        opened = opened === opening ? undefined : opened;
      });
    }

    return opened;
  };
  return {
    listPage: async (...parameters) => (await client()).listPage(...parameters),
    get: async (...parameters) => (await client()).get(...parameters),
    create: async (...parameters) => (await client()).create(...parameters),
    leadsElsewhere: async (...parameters) => (await client()).leadsElsewhere(...parameters),
    /** The next request opens it again. Requests under way go on as they began. */
    reopen: () => {
      replaced.push(...(opened ? [opened] : []));
      opened = undefined;
      until = Infinity;
      lasts = shortest;
    },
    close: () => {
      for (const made of [...replaced, ...(opened ? [opened] : [])]) {
        // A client that could not be opened need not be closed.
        void made.then(
          (client) => client.close(),
          () => undefined,
        );
      }
    },
  };
}

/** Stands in for a store whose key cannot be had: it sends no animal and keeps the queue, as with a refused key. */
export function createRefusingClient(problem: Problem): PetClient {
  const failed: RequestFailure = { type: 'failed', connection: 'unauthorized', problem };
  return {
    listPage: () => Promise.resolve(failed),
    get: () => Promise.resolve(failed),
    create: () => Promise.resolve({ type: 'unauthorized', problem }),
    leadsElsewhere: () => Promise.resolve(false),
    close: () => undefined,
  };
}
