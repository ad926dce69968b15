import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { readAll, TooLarge } from './read-all.js';

/** Ten thousand animals with names of a page each; a device that never ends is noticed in time. */
const mostMiB = 64;

/** The text to import, or why it cannot be read, as a sentence. `from`: a path, or a stream that is read to its end. */
export async function readImportText(
  from: string | Readable,
  signal?: AbortSignal,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const isFile = typeof from === 'string';
  try {
    const stream = isFile ? createReadStream(from) : from;
    return { text: await readAll(signal ? addAbortSignal(signal, stream) : stream, mostMiB * 2 ** 20) };
  } catch (error) {
    return { problem: `${isFile ? from : 'Standard input'} cannot be read: ${explain(error)}. Nothing was queued.` };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'there is no permission to read it',
};

function explain(error: unknown): string {
  if (error instanceof TooLarge) {
    return `it holds more than ${mostMiB} MiB; import it in parts`;
  }

  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? 'it is not UTF-8 text; save it as UTF-8'
    : (reasons[code] ?? code);
}
