import { resolve } from 'node:path';
import type { Plugin } from 'rolldown';
import { replaceIn } from './replace-in.ts';

/** The modules under Ink that measure, cut and wrap text. */
const textModules = /[\\/]node_modules[\\/](?:string-width|wrap-ansi|slice-ansi|@alcalzone[\\/]ansi-tokenize|ink[\\/]build)[\\/]/;
const segmenters = /new Intl\.Segmenter\(/g;
/** Patterns of Unicode properties that a module makes at its top. */
const patterns = /^const (\w+) = (\/.*\\p\{.*\/[a-z]+);$/gm;

const source = JSON.stringify(resolve(import.meta.dirname, 'late-unicode.ts'));

/** Has those modules load Unicode's tables when a text needs them. */
export const lateUnicode: Plugin = {
  name: 'late-unicode',
  transform(code, id) {
    if (!textModules.test(id) || !code.includes('new Intl.Segmenter(')) {
      return undefined;
    }

    const lighter = replaceIn(code, segmenters, 'createLateSegmenter(').replace(patterns, 'const $1 = createLatePattern(() => $2);');
    return `import { createLatePattern, createLateSegmenter } from ${source};\n${lighter}`;
  },
};
