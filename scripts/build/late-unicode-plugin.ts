import { resolve } from 'node:path';
import type { Plugin } from 'rolldown';
import { oneCell } from '../../source/platform/text/terminal-text.ts';
import { replaceIn } from './replace-in.ts';

/** The modules under Ink that measure, cut and wrap text. */
const textModules =
  /[\\/]node_modules[\\/](?:string-width|wrap-ansi|slice-ansi|@alcalzone[\\/]ansi-tokenize|ink[\\/]build)[\\/]/;
const segmenters = /new Intl\.Segmenter\(/g;
/** Patterns of Unicode properties that a module makes at its top. */
const patterns = /^const (\w+) = (\/.*\\p\{.*\/[a-z]+);$/gm;

/** In string-width: text that has one cell a character, without looking at any. */
const plainWidth = '/^[\\u0020-\\u007E]*$/.test(string)';
const plainWidthToo = `/^[${oneCell}]*$/.test(string)`;

const source = JSON.stringify(resolve(import.meta.dirname, 'late-unicode.ts'));

/** Has those modules load Unicode's tables when a text needs them. */
export const lateUnicode: Plugin = {
  name: 'late-unicode',
  transform: {
    filter: { id: textModules, code: 'new Intl.Segmenter(' },
    handler(code) {
      const lighter = replaceIn(code, segmenters, 'createLateSegmenter(')
        .replace(patterns, 'const $1 = createLatePattern(() => $2);')
        .replace(plainWidth, plainWidthToo);
      return `import { createLatePattern, createLateSegmenter } from ${source};\n${lighter}`;
    },
  },
};
