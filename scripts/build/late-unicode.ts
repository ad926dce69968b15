/**
 * The replacement for Unicode machinery that Ink's dependencies make as they are loaded: the first `Intl.Segmenter` of
 * a process takes 6 ms, a pattern with `\p{RGI_Emoji}` another 6, and a screen of plain ASCII needs neither.
 */

import { oneCell } from '../../source/platform/text/terminal-text.ts';

/**
 * Each of those is a grapheme of its own in a text of such characters alone. So is every control character but the
 * carriage return; that one may make one with the line feed after it.
 */
const plain = new RegExp(`^[\\0-\\f\\u000E-\\u001F\\u007F${oneCell}]*$`);

type Segment = { readonly segment: string; readonly index: number };
type Segments = Iterable<Segment> & { containing(index?: number): Segment | undefined };

/** As `new Intl.Segmenter(locales, options)`, for graphemes. */
export function createLateSegmenter(...parameters: ConstructorParameters<typeof Intl.Segmenter>): {
  segment(text: string): Segments;
} {
  let segmenter: Intl.Segmenter | undefined;
  return {
    segment(text) {
      return plain.test(text) ? toCharacters(text) : (segmenter ??= new Intl.Segmenter(...parameters)).segment(text);
    },
  };
}

/** Each of these characters is one code unit, so the place of a segment is its index. */
function toCharacters(text: string): Segments {
  const segments = Array.from(text, (segment, index) => ({ segment, index }));
  return Object.assign(segments, { containing: (index = 0) => segments[index] });
}

/** A pattern that is read when it is first used; for `test`, `search` and `match`. */
export function createLatePattern(
  read: () => RegExp,
): Pick<RegExp, 'test' | typeof Symbol.search | typeof Symbol.match> {
  let pattern: RegExp | undefined;
  const get = (): RegExp => (pattern ??= read());
  return {
    test: (text) => get().test(text),
    [Symbol.search]: (text) => get()[Symbol.search](text),
    [Symbol.match]: (text) => get()[Symbol.match](text),
  };
}
