/** What a person said of a file is remembered for its header: the next file of the same program needs no word. */
import { StorageError } from '../../local/documents/storage-error.ts';
import type { ConfigFile } from '../settings/config-file.ts';
import { type ColumnField, foldTitle } from './columns.ts';
import type { ImportMemory, Read } from './rows.ts';

/** What was said of a header; undefined: nothing. */
export function recallHeader(memories: readonly ImportMemory[], titles: readonly string[]): ImportMemory | undefined {
  const key = toKey(titles);
  return memories.find(({ header }) => toKey(header) === key);
}

const toKey = (titles: readonly string[]): string => titles.map(foldTitle).join('\n');

/** No person has files of more kinds. */
const mostMemories = 50;

/**
 * Keeps what a person said of a file that was read so; what was said of its header before stays. One that cannot be remembered is imported all the same.
 *
 * @returns why it is not remembered, in a sentence; undefined: it is, or there is nothing to remember
 */
export async function rememberSaid(
  configFile: Pick<ConfigFile, 'update'>,
  { header, columns = {} }: Pick<Read, 'header' | 'columns'>,
  named: readonly ColumnField[],
): Promise<string | undefined> {
  if (!header || named.length === 0) {
    return undefined;
  }

  // As the file has them: a person may leave out capitals and blanks.
  const titles = Object.entries(columns).filter(([field]) => named.some((each) => each === field));
  try {
    await configFile.update((config) => {
      const { imports = [] } = config;
      const before = recallHeader(imports, header);
      const memory = {
        header: [...header],
        columns: { ...before?.columns, ...Object.fromEntries(titles) },
      };
      return { ...config, imports: [...imports.filter((each) => each !== before), memory].slice(-mostMemories) };
    });
    return undefined;
  } catch (error) {
    if (error instanceof StorageError) {
      return `${error.problem.message} The columns have to be named again for the next file.`;
    }

    throw error;
  }
}
