/** The text of a file's bytes: by its byte order mark, as UTF-8, or in the encoding that a person names. */
import { isUtf8 } from 'node:buffer';

/** `encoding`: the name that programs know it by. A `problem` is the end of a sentence. */
export type Decoded = { readonly text: string; readonly encoding: string } | { readonly problem: string };

/** By the first bytes. A mark counts more than what a person says. */
const marks: Readonly<Record<string, string>> = { efbbbf: 'utf-8', fffe: 'utf-16le', feff: 'utf-16be' };
const workbooks: readonly string[] = ['504b0304', 'd0cf11e0'];
/** Names that people use, and `TextDecoder` does not know. */
const otherNames: Readonly<Record<string, string>> = { 'latin-1': 'windows-1252', ansi: 'windows-1252' };

/** `named`: the encoding a person said. */
export function decodeText(bytes: Buffer, named = 'utf-8'): Decoded {
  const start = bytes.subarray(0, 4).toString('hex');
  if (workbooks.includes(start)) {
    return { problem: 'it is a workbook and no text; open it in the spreadsheet and save it as "CSV UTF-8"' };
  }

  const mark = Object.keys(marks).find((each) => start.startsWith(each)) ?? '';
  const encoding = marks[mark] ?? otherNames[named.toLowerCase()] ?? named;
  const decoder = openDecoder(encoding);
  if (!decoder) {
    return { problem: `there is no encoding "${encoding}"; examples are utf-8, utf-16le, windows-1252, shift_jis` };
  }

  // Every second byte of Latin letters is zero in UTF-16.
  const zero = encoding === 'utf-8' ? bytes.subarray(0, 200).indexOf(0) : -1;
  if (zero !== -1) {
    const wide = zero % 2 === 1 ? 'utf-16le' : 'utf-16be';
    return { problem: `it looks like UTF-16; name that after the file: \`--encoding ${wide}\`` };
  }

  try {
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch {
    return { problem: undecodableText(bytes, decoder.encoding) };
  }
}

function openDecoder(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
}

function undecodableText(bytes: Buffer, encoding: string): string {
  if (encoding !== 'utf-8') {
    return `it is not text in ${encoding}`;
  }

  const lines = bytes.toString('latin1').split(/\r\n?|\n/);
  const line = lines.findIndex((each) => !isUtf8(Buffer.from(each, 'latin1'))) + 1;
  return `line ${line} is not UTF-8 text. Save it as UTF-8, or name its encoding after the file: \`--encoding windows-1252\``;
}
