import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOpenToOthers } from '../../platform/files/close-to-others.js';
import type { Home } from '../home.js';
import { keychainName } from './keychain.js';
import type { DoctorCheck, Session } from '../workspace.js';

/**
 * Whether the saved key is where it should be, and nowhere else. Whether it can be read from there, the key's own check
 * tells.
 */
export async function checkKeyPlace({ keys }: Home, { profile }: Session): Promise<DoctorCheck> {
  const path = keys.pathFor(profile);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  const note = await keys.findNote(profile).catch(() => undefined);
  const name = note ? 'keychain' : 'key file';
  // Windows has no permission bits.
  if (mode !== undefined && process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return { name, ok: false, detail: `${path} can be read by others`, remedy: `Run: chmod 600 ${path}` };
  }

  const folder = dirname(path);
  if (mode !== undefined && (await isOpenToOthers(path))) {
    return {
      name,
      ok: false,
      detail: `${path} can be read by others`,
      remedy: `Run: icacls "${folder}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F" /T`,
    };
  }

  if (note?.state === 'kept' && mode !== undefined) {
    return {
      name,
      ok: false,
      detail: `the key is in the ${keychainName}, and another one that is not used is in ${path}`,
      remedy: 'Give the key again with `petstore auth login`, or delete the file.',
    };
  }

  if (note?.state === 'left') {
    return {
      name,
      ok: false,
      detail: `a key that is not used any more is in the ${keychainName}, as "${note.account}"`,
      remedy: 'Give the key again with `petstore auth login`, or remove it there yourself.',
    };
  }

  return {
    name,
    ok: true,
    detail: note ? `the ${keychainName}` : mode === undefined ? 'no saved key' : `${path}: only you can read it`,
  };
}
