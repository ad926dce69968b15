/** Asks which column of a table is what, where its titles do not say it. */
import {
  type ColumnChoice,
  type ColumnField,
  fieldsToName,
  suggestColumn,
  type UnknownHeader,
} from '../../../app/import/read-titles.js';
import type { PetWord } from '../../../domain/pet.js';
import { shortName } from '../../../text/hints.js';
import type { Context } from '../../run/context.js';

/** Undefined: the input ended, or nothing was answered. Asks for the fields that are missing, and for optional ones. */
export async function askForColumns(
  header: UnknownHeader,
  { ask, output }: Pick<Context, 'ask' | 'output'>,
): Promise<ColumnChoice | undefined> {
  const { line, titles, missing, samples } = header;
  const width = String(titles.length).length;
  output.warn(
    `The titles of line ${line} do not say which column is ${missing.join(' and ')}:`,
    ...titles.map((title, column) => {
      const shown = (samples[column] ?? []).map(shortName).join(', ');
      return `  ${String(column + 1).padStart(width)}  ${shortName(title) || '(no title)'}${shown && `: ${shown}`}`;
    }),
  );
  const chosen: Partial<Record<ColumnField, string>> = {};
  for (const { word, isOptional } of fieldsToName(header)) {
    const found = await askFor(word, isOptional, header, { ask, output });
    if (found === undefined) {
      return undefined;
    }

    if (found !== '') {
      chosen[word] = found;
    }
  }

  return chosen;
}

async function askFor(
  field: PetWord,
  isOptional: boolean,
  { titles, samples }: UnknownHeader,
  { ask, output }: Pick<Context, 'ask' | 'output'>,
): Promise<string | undefined> {
  const suggested = suggestColumn(
    field,
    titles.flatMap((title, column) => (title === '' ? [] : [{ title, samples: samples[column] ?? [] }])),
  );
  const hints = [
    ...(suggested === undefined ? [] : [`Enter for ${titles.indexOf(suggested) + 1}`]),
    ...(isOptional ? [suggested === undefined ? 'Enter for none' : '0 for none'] : []),
  ];
  for (;;) {
    const typed = (
      await ask(`Which column is the ${field}?${hints.length > 0 ? ` (${hints.join(', ')})` : ''} `)
    )?.trim();
    if (typed === undefined) {
      return undefined;
    }

    const title = typed === '' ? suggested : (titles.find((each) => each === typed) ?? titles[Number(typed) - 1]);
    if (title !== undefined && title !== '') {
      return title;
    }

    if (isOptional && (typed === '' || typed === '0')) {
      return '';
    }

    output.warn(`Type a number from 1 to ${titles.length}, or a title.`);
  }
}
