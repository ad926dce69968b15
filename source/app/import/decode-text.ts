/** The text of a file's bytes: by its byte order mark, as UTF-8, or in the encoding that a person names. */

/** `encoding`: the name that programs know it by. */
export type Decoded = { readonly text: string; readonly encoding: string } | { readonly problem: string };

/** Names that people use, and `TextDecoder` does not know. */
const otherNames: Readonly<Record<string, string>> = {
  'latin-1': 'windows-1252',
  ansi: 'windows-1252',
  utf16: 'utf-16le',
  macroman: 'macintosh',
};

const saveAsText = 'open it in the spreadsheet and save it as "CSV UTF-8"';

/** Files that are no text, by their first bytes: saying that they are not UTF-8 would help nobody. */
const others: readonly (readonly [start: string, what: string])[] = [
  ['504b0304', `it is a workbook (.xlsx, .ods) and no text; ${saveAsText}`],
  ['d0cf11e0', `it is a workbook (.xls) and no text; ${saveAsText}`],
  ['1f8b', 'it is compressed; unpack it first, for example with gunzip'],
  ['7b5c7274', `it is a word processor's file (RTF) and no table; ${saveAsText}`],
  ['fffe0000', 'it is UTF-32; save it as UTF-8'],
  ['0000feff', 'it is UTF-32; save it as UTF-8'],
  ['25504446', 'it is a PDF and no text; export a table from where it was made'],
];

/** Bytes at the end that some programs pad or end their files with; they are no part of the last row. */
const padding = /[\0\x1A]+$/;

/** `named`: the encoding a person said; a mark in the file counts more. A `problem` is the end of a sentence. */
export function decodeText(bytes: Buffer, named: string | undefined): Decoded {
  const start = bytes.subarray(0, 4).toString('hex');
  const other = others.find(([sign]) => start.startsWith(sign));
  if (other) {
    return { problem: other[1] };
  }

  const chosen = named === undefined ? 'utf-8' : (otherNames[named.toLowerCase()] ?? named);
  const encoding = encodingOfMark(start) ?? chosen;
  const decoder = openDecoder(encoding);
  if (!decoder) {
    return {
      problem: `there is no encoding "${encoding}"; examples are utf-8, utf-16le, windows-1252, latin-1, shift_jis`,
    };
  }

  const zeros = encoding === 'utf-8' ? findZeros(bytes) : undefined;
  if (zeros !== undefined) {
    return { problem: `it looks like UTF-16: try \`--encoding ${zeros}\`` };
  }

  let text: string;
  try {
    text = decoder.decode(bytes).replace(padding, '');
  } catch {
    return { problem: undecodableText(bytes, decoder.encoding) };
  }

  // Some programs write a page with a table and name it .xls.
  return /^\s*<(?:!doctype|html|table|head|body|\?xml|meta)\b/i.test(text)
    ? { problem: `it is a web page or XML, whatever its name says; ${saveAsText}` }
    : { text, encoding: decoder.encoding };
}

function encodingOfMark(start: string): string | undefined {
  const marks = { efbbbf: 'utf-8', fffe: 'utf-16le', feff: 'utf-16be' };
  return Object.entries(marks).find(([mark]) => start.startsWith(mark))?.[1];
}

function openDecoder(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
}

/** Every second byte of Latin letters is zero in UTF-16: which of the two forms that is. */
function findZeros(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 200);
  const count = (side: number): number => start.filter((byte, at) => byte === 0 && at % 2 === side).length;
  const least = start.length / 4;
  const [bigEndian, littleEndian] = [count(0) > least, count(1) > least];
  return bigEndian || littleEndian ? `utf-16${littleEndian ? 'le' : 'be'}` : undefined;
}

/** How much of a line is shown, in characters. */
const mostShown = 60;

function undecodableText(bytes: Buffer, encoding: string): string {
  if (encoding !== 'utf-8') {
    return `it is not text in ${encoding}`;
  }

  const lines = bytes.toString('latin1').split(/\r\n|\r|\n/);
  const at = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
  const sample = new TextDecoder('windows-1252').decode(Buffer.from(lines[at] ?? '', 'latin1'));
  return (
    `it is not UTF-8 text. Save it as UTF-8, or name its encoding: with \`--encoding windows-1252\` ` +
    `line ${at + 1} reads: ${sample.slice(0, mostShown).toWellFormed()}`
  );
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
