/** What a person said of a file is remembered for its header: the next file of the same program needs no word. */
import type { Config } from '../settings/config-file.js';
import { foldTitle } from './read-titles.js';

/** `statusOf`: statuses by what stands in the file; empty: not set. */
export type ImportMemory = NonNullable<Config['imports']>[number];

/** What was said of a header; undefined: nothing. */
export function recallHeader(memories: readonly ImportMemory[], titles: readonly string[]): ImportMemory | undefined {
  const key = toKey(titles);
  return memories.find(({ header }) => toKey(header) === key);
}

/** No person has files of more kinds. */
const mostMemories = 50;

/** The configuration with what was said last of a header; what was said of it before and is not said anew stays. */
export function rememberHeader(config: Config, said: Required<ImportMemory>): Config {
  const { imports = [] } = config;
  const before = recallHeader(imports, said.header);
  const memory = {
    header: said.header,
    columns: { ...before?.columns, ...said.columns },
    statusOf: { ...before?.statusOf, ...said.statusOf },
  };
  return { ...config, imports: [...imports.filter((each) => each !== before), memory].slice(-mostMemories) };
}

const toKey = (titles: readonly string[]): string => titles.map(foldTitle).join('\n');
