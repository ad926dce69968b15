import { hostname } from 'node:os';
import { join } from 'node:path';
import { machineIdentity } from '../platform/machine.js';
import { version } from '../platform/version.js';
import { createStore } from '../store/store.js';
import { createEngine } from '../sync/engine.js';
import type { ApiKey } from './api-keys.js';
import { type Home, isStillAt, storeFolderOf } from './home.js';
import { createLazyRemote, type Opened } from './lazy-remote.js';
import { identityOf } from './profiles.js';
import { createRefusingRemote } from './refusing-remote.js';
import type { Profile, Session } from './workspace.js';

/** Puts the parts of a session together. */
export function composeSession(home: Home, profile: Profile, key: ApiKey | undefined): Session {
  const { clock, fileSystem, settings, folders, log } = home;

  const folder = storeFolderOf(home, profile);
  const engine = createEngine({
    store: createStore({ folder, identity: identityOf(profile), machine: machineIdentity(), fileSystem }),
    remote: createLazyRemote(() => openRemote(home, profile, key), clock),
    clock,
    random: home.random,
    credential: key?.digest ?? 'none',
    idempotency: profile.idempotency,
    process: `${hostname()}:${process.pid}`,
    settleMs: settings.settleMs,
    refreshMs: settings.refreshMs,
    isStillThere: () => isStillAt(home, profile),
  });

  return {
    profile,
    engine,
    key: key && { last4: key.last4, source: key.source },
    paths: {
      config: home.configFile.path,
      key: home.keys.pathFor(profile),
      store: folder,
      queue: join(folder, 'queue'),
      cache: join(folder, 'cache.json'),
      state: folders.state,
      log: log.path,
    },
    close: () => engine.stop(),
  };
}

async function openRemote({ environment, settings, clock, log }: Home, { baseUrl }: Profile, key: ApiKey | undefined): Promise<Opened> {
  // Together: one in the keychain takes as long as loading the HTTP client does.
  const [{ createRemote }, reading] = await Promise.all([import('../remote/remote.js'), key?.read()]);
  if (reading && 'problem' in reading) {
    return { type: 'for-now', remote: createRefusingRemote(reading.problem) };
  }

  if (reading) {
    log.conceal(reading.value);
  }

  const remote = createRemote({
    baseUrl,
    apiKey: reading?.value,
    userAgent: `petstore/${version}`,
    clock,
    requestTimeoutMs: settings.timeoutMs,
    // A short limit for the whole request limits connecting too.
    connectTimeoutMs: Math.min(10_000, settings.timeoutMs),
    proxy: { httpsProxy: environment.httpsProxy, noProxy: environment.noProxy },
  });
  return { type: 'for-good', remote };
}
