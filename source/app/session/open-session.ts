import { composeSession, type SessionOptions } from './compose-session.js';
import type { Home } from '../home.js';
import { demoProfile } from '../profiles/profiles.js';
import type { Profile, Session } from '../workspace.js';

/** Opens a profile: its store, its engine, its key. It does not read, write or send yet. */
export async function openSession(home: Home, profile: Profile, options?: SessionOptions): Promise<Session> {
  if (profile.name === demoProfile) {
    const { openDemo } = await import('../demo/open-demo.js');
    return openDemo(home);
  }

  return composeSession(home, profile, await home.keys.find(profile), options);
}
