import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import type { CategoryLabels } from '../../domain/category-labels.js';
import { mostWaiting } from '../../local/journal/entering.js';
import { type Animals, readAnimals } from './read-animals.js';
import { hash } from 'node:crypto';
import { serialiseNewPet } from '../../platform/json/json.js';
import { open, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errnoOf, hasCode } from '../../platform/files/errno.js';
import { diskFileSystem } from '../../platform/files/file-system.js';

/** A file that was read whole; `contentHash` tells its animals from those of other files. */
export type ImportFile = Animals & { readonly contentHash: string };

/** Ten thousand animals with names of a page each; a device that never ends is noticed in time. */
const mostMiB = 64;

/** Reads and checks a file, or a stream to its end, to import; a sentence if it cannot be read. */
export async function openImport(
  from: string | Readable,
  labels: CategoryLabels,
  signal?: AbortSignal,
): Promise<ImportFile | { readonly problem: string }> {
  const isFile = typeof from === 'string';
  let text: string;
  try {
    const stream = isFile ? createReadStream(from) : from;
    text = await readAll(signal ? addAbortSignal(signal, stream) : stream, mostMiB * 2 ** 20);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const why = reasons[code] ?? code;
    return { problem: `${isFile ? from : 'Standard input'} cannot be read: ${why}. No animal was queued.` };
  }

  const animals = readAnimals(text, { most: mostWaiting, labels });
  return { ...animals, contentHash: hash('sha256', animals.pets.map((pet) => `${serialiseNewPet(pet)}\n`).join('')) };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'there is no permission to read it',
  EFBIG: `it holds more than ${mostMiB} MiB; import it in parts`,
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text; save it as UTF-8',
};

/** All of a stream as text; fails with EFBIG beyond a limit, and with a TypeError on bytes that are not UTF-8. */
export async function readAll(stream: NodeJS.ReadableStream, limit: number): Promise<string> {
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

  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/** Writes a new file, durably. Returns its whole path, or a sentence on why it was not written. */
export async function writeExport(
  typed: string,
  text: string,
): Promise<{ readonly path: string } | { readonly problem: string }> {
  const path = resolve(typed);
  try {
    await writeNewFile(path, text);
    return { path };
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return { problem: `${path} is there already and was not touched. Choose another name.` };
    }

    const why = hasCode(error, 'ENOENT') ? 'there is no such folder' : (errnoOf(error) ?? String(error));
    return { problem: `${path} was not written: ${why}.` };
  }
}

/** Writes a file that is not there yet, durably, or not at all. Fails with EEXIST if it exists. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }

  // A folder that this person may only write into cannot be opened: the file is there all the same.
  await diskFileSystem.syncFolder(dirname(path)).catch(() => undefined);
}
