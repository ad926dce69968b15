/** What shell and app say of a file that is imported. */
import { countText } from '../../text/count-text.js';
import type { RowMistake } from './check-row.js';

/** `line 3, item 2, name: it is missing` */
export function mistakeLine({ line, item, field, message }: RowMistake): string {
  const place = [`line ${line}`, item === undefined ? [] : `item ${item}`, field ?? []].flat();
  return `${place.join(', ')}: ${message}`;
}

/** The heading above the mistakes of a file. */
export function mistakesTitle({ length }: readonly RowMistake[]): string {
  return `No animal was queued, because the file has ${length === 1 ? 'a mistake' : countText(length, 'mistake')}:`;
}

/** More ids than these only fill the line. */
const mostIds = 5;

/** Says of animals, by their ids, that they are there already. */
export function knownText(ids: readonly string[]): string {
  const isQueued = (id: string): boolean => id.startsWith('Q-');
  const places = [ids.every(isQueued) ? [] : 'on the store', ids.some(isQueued) ? 'in the queue' : []].flat();
  const where = places.join(' or ');
  const shown = ids.slice(0, mostIds).map((id) => (isQueued(id) ? id : `#${id}`));
  return (
    `${ids.length} of these ${ids.length === 1 ? 'is' : 'are'} ${where} already, by the saved copy: ` +
    `${shown.join(', ')}${ids.length > mostIds ? ` and ${ids.length - mostIds} more` : ''}.`
  );
}

/** Says of content that it was imported before. `at`: ISO. */
export function importedBeforeText(rows: number, at: string): string {
  return `The same ${rows === 1 ? 'animal was' : `${rows} animals were`} already imported at ${at}.`;
}

/** What of a file was not used, or undefined. */
export function ignoredText(ignored: readonly string[]): string | undefined {
  return ignored.length === 0
    ? undefined
    : `Not used: ${ignored.map((title) => (title === '' ? 'a column without a title' : `"${title}"`)).join(', ')}.`;
}
