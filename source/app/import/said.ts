/** What a person says of a file in words such as `name=Animal Name` and `Adopted=sold`. */
import { isPetStatus, orText, petStatuses } from '../../domain/pet.ts';
import { shortName } from '../../text/hints.ts';
import type { StatusChoice } from './check-row.ts';
import { type ColumnChoice, columnFields } from './columns.ts';

/** The columns that were named; a sentence if one cannot be. */
export function readColumns(words: readonly string[]): ColumnChoice | { readonly problem: string } {
  const chosen: Record<string, string> = {};
  for (const word of words) {
    const [field, title] = halves(word, word.indexOf('='));
    if (!columnFields.some((each) => each === field) || title === '') {
      return {
        problem:
          `--column needs one of ${orText(columnFields)}, and a title, such as --column name='Animal Name'; ` +
          `"${shortName(word)}" is not.`,
      };
    }

    chosen[field] = title;
  }

  return chosen;
}

/** The statuses that words stand for; a sentence if one cannot be. */
export function readStatuses(words: readonly string[]): StatusChoice | { readonly problem: string } {
  const chosen = new Map<string, string>();
  for (const word of words) {
    const [said, status] = halves(word, word.lastIndexOf('='));
    const plain = status.toLowerCase();
    if (said === '' || !(plain === 'none' || isPetStatus(plain))) {
      return {
        problem:
          `--status-of needs what stands in the file and one of ${orText([...petStatuses, 'none'])}, such as ` +
          `--status-of Adopted=sold; "${shortName(word)}" is not.`,
      };
    }

    chosen.set(said.toLowerCase(), plain === 'none' ? '' : plain);
  }

  return chosen;
}

function halves(word: string, at: number): readonly [string, string] {
  return at < 0 ? ['', ''] : [word.slice(0, at).trim(), word.slice(at + 1).trim()];
}
