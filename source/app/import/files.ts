import { closeSync, createReadStream, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import type { CategoryLabels } from '../../domain/category-labels.ts';
import { mostWaiting } from '../../local/queue/changes.ts';
import type { Naming } from '../../text/animal/read-category-text.ts';
import { decodeText } from './decode-text.ts';
import type { Animals } from './read-animals.ts';
import type { ColumnChoice } from './columns.ts';
import type { Said } from './rows.ts';
import { dirname } from 'node:path';
import { readFailureText } from '../../platform/files/errno.ts';
import { diskFileSystem } from '../../platform/files/file-system.ts';

/** A file that was read whole. */
export type ImportFile = Animals & {
  readonly encoding: string;
  /** What was said of the columns of this header before was used: not all of them were named now. */
  readonly recalled: boolean;
  /** The same text with columns that a person has named since. */
  readonly withColumns: (named: ColumnChoice) => ImportFile;
};

/** How a file is read; all but the names of categories may be left out. */
export type ImportOptions = Said & {
  readonly labels: CategoryLabels;
  /** What gives a category a name where the file is read; a command of the shell by default. */
  readonly naming?: Naming;
  /** The encoding of a file that does not tell its own by a mark; UTF-8 by default. */
  readonly encoding?: string | undefined;
  readonly signal?: AbortSignal;
};

/** Ten thousand animals with names of a page each; a device that never ends is noticed in time. */
const mostMiB = 64;

/** Reads and checks a file, or a stream to its end, to import; a sentence if it cannot be read. */
export async function openImport(
  from: string | Readable,
  options: ImportOptions,
): Promise<ImportFile | { readonly problem: string }> {
  const { encoding, signal } = options;
  const isFile = typeof from === 'string';
  const unreadable = (why: string): { readonly problem: string } => ({
    problem: `${isFile ? from : 'Standard input'} cannot be read: ${why}. No animal was queued.`,
  });
  let bytes: Buffer;
  try {
    const stream = isFile ? createReadStream(from) : from;
    bytes = await readBytes(signal ? addAbortSignal(signal, stream) : stream, mostMiB * 2 ** 20);
  } catch (error) {
    const isTooBig = error instanceof Error && 'code' in error && error.code === 'EFBIG';
    return unreadable(isTooBig ? `it holds more than ${mostMiB} MiB; import it in parts` : readFailureText(error));
  }

  const decoded = decodeText(bytes, encoding);
  return 'problem' in decoded ? unreadable(decoded.problem) : await readText(decoded, options);
}

async function readText(
  { text, encoding }: { readonly text: string; readonly encoding: string },
  { columns, ...options }: ImportOptions,
): Promise<ImportFile> {
  // The reader of tables is loaded here: no other command needs it.
  const { readAnimals } = await import('./read-animals.ts');
  const read = (chosen: ColumnChoice): ImportFile => {
    const animals = readAnimals(text, { ...options, columns: chosen, most: mostWaiting });
    const recalled = Object.keys(animals.memory?.columns ?? {}).some((field) => !(field in chosen));
    return { ...animals, encoding, recalled, withColumns: (named) => read({ ...chosen, ...named }) };
  };
  return read(columns ?? {});
}

/** All of a stream as UTF-8 text; fails with EFBIG beyond a limit, and with a TypeError on other bytes. */
export async function readAll(stream: NodeJS.ReadableStream, limit: number): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(stream, limit));
}

async function readBytes(stream: NodeJS.ReadableStream, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) {
      throw Object.assign(new Error('more came than is taken'), { code: 'EFBIG' });
    }

    chunks.push(bytes);
  }

  return Buffer.concat(chunks);
}

/** Writes a file that is not there yet, durably, or not at all. Fails with EEXIST if it exists. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = openSync(path, 'wx');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }

  // A folder that this person may only write into cannot be opened: the file is there all the same.
  await diskFileSystem.syncFolder(dirname(path), path).catch(() => undefined);
}
