/** Animals of JSON: an array, or values one after the other, each on a line (NDJSON) or over several, as of `jq`. */
import { petFieldNames } from '../../domain/pet.js';
import { parseJson } from '../../platform/json/json.js';
import { type ImportRow, isObject } from './check-row.js';
import { type Broken, failed, type Read } from './read.js';

/** The items of an array. */
export function readArray(text: string): Read {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const { line, message } = toJsonMistake(text, error as Error);
    return failed(line, message);
  }

  const elements = findElements(text);
  const items = value as unknown[];
  return {
    rows: items.map((each, index) => ({ line: 1, source: '', ...elements[index], item: index + 1, value: each })),
    broken: [],
    ignored: findIgnored(items),
    notes: [],
    toFile: (sources) => `[\n${sources.join(',\n')}\n]\n`,
  };
}

/** Values one after the other. */
export function readValues(text: string, most: number): Read {
  const rows: ImportRow[] = [];
  const broken: Broken[] = [];
  for (const { line, source } of splitValues(text)) {
    if (rows.length + broken.length > most) {
      break;
    }

    try {
      rows.push({ line, source, value: parseJson(source) });
    } catch (error) {
      const mistake = toJsonMistake(source, error as Error);
      broken.push({ line: line + mistake.line - 1, source, message: mistake.message });
    }
  }

  const values = rows.map((row) => ('value' in row ? row.value : undefined));
  const listed = rows.length === 1 && broken.length === 0 ? findList(values[0]) : undefined;
  return listed === undefined
    ? { rows, broken, ignored: findIgnored(values), notes: [], toFile: (sources) => `${sources.join('\n')}\n` }
    : failed(
        rows[0]?.line ?? 1,
        `this is one object; its animals are in "${listed}": take them out with \`jq .${listed}\``,
      );
}

type Piece = { readonly line: number; readonly source: string };

/** A value that is not whole on its line goes on to the next line that begins with one. */
function* splitValues(text: string): Generator<Piece> {
  let begun: { readonly line: number; readonly lines: string[] } | undefined;
  for (const [index, source] of text.split(/\r\n|\n/).entries()) {
    const isStart = /^[[{]/.test(source);
    if (begun && !isStart) {
      begun.lines.push(source);
      continue;
    }

    if (begun) {
      yield toPiece(begun);
      begun = undefined;
    }

    if (source.trim() !== '' && isWhole(source)) {
      yield { line: index + 1, source };
    } else if (source.trim() !== '') {
      begun = { line: index + 1, lines: [source] };
    }
  }

  if (begun) {
    yield toPiece(begun);
  }
}

const toPiece = ({ line, lines }: { readonly line: number; readonly lines: readonly string[] }): Piece => ({
  line,
  source: lines.join('\n').trimEnd(),
});

function isWhole(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

/** The member of an answer, such as that of \`petstore list --json\`, that holds the animals. */
function findList(value: unknown): string | undefined {
  if (!isObject(value) || 'name' in value) {
    return undefined;
  }

  return Object.keys(value).find((name) => {
    const member = value[name];
    return Array.isArray(member) && isObject(member[0]);
  });
}

/** Where a text stops being JSON, by the parser's words, whose own line would be one beside that of the file. */
function toJsonMistake(text: string, { message }: Error): { readonly line: number; readonly message: string } {
  const [, words = message, given] = /^(.*?) (?:in JSON )?at position (\d+)/s.exec(message) ?? [];
  // Of an unexpected character it quotes the surroundings instead, from ten characters before it or from the start.
  const [, token = '', dots = '', quoted = ''] =
    /^Unexpected token '(.+?)', (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/su.exec(message) ?? [];
  const start = text.indexOf(quoted);
  const isOnce = token !== '' && start === text.lastIndexOf(quoted);
  const found = isOnce ? start + (dots === '' ? quoted.lastIndexOf(token) : 10) : undefined;
  const place = given === undefined ? found : Number(given);
  const why = ']}'.includes(token) ? '; there may be a comma too many before it' : '';
  const what = token === '' ? words : `unexpected "${token}"${why}`;
  if (place === undefined) {
    return { line: 1, message: `this is not JSON (${what})` };
  }

  const before = text.slice(0, place).split('\n');
  return {
    line: before.length,
    message: `this is not JSON (at character ${(before.at(-1)?.length ?? 0) + 1} of the line: ${what})`,
  };
}

/** All that is no field of a pet; also a category's name beside its number, which counts. */
function findIgnored(items: readonly unknown[]): readonly string[] {
  const objects = items.filter(isObject);
  const isNumbered = objects.some((item) => 'categoryId' in item && 'category' in item);
  const used: readonly string[] = isNumbered ? petFieldNames : [...petFieldNames, 'category'];
  return [...new Set(objects.flatMap((item) => Object.keys(item)))].filter((name) => !used.includes(name));
}

type ArrayElement = { readonly line: number; readonly source: string };

function findElements(text: string): readonly ArrayElement[] {
  const elements: ArrayElement[] = [];
  let depth = 0;
  let line = 1;
  let isAwaited = false;
  let begun: { readonly line: number; readonly at: number } | undefined;
  const end = (at: number): void => {
    if (begun) {
      elements.push({ line: begun.line, source: text.slice(begun.at, at).trimEnd() });
      begun = undefined;
    }
  };

  // Strings are taken whole, so that brackets and commas in them do not count.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s[\]{},"]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }

    if (isAwaited && token !== ']') {
      begun = { line, at: index };
      isAwaited = false;
    }

    if (token === '[' || token === '{') {
      depth += 1;
      isAwaited = depth === 1;
    } else if (token === ']' || token === '}') {
      depth -= 1;
      if (depth === 0) {
        end(index);
      }
    } else if (token === ',' && depth === 1) {
      end(index);
      isAwaited = true;
    }
  }

  return elements;
}
