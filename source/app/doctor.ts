/** The checkup: what may be wrong on this machine and on the way to the store, and what helps. */
import { statSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Connection } from '../domain/connection.js';
import { machineIdentity } from '../platform/machine.js';
import { formatAge } from '../platform/duration.js';
import { toStorageError } from '../store/storage-error.js';
import { createStore } from '../store/store.js';
import { type Home, storeFolderOf } from './home.js';
import { identityOf } from './profiles.js';
import { readServiceClock } from './service-clock.js';
import type { DoctorCheck, Session } from './workspace.js';

/** What the checkup knows of the terminal. */
export type TerminalFacts = { readonly isTerminal: boolean; readonly isDumb: boolean; readonly columns: number; readonly rows: number };

export async function checkup(home: Home, session: Session, terminal: TerminalFacts): Promise<readonly DoctorCheck[]> {
  const connection = await session.engine.probe();
  return [
    checkConnection(session, connection),
    checkKey(session, connection),
    await checkClock(home, session),
    await checkFiles(home, session),
    checkKeyFile(home, session),
    await checkLock(home, session),
    checkQueue(session),
    checkTerminal(terminal),
  ];
}

const remedies: Readonly<Partial<Record<Connection['state'], string>>> = {
  offline: 'Check the network, the address and HTTPS_PROXY. Until then everything is saved on this machine.',
  intercepted: 'Open a web page in a browser and log in to this network, then try again.',
  error: 'Wait; the store itself has a problem. Everything is saved on this machine.',
  misconfigured: 'Correct the address with `petstore profile move NAME --base-url URL`.',
  changed: 'Ask whoever runs the store whether it was reset, then confirm with `:sync` in the app.',
};

function checkConnection({ profile }: Session, { state, problem }: Connection): DoctorCheck {
  const remedy = remedies[state];
  const isAnswered = state === 'online' || state === 'unauthorized' || state === 'working-offline';
  return { name: 'address', ok: isAnswered, detail: `${profile.baseUrl}: ${problem?.message ?? state}`, ...(isAnswered || remedy === undefined ? {} : { remedy }) };
}

function checkKey({ key }: Session, { state }: Connection): DoctorCheck {
  if (!key) {
    return { name: 'key', ok: false, detail: 'there is none', remedy: 'Give it with `petstore auth login`, or set PETSTORE_API_KEY.' };
  }

  const detail = `ends in ${key.last4}, from ${key.source}`;
  return state === 'unauthorized' ? { name: 'key', ok: false, detail: `${detail}; the store refused it`, remedy: 'Ask whoever runs the store for a valid key and give it with `petstore auth login`.' } : { name: 'key', ok: true, detail };
}

/** More than this and times shown, Retry-After dates and certificates go wrong, in milliseconds. */
const clockTolerance = 120_000;

async function checkClock({ clock }: Home, { profile }: Session): Promise<DoctorCheck> {
  const theirs = await readServiceClock(profile.baseUrl);
  if (theirs === undefined) {
    return { name: 'clock', ok: true, detail: 'not compared: the store told no time' };
  }

  const apart = clock.now() - theirs;
  return Math.abs(apart) <= clockTolerance
    ? { name: 'clock', ok: true, detail: 'agrees with the store' }
    : { name: 'clock', ok: false, detail: `this machine is ${formatAge(Math.abs(apart))} ${apart > 0 ? 'ahead of' : 'behind'} the store`, remedy: 'Set the time of this machine, or let it be set from the network.' };
}

/** Tries what the program does: a file in each folder. */
async function checkFiles({ folders, fileSystem }: Home, { engine }: Session): Promise<DoctorCheck> {
  for (const folder of [folders.config, folders.data, folders.state]) {
    try {
      await fileSystem.makeFolder(folder);
      const path = join(folder, `.doctor-${randomUUID()}`);
      const file = await fileSystem.openNew(path);
      await file.close();
      await fileSystem.remove(path);
    } catch (error) {
      return { name: 'files', ok: false, detail: toStorageError('Nothing can be written', folder, error).problem.message, remedy: 'Make the folder writable, or set PETSTORE_HOME to one that is.' };
    }
  }

  const { readOnly } = engine.snapshot();
  return readOnly ? { name: 'files', ok: false, detail: readOnly.message, remedy: 'See above.' } : { name: 'files', ok: true, detail: `${dirname(folders.data)}: can be written` };
}

function checkKeyFile({ keys }: Home, { profile }: Session): DoctorCheck {
  const path = keys.pathFor(profile);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  // Windows has no such bits.
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  return isOpen ? { name: 'key file', ok: false, detail: `${path} can be read by others`, remedy: `Run: chmod 600 ${path}` } : { name: 'key file', ok: true, detail: mode === 0 ? 'no saved key' : `${path}: only you can read it` };
}

async function checkLock(home: Home, { profile, engine }: Session): Promise<DoctorCheck> {
  const folder = storeFolderOf(home, profile);
  if (engine.snapshot().readOnly || !home.fileSystem.exists(folder)) {
    return { name: 'lock', ok: true, detail: 'nothing to lock yet' };
  }

  const store = createStore({ folder, identity: identityOf(profile), machine: machineIdentity(), fileSystem: home.fileSystem });
  // A sender holds it only while it sends; one that holds it on and on hangs or was stopped.
  for (let tries = 0; tries < 5; tries += 1) {
    const lock = await store.acquireSenderLock().catch(() => undefined);
    if (lock) {
      lock.release();
      return { name: 'lock', ok: true, detail: 'free' };
    }

    await home.clock.wait(200);
  }

  return { name: 'lock', ok: false, detail: `another program holds ${join(folder, 'sender.db')} and is sending`, remedy: 'Let it finish. If it was suspended (Ctrl-Z), continue it with `fg`; if it hangs, end it: nothing is lost.' };
}

function checkQueue({ engine }: Session): DoctorCheck {
  const { entries, unreadable } = engine.snapshot();
  if (unreadable.length > 0) {
    return { name: 'queue', ok: false, detail: unreadable.map(({ problem }) => problem.message).join(' '), remedy: 'Restore the file from a backup, or move it away if you know what it held.' };
  }

  const needy = entries.filter(({ state }) => state === 'rejected' || state === 'review');
  return needy.length > 0
    ? { name: 'queue', ok: false, detail: `${needy.map(({ localId }) => localId).join(', ')} ${needy.length === 1 ? 'needs' : 'need'} you`, remedy: 'See `petstore queue` and decide.' }
    : { name: 'queue', ok: true, detail: 'every file can be read, nothing needs you' };
}

function checkTerminal({ isTerminal, isDumb, columns, rows }: TerminalFacts): DoctorCheck {
  if (!isTerminal) {
    return { name: 'terminal', ok: true, detail: 'none here' };
  }

  if (isDumb) {
    return { name: 'terminal', ok: false, detail: 'TERM is dumb or not set: the app cannot draw here', remedy: 'Use the shell commands, or set TERM to what the terminal is, such as xterm-256color.' };
  }

  return columns >= 30 && rows >= 8 ? { name: 'terminal', ok: true, detail: `${columns}x${rows}` } : { name: 'terminal', ok: false, detail: `${columns}x${rows} is too small for the app`, remedy: 'Make the window at least 30x8, better 80x24.' };
}
