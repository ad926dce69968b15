import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Home, openHomeEvenIfDamaged } from '../../app/home.js';
import type { Workspace } from '../../app/workspace.js';
import { recordReads } from '../../platform/files/record-reads.js';
import { temporaryPrefix } from '../../platform/files/paths.js';
import {
  type Fingerprint,
  isAsBefore,
  isSettled,
  type KeptFrame,
  mostFrameBytes,
} from '../../platform/frame/kept-frame.js';
import type { TerminalColours } from '../../platform/text/terminal-colours.js';
import type { FramePlace } from './show-kept.js';

type Window = {
  readonly columns: number;
  readonly rows: number;
  readonly colours?: TerminalColours | undefined;
};

type Parts = {
  readonly home: Home;
  readonly place: FramePlace;
  /** Opens a home as the next start will, only to look. */
  readonly open: (home: Home) => Promise<Workspace>;
  readonly draw: (workspace: Workspace, window: Window) => Promise<KeptFrame['rows'] | undefined>;
  /** Whether other machines may change the content of a folder: how a file is may then be told late. */
  readonly isShared: (folder: string) => boolean;
};

/** How often it is tried, and how long it is waited in between, for files that were changed a moment ago. */
const tries = 3;
const betweenMs = 30;

/** More files than these take longer to look at than is won. */
const mostFiles = 64;

/**
 * Keeps the frame that the next start would draw first; never throws. It is drawn from the files and not from the app's
 * memory: a kept frame shows these files, whoever wrote them.
 */
export function createFrameKeeper({ home, place, open, draw, isShared }: Parts): (window: Window) => Promise<void> {
  let kept: KeptFrame | undefined = place.shown?.kept;
  let keeping = Promise.resolve();

  const attempt = async (window: Window): Promise<boolean> => {
    const { columns, rows: height, colours } = window;
    const madeFor = place.madeFor(columns, height);
    const isForThese = kept?.madeFor === madeFor && JSON.stringify(kept.colours) === JSON.stringify(colours);
    if (isForThese && kept?.madeFrom.every(isAsBefore) === true) {
      return true;
    }

    const { config, data, state } = home.folders;
    if ([config, data, state].some((folder) => home.fileSystem.exists(folder) && isShared(folder))) {
      return true;
    }

    const temporary = join(dirname(place.path), temporaryPrefix + randomUUID());
    const file = openSync(temporary, 'wx', 0o600);
    try {
      const begun = fstatSync(file, { bigint: true }).mtimeNs;
      const { rows, readings } = await drawAnew(window);
      if (rows === undefined || readings.length > mostFiles) {
        return true;
      }

      if (!readings.every((each) => isSettled(each, begun) && isAsBefore(each))) {
        return false;
      }

      const frame = { madeFor, madeFrom: readings, colours, rows };
      const text = JSON.stringify(frame);
      if (Buffer.byteLength(text) <= mostFrameBytes) {
        writeFileSync(file, text);
        renameSync(temporary, place.path);
        kept = frame;
      }

      return true;
    } finally {
      closeSync(file);
      rmSync(temporary, { force: true });
    }
  };

  const drawAnew = async (
    window: Window,
  ): Promise<{ readonly rows: KeptFrame['rows'] | undefined; readonly readings: readonly Fingerprint[] }> => {
    const { fileSystem, note, readings } = recordReads(home.fileSystem, isWrittenOnce);
    // The app's memory of its view is read in another way.
    note(join(home.folders.state, 'view.json'));
    const anew = await openHomeEvenIfDamaged({ ...home, fileSystem });
    return { rows: anew.damage ? undefined : await draw(await open(anew), window), readings: readings() };
  };

  return (window) => {
    keeping = keeping.then(async () => {
      try {
        for (let left = tries; left > 0 && !(await attempt(window)); left -= 1) {
          await sleep(betweenMs);
        }
      } catch {
        // A home that is full or cannot be written has no frame, and that is all.
      }
    });
    return keeping;
  };
}

/** Records of the queue and of imports: their names say it all (`local/journal/record-files.ts`). */
function isWrittenOnce(folder: string): boolean {
  return ['queue', 'imports'].includes(basename(folder)) && basename(dirname(dirname(folder))) === 'stores';
}
