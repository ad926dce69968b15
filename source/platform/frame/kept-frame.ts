/**
 * The list screen as it was drawn last, kept in `state/frame.json` so that the next start can show it before the
 * program is loaded. Disposable: a start without one, or with one that does not fit, draws as always.
 *
 * It fits if it was made *for* the same program, window and surroundings, and *from* files that have not changed since.
 * It holds only text and looks, never a control sequence.
 */
import { closeSync, constants, fstatSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import type { TerminalColours } from '../text/terminal-colours.js';

/** Characters that look alike: the text, and what its looks are in SGR, in the order in which they were switched on. */
export type Span = readonly [text: string, ...looks: readonly string[]];

/** One frame. */
export type KeptFrame = {
  /** The surroundings it was drawn for, in one text that is compared as a whole. */
  readonly madeFor: string;
  readonly madeFrom: readonly Fingerprint[];
  readonly colours?: TerminalColours | undefined;
  readonly rows: readonly (readonly Span[])[];
};

/** The name of its file, in the folder of files that may be lost. */
export const frameName = 'frame.json';

/** A frame of more bytes is not kept, and not read. */
export const mostFrameBytes = 65_536;

/** Undefined unless this person alone can have written it. A link, a pipe and a huge file are not read. */
export function readKeptFrame(path: string, user: number | undefined): KeptFrame | undefined {
  let file: number;
  try {
    // Opening a pipe would wait for somebody who writes to it.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }

  try {
    const stats = fstatSync(file);
    const isOurs = user === undefined || (stats.uid === user && (stats.mode & 0o022) === 0);
    if (!stats.isFile() || !isOurs || stats.size > mostFrameBytes) {
      return undefined;
    }

    const bytes = Buffer.allocUnsafe(stats.size);
    const length = readSync(file, bytes, 0, stats.size, 0);
    const read: unknown = JSON.parse(bytes.toString('utf8', 0, length));
    return isFrame(read) ? read : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

function isFrame(read: unknown): read is KeptFrame {
  if (typeof read !== 'object' || read === null) {
    return false;
  }

  const { madeFor, madeFrom, colours, rows } = read as Readonly<Record<string, unknown>>;
  return (
    typeof madeFor === 'string' &&
    Array.isArray(madeFrom) &&
    madeFrom.length > 0 &&
    madeFrom.every(isFingerprint) &&
    (colours === undefined || areColours(colours)) &&
    Array.isArray(rows) &&
    rows.every((row) => Array.isArray(row) && row.every(isSpan))
  );
}

function areColours(read: unknown): read is TerminalColours {
  return (
    typeof read === 'object' &&
    read !== null &&
    'foreground' in read &&
    'background' in read &&
    Object.values(read).every(
      (colour) =>
        Array.isArray(colour) &&
        colour.length === 3 &&
        colour.every((share) => typeof share === 'number' && share >= 0 && share <= 1),
    )
  );
}

function isSpan(span: unknown): span is Span {
  return (
    Array.isArray(span) &&
    span.length > 0 &&
    span.every((part, place) => typeof part === 'string' && (place === 0 || endOf(part) !== undefined))
  );
}

/** The code that switches a look off; undefined: the screens do not have that look. */
function endOf(look: string): string | undefined {
  return ends.find(([form]) => form.test(look))?.[1];
}

/** Bold and faint, underlined, reversed; then the colour of letters and what lies under them (ECMA-48, 8.3.117). */
const ends: readonly (readonly [look: RegExp, end: string])[] = [
  [/^[12]$/, '22'],
  [/^4$/, '24'],
  [/^7$/, '27'],
  [/^(?:3[0-7]|9[0-7]|38;5;\d{1,3}|38;2(?:;\d{1,3}){3})$/, '39'],
  [/^(?:4[0-7]|10[0-7]|48;5;\d{1,3}|48;2(?:;\d{1,3}){3})$/, '49'],
];

/** Spans as a line of the terminal, just as Ink writes one that looks like it. */
export function toLine(row: readonly Span[]): string {
  return row
    .map(([text, ...looks]) => {
      const on = looks.map((look) => `\u001B[${look}m`).join('');
      const off = looks
        .toReversed()
        .map((look) => `\u001B[${endOf(look) ?? '0'}m`)
        .join('');
      return on + text + off;
    })
    .join('');
}

/**
 * A path and how it was, so that somebody else can tell whether it still is so. A file that is changed, replaced or put
 * back has another inode, size or time of change (ctime), which no program can set. Two changes within one tick of the
 * system's clock have the same times, so it counts only once the file is older than that (`isSettled`). `there`: only
 * whether it exists, and its identity; its content does not matter. `names`: of a folder with passing files that do not
 * matter: those that exist.
 */
export type Fingerprint = readonly [path: string, how: 'whole' | 'there' | 'names', as: string];

/** How a path is now; an empty text if it is missing. Throws an errno if that cannot be told. */
export function lookAt(path: string, how: Fingerprint[1]): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) {
    return '';
  }

  switch (how) {
    case 'there':
      return String(stats.ino);
    case 'names':
      return stats.isDirectory() ? `${stats.ino}/${readdirSync(path).sort().join('/')}` : String(stats.ino);
    case 'whole':
      return `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  }
}

/** Whether a path is as it was. */
export function isAsBefore([path, how, as]: Fingerprint): boolean {
  try {
    return lookAt(path, how) === as;
  } catch {
    return false;
  }
}

/** The longest tick of a system's clock, with as much again, in nanoseconds. */
const ticksNs = 25_000_000n;
const secondNs = 1_000_000_000n;

/** Whether every later change of a path will show: its times are before `begun`, and not of whole seconds. */
export function isSettled([, how, as]: Fingerprint, begun: bigint): boolean {
  if (how !== 'whole' || as === '') {
    return true;
  }

  const [, , modified = 0n, changed = 0n] = as.split(' ').map(BigInt);
  return [modified, changed].every((at) => at + ticksNs < begun && at % secondNs !== 0n);
}

const hows: readonly string[] = ['whole', 'there', 'names'] satisfies readonly Fingerprint[1][];

function isFingerprint(read: unknown): read is Fingerprint {
  return (
    Array.isArray(read) &&
    read.length === 3 &&
    read.every((part) => typeof part === 'string') &&
    hows.includes(read[1] as string)
  );
}
