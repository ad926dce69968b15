import { composeSession, type SessionOptions } from './compose-session.js';
import { type Home, demoFolderOf } from '../home.js';
import { demoProfile, profileOfDemo } from '../profiles/profiles.js';
import type { Profile, Session } from '../workspace.js';
import { toApiKey } from '../keys/api-keys.js';

/** Opens a profile: its store, its engine, its key. It does not read, write or send yet. */
export async function openSession(home: Home, profile: Profile, options?: SessionOptions): Promise<Session> {
  if (profile.name === demoProfile) {
    return await openDemo(home);
  }

  return composeSession(home, profile, await home.keys.find(profile), options);
}

/** Starts the built-in store and opens it; closing the session ends it. */
export async function openDemo(home: Home): Promise<Session> {
  const { startDemoService } = await import('../demo/demo-service.js');
  const service = await startDemoService({ ...home, folder: demoFolderOf(home) });
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
