import { hostname } from 'node:os';
import { join } from 'node:path';
import { machineIdentity } from '../platform/machine.js';
import { version } from '../platform/version.js';
import type { Remote } from '../remote/remote.js';
import { createStore } from '../store/store.js';
import { createEngine } from '../sync/engine.js';
import { type ApiKey, lastFour } from './api-keys.js';
import { hashIdentity } from './base-url.js';
import { type Home, storeFolderOf } from './home.js';
import { createLazyRemote } from './lazy-remote.js';
import { identityOf } from './profiles.js';
import type { Profile, Session } from './workspace.js';

/** Puts the parts of a session together. */
export function composeSession(home: Home, profile: Profile, key: ApiKey | undefined): Session {
  const { clock, fileSystem, settings, folders, log } = home;
  if (key) {
    log.conceal(key.value);
  }

  const folder = storeFolderOf(home, profile);
  const engine = createEngine({
    store: createStore({ folder, identity: identityOf(profile), machine: machineIdentity(), fileSystem }),
    remote: createLazyRemote(() => openRemote(home, profile, key)),
    clock,
    random: home.random,
    credential: key ? hashIdentity(key.value) : 'none',
    idempotency: profile.idempotency,
    process: `${hostname()}:${process.pid}`,
    settleMs: settings.settleMs,
    refreshMs: settings.refreshMs,
  });

  return {
    profile,
    engine,
    key: key && { last4: lastFour(key.value), source: key.source },
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

async function openRemote({ environment, settings, clock }: Home, { baseUrl }: Profile, key: ApiKey | undefined): Promise<Remote> {
  const { createRemote } = await import('../remote/remote.js');
  return createRemote({
    baseUrl,
    apiKey: key?.value,
    userAgent: `petstore/${version}`,
    clock,
    requestTimeoutMs: settings.timeoutMs,
    // A short limit for the whole request limits connecting too.
    connectTimeoutMs: Math.min(10_000, settings.timeoutMs),
    proxy: { httpsProxy: environment.httpsProxy, noProxy: environment.noProxy },
  });
}
