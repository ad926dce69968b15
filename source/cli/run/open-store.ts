/**
 * Opens the home and the store of a command. It is loaded by the first command that needs one, since most of the
 * program comes with it.
 */
import { type Home, type HomeOptions, openHomeEvenIfDamaged, requireProfile } from '../../app/home.js';
import { createSystemKeychain } from '../../app/keys/system-keychain.js';
import type { SessionOptions } from '../../app/session/compose-session.js';
import { openSession } from '../../app/session/open-session.js';
import type { Session } from '../../app/workspace.js';
import { diskFileSystem } from '../../platform/files/file-system.js';

/** The home on this machine's disk and keychain. `onSlow` is called when the keychain keeps one waiting. */
export function openDiskHome(options: Omit<HomeOptions, 'fileSystem' | 'keychain'>, onSlow: () => void): Promise<Home> {
  return openHomeEvenIfDamaged({
    ...options,
    fileSystem: diskFileSystem,
    keychain: createSystemKeychain({ self: options.self, onSlow }),
  });
}

/** The store of the profile that was chosen. */
export function openChosenStore(home: Home, options?: SessionOptions): Promise<Session> {
  return openSession(home, requireProfile(home), options);
}
