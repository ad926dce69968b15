import { once } from 'node:events';
import { type Stats, fstatSync, writeSync } from 'node:fs';
import { hasCode } from '../files/errno.js';

/** Where text goes: standard output or standard error. */
export type TextSink = Readonly<ReturnType<typeof createTextSink>>;

const system = {
  platform: process.platform,
  write: (fd: number, bytes: Uint8Array, offset: number): number => writeSync(fd, bytes, offset),
  stat: (fd: number): Pick<Stats, 'isFIFO' | 'isFile' | 'isSocket'> => fstatSync(fd),
};
/** The edges of a sink. */
export type SinkPorts = typeof system;

/**
 * A sink that writes to pipes and files itself: making Node's stream of one takes longer than most answers. Node writes
 * to them in the same way, and waits for the reader too. Terminals, Windows and other pipes have Node's stream, `open`.
 */
export function createTextSink(fd: 1 | 2, open: () => NodeJS.WriteStream, { platform, write, stat } = system) {
  const listeners: ((error: NodeJS.ErrnoException) => void)[] = [];
  let opened: NodeJS.WriteStream | undefined;
  let failure: NodeJS.ErrnoException | undefined;

  const tell = (error: NodeJS.ErrnoException): void => {
    failure ??= error;
    listeners.forEach((listener) => listener(error));
  };
  const stream = (): NodeJS.WriteStream => {
    if (!opened) {
      opened = open();
      opened.on('error', tell);
    }

    return opened;
  };

  /** The rest of it if the pipe has no room and does not wait. Throws an errno. */
  function writeHere(bytes: Uint8Array): Uint8Array {
    let written = 0;
    try {
      while (written < bytes.length) {
        written += write(fd, bytes, written);
      }
    } catch (error) {
      if (!hasCode(error, 'EAGAIN')) {
        throw error;
      }
    }

    return bytes.subarray(written);
  }

  if (!isWrittenHere(fd, platform, stat)) {
    stream();
  }

  return {
    get isTTY(): boolean {
      return opened?.isTTY ?? false;
    },
    /** Undefined if it is no terminal. */
    get columns(): number | undefined {
      return opened?.columns;
    },
    /** Neither resolves nor throws: failures are told to `onError`, and the first one to `done`, called at the end. */
    write(text: string, done?: (error: NodeJS.ErrnoException | null | undefined) => void): void {
      if (opened) {
        opened.write(text, (error) => done?.(error ?? failure));
        return;
      }

      try {
        const left = writeHere(Buffer.from(text));
        if (left.length > 0) {
          stream().write(left, done);
          return;
        }
      } catch (error) {
        tell(error as NodeJS.ErrnoException);
      }

      done?.(failure);
    },
    /** Resolves when the written text has gone so far that more may follow. */
    async drained(): Promise<void> {
      if (opened?.writableNeedDrain && !opened.destroyed) {
        // One that fails meanwhile is told at the start of the process; the rest of the text is lost with it.
        await once(opened, 'drain').catch(() => undefined);
      }
    },
    onError: (listener: (error: NodeJS.ErrnoException) => void): void => void listeners.push(listener),
    /** Node's own stream, for who needs one. */
    get stream(): NodeJS.WriteStream {
      return stream();
    },
  };
}

function isWrittenHere(fd: number, platform: NodeJS.Platform, stat: SinkPorts['stat']): boolean {
  try {
    const kind = stat(fd);
    return platform !== 'win32' && (kind.isFIFO() || kind.isSocket() || kind.isFile());
  } catch {
    return false;
  }
}
