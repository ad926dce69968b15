import { toApiKey } from '../keys/api-keys.js';
import { composeSession } from '../session/compose-session.js';
import { startDemoService } from './demo-service.js';
import { demoFolderOf, type Home } from '../home.js';
import { profileOfDemo } from '../profiles/profiles.js';
import type { Session } from '../workspace.js';

/** Starts the built-in store and opens it; closing the session ends it. */
export async function openDemo(home: Home): Promise<Session> {
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
