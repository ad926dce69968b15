/** Opens home and store: loaded by the first command that needs one, since most of the program comes with it. */
import { type Home, type HomeOptions, openHomeEvenIfDamaged, requireProfile, storeInUse } from '../../app/home.js';
import { createSystemKeychain } from '../../app/keys/keychain.js';
import { openSession, type SessionOptions } from '../../app/session/compose-session.js';
import type { Session } from '../../app/workspace.js';
import { diskFileSystem } from '../../platform/files/file-system.js';
import type { Output } from './output.js';

/** The home on this machine's disk and keychain. From now on hints are about the profile that was chosen. */
export async function openDiskHome(
  options: Omit<HomeOptions, 'fileSystem' | 'keychain'>,
  output: Output,
): Promise<Home> {
  const onSlow = (): void =>
    output.warn('Waiting for the system keychain: it may be asking to be unlocked, in a window of its own.');
  const home = await openHomeEvenIfDamaged({
    ...options,
    fileSystem: diskFileSystem,
    keychain: createSystemKeychain({ self: options.self, onSlow }),
  });
  output.pointAt(storeInUse(home));
  return home;
}

/** The store of the profile that was chosen. */
export function openChosenStore(home: Home, options?: SessionOptions): Promise<Session> {
  return openSession(home, requireProfile(home), options);
}
