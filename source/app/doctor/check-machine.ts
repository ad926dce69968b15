/** The checks of this machine: files, locks and the terminal; and what a check is made of. */
import { temporaryPrefix } from '../../platform/files/paths.ts';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Problem } from '../../domain/problem.ts';
import { takeInTime } from '../../platform/concurrency/turns.ts';
import type { FileSystem } from '../../platform/files/file-system.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { StorageError, toStorageError } from '../../local/documents/storage-error.ts';
import { isSenderLeaseHeld } from '../../local/sender-lease.ts';
import { type Home, storeFolderOf } from '../home.ts';
import type { Check } from '../workspace.ts';
import type { Session } from '../session/compose-session.ts';

/** A check without a finding. */
export function fine(name: string, detail: string): Check {
  return { name, ok: true, detail };
}

/** A check that could not be made; `detail` says why. */
export function skipped(name: string, detail: string): Check {
  return { name, ok: true, checked: false, detail };
}

/** A finding that something is wrong, with its remedy if there is one. */
export function wrong(name: string, detail: string, remedy?: string): Check {
  return { name, ok: false, detail, ...(remedy === undefined ? {} : { remedy }) };
}

/** The facts of the terminal for the checkup. */
export type TerminalFacts = {
  readonly isTerminal: boolean;
  readonly isDumb: boolean;
  readonly columns: number;
  readonly rows: number;
};

/** Whether files can be written, and why not. `makesFolders`: missing folders are made, and not left out. */
export async function checkFiles(
  home: Home,
  { engine }: Pick<Session, 'engine'>,
  options: { readonly makesFolders: boolean },
): Promise<{ readonly check: Check; readonly problem?: Problem }> {
  const unwritable = await whyUnwritable(home, options);
  const problem = unwritable ?? engine.snapshot().readOnly;
  if (!problem) {
    return { check: fine('files', `${dirname(home.folders.data)}: can be written`) };
  }

  // Of the other troubles the message names what helps.
  const remedies: Readonly<Record<string, string>> = {
    disk_full: 'Free some space there.',
    newer_version: 'Install the newest petstore. Until then petstore does not save or send; queued animals are kept.',
  };
  const usual = unwritable
    ? 'Make the folder writable, or set PETSTORE_HOME to one that is.'
    : 'Follow its advice. Until then petstore does not save; queued animals are kept.';
  return { check: wrong('files', problem.message, remedies[problem.code] ?? usual), problem };
}

/** Why one of the folders cannot be written. Without `makesFolders` missing ones are left out. */
async function whyUnwritable(
  { folders, fileSystem }: Home,
  { makesFolders }: { readonly makesFolders: boolean },
): Promise<Problem | undefined> {
  for (const folder of [folders.config, folders.data, folders.state]) {
    try {
      if (makesFolders) {
        await makeFolder(fileSystem, folder);
      }

      if (fileSystem.exists(folder)) {
        await tryFile(fileSystem, folder);
      }
    } catch (error) {
      return toStorageError('Nothing can be written', folder, error).problem;
    }
  }

  return undefined;
}

/** As much as an animal takes: on a full disk a file can be made, and not filled. */
const filling = ' '.repeat(4096);

async function tryFile(fileSystem: FileSystem, folder: string): Promise<void> {
  const path = join(folder, `${temporaryPrefix}${randomUUID()}`);
  const file = await fileSystem.openNew(path);
  try {
    await file.write(filling);
    // Some file systems find out only now.
    await file.sync();
  } finally {
    await file.close();
    await fileSystem.remove(path);
  }
}

/** A sender holds the lock only while it sends; one that holds it on and on hangs or was stopped. */
const senderPatience = { waitMs: 800, tryMs: 200 };

/** Does not take the sender's lock: an open app would think that another one sends. */
export async function checkLock(home: Home, { profile }: Pick<Session, 'profile'>): Promise<Check> {
  const folder = storeFolderOf(home, profile);
  if (!home.fileSystem.exists(folder)) {
    return fine('lock', 'nothing to lock yet');
  }

  const path = join(folder, 'sender.lock');
  try {
    const isFree = await takeInTime(home.clock, () => !isSenderLeaseHeld(folder) || undefined, senderPatience);
    const unwritable = [folder, path].find((each) => home.fileSystem.exists(each) && !home.fileSystem.isWritable(each));
    if (unwritable !== undefined) {
      throw new Error(`${unwritable} may not be written`);
    }

    if (isFree) {
      return fine('lock', 'free');
    }
  } catch (error) {
    if (error instanceof StorageError && error.problem.code === 'no_locks') {
      return wrong('lock', error.message);
    }

    const detail = `${path} cannot be opened (${(error as Error).message})`;
    return wrong('lock', detail, 'Make the file and its folder yours and writable; nothing is sent until then.');
  }

  const remedy =
    'Let it finish. If it was suspended (Ctrl-Z), continue it with `fg`; if it hangs, end it: nothing is lost.';
  return wrong('lock', `${path} is held: a petstore is sending`, remedy);
}

/** Whether the app can draw here. */
export function checkTerminal({ isTerminal, isDumb, columns, rows }: TerminalFacts): Check {
  if (!isTerminal) {
    return fine('terminal', 'none here');
  }

  if (isDumb) {
    const remedy = 'Use the shell commands, or set TERM to the type of the terminal, such as xterm-256color.';
    return wrong('terminal', 'TERM is dumb or not set: the app cannot draw here', remedy);
  }

  return columns >= 30 && rows >= 8
    ? fine('terminal', `${columns}x${rows}`)
    : wrong('terminal', `${columns}x${rows} is too small for the app`, 'Make the window at least 40x10, better 80x24.');
}
