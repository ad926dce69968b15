/** The checks of this machine: files, locks, the queue and the terminal. */
import { temporaryPrefix } from '../../platform/files/paths.js';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Entry, standingOf } from '../../domain/entry.js';
import type { Problem } from '../../domain/problem.js';
import { takeInTime } from '../../platform/concurrency/turns.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { makeFolder } from '../../platform/files/make-folder.js';
import { StorageError, toStorageError } from '../../local/documents/storage-error.js';
import { splitRemedy } from '../../text/hints.js';
import { isSenderLeaseHeld } from '../../local/sender-lease.js';
import { type Home, storeFolderOf } from '../home.js';
import type { DoctorCheck, Session } from '../workspace.js';

/** The facts of the terminal for the checkup. */
export type TerminalFacts = {
  readonly isTerminal: boolean;
  readonly isDumb: boolean;
  readonly columns: number;
  readonly rows: number;
};

/** Writes a file in each folder, as the program does. */
export async function checkFiles(home: Home, { engine }: Session): Promise<DoctorCheck> {
  const problem = await whyUnwritable(home, { makesFolders: true });
  if (problem) {
    const remedy =
      problem.code === 'disk_full'
        ? 'Free some space there.'
        : 'Make the folder writable, or set PETSTORE_HOME to one that is.';
    return wrong('files', problem.message, remedy);
  }

  const { readOnly } = engine.snapshot();
  if (!readOnly) {
    return fine('files', `${dirname(home.folders.data)}: can be written`);
  }

  // The message names what helps against the other troubles.
  const remedy =
    readOnly.code === 'newer_version'
      ? 'Install the newest petstore. Until then petstore does not save or send; queued animals are kept.'
      : 'Follow its advice. Until then petstore does not save; queued animals are kept.';
  return wrong('files', readOnly.message, remedy);
}

/** Why one of the folders cannot be written. Without `makesFolders` missing ones are left out. */
export async function whyUnwritable(
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
export async function checkLock(home: Home, { profile, engine }: Session): Promise<DoctorCheck> {
  const folder = storeFolderOf(home, profile);
  if (engine.snapshot().readOnly || !home.fileSystem.exists(folder)) {
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

/** Whether files of the queue cannot be read, or animals need a person. */
export function checkQueue({ engine }: Session): DoctorCheck {
  const { entries, unreadable, queueTrouble } = engine.snapshot();
  if (unreadable.length > 0) {
    const parts = unreadable.map(({ problem }) => splitRemedy(problem.message));
    return wrong(
      'queue',
      parts.map(({ detail }) => detail).join('; '),
      [...new Set(parts.map(({ remedy }) => remedy))].join(' '),
    );
  }

  if (queueTrouble) {
    return wrong('queue', queueTrouble.message, 'Queued animals are not shown until it can be read.');
  }

  const need = needOf(entries);
  return need ? wrong('queue', need.detail, need.remedy) : fine('queue', 'every file can be read, no animal needs you');
}

/** Which queued animals need a person, and the remedy; undefined: all is well. */
export function needOf(entries: readonly Entry[]): { readonly detail: string; readonly remedy: string } | undefined {
  const idsOf = (is: (entry: Entry) => boolean) => entries.filter(is).map(({ localId }) => localId);
  const forbidden = idsOf(({ state, lastError }) => state === 'queued' && lastError?.code === 'forbidden');
  if (forbidden.length > 0) {
    const remedy = 'Ask whoever runs the store for a key that may, and enter it with `petstore auth login`.';
    return {
      detail: `your key may not add animals, so ${forbidden.join(', ')} ${forbidden.length === 1 ? 'is' : 'are'} not sent`,
      remedy,
    };
  }

  const refused = idsOf(isKeyRefused);
  if (refused.length > 0) {
    const remedy =
      'petstore looks whether it arrived all the same. Ask whoever runs the store for a key that may add animals, ' +
      'and enter it with `petstore auth login`.';
    return { detail: `the store refused the key when ${refused.join(', ')} was sent`, remedy };
  }

  const needy = idsOf(({ state }) => state === 'rejected' || state === 'review');
  const detail = `${needy.join(', ')} ${needy.length === 1 ? 'needs' : 'need'} you`;
  return needy.length > 0 ? { detail, remedy: '`petstore queue` says why.' } : undefined;
}

/** Whether it is to be sent, after an answer that refused the key and that something on the way may have written. */
function isKeyRefused(entry: Entry): boolean {
  const { history } = entry;
  const state = standingOf(entry);
  const last = history.findLast((record) => record.kind === 'outcome')?.result;
  const refusal = last?.type === 'unknown' ? last.refusal : undefined;
  return (state === 'queued' || state === 'checking') && (refusal === 401 || refusal === 403);
}

/** Whether the app can draw here. */
export function checkTerminal({ isTerminal, isDumb, columns, rows }: TerminalFacts): DoctorCheck {
  if (!isTerminal) {
    return fine('terminal', 'none here');
  }

  if (isDumb) {
    const remedy = 'Use the shell commands, or set TERM to the type of the terminal, such as xterm-256color.';
    return wrong('terminal', 'TERM is dumb or not set: the app cannot draw here', remedy);
  }

  return columns >= 30 && rows >= 8
    ? fine('terminal', `${columns}x${rows}`)
    : wrong('terminal', `${columns}x${rows} is too small for the app`, 'Make the window at least 30x8, better 80x24.');
}

/** A check without a finding. */
export function fine(name: string, detail: string): DoctorCheck {
  return { name, ok: true, detail };
}

/** A check that could not be made; `detail` says why. */
export function skipped(name: string, detail: string): DoctorCheck {
  return { name, ok: true, checked: false, detail };
}

/** A finding that something is wrong, with its remedy if there is one. */
export function wrong(name: string, detail: string, remedy?: string): DoctorCheck {
  return { name, ok: false, detail, ...(remedy === undefined ? {} : { remedy }) };
}
