/** Animals of JSON: an array, or objects one after the other, each on a line (NDJSON) or over several, as of `jq`. */
import { petFieldNames } from '../../domain/pet.ts';
import { parseJson, rawInteger } from '../../platform/json/json.ts';
import { failed, type ImportRow, isObject, type Read } from './rows.ts';

/** The items of an array: at most `most` of them and one more. */
export function readArray(text: string, most: number): Read {
  try {
    const items = (parseJson(text) as readonly unknown[]).slice(0, most + 1);
    return {
      rows: items.map((value, at) => ({ item: at + 1, source: JSON.stringify(value, exactly), value })),
      ignored: findIgnored(items),
      toFile: (sources) => `[\n${sources.join(',\n')}\n]\n`,
    };
  } catch (error) {
    return failed(1, notJson(error));
  }
}

const exactly = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? rawInteger(String(value)) : value;

/** Objects, each of which begins a line. At most `most` of them and one more. */
export function readObjects(text: string, most: number): Read {
  let line = 1;
  const rows = text.split(/^(?=\{)/mu, most + 2).flatMap((piece): ImportRow[] => {
    const start = line + countBreaks(piece) - countBreaks(piece.trimStart());
    line += countBreaks(piece);
    const source = piece.trim();
    return source === '' ? [] : [readObject(start, source)];
  });
  const values = rows.flatMap((row) => ('value' in row ? [row.value] : []));
  return { rows, ignored: findIgnored(values), toFile: (sources) => `${sources.join('\n')}\n` };
}

const countBreaks = (text: string): number => text.split('\n').length - 1;

function readObject(line: number, source: string): ImportRow {
  try {
    return { line, source, value: parseJson(source) };
  } catch (error) {
    return { line, source, broken: notJson(error) };
  }
}

/** In the parser's words. Its lines are counted from where the text begins that it was given. */
const notJson = (error: unknown): string => `this is not JSON (${(error as Error).message})`;

/** All that is no field of a pet; also a category's name beside its number, which counts. */
function findIgnored(values: readonly unknown[]): readonly string[] {
  const objects = values.filter(isObject);
  const isNumbered = objects.some((item) => 'categoryId' in item && 'category' in item);
  const used: readonly string[] = isNumbered ? petFieldNames : [...petFieldNames, 'category'];
  return [...new Set(objects.flatMap((item) => Object.keys(item)))].filter((name) => !used.includes(name));
}
