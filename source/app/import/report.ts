/** What is told of a file before any of it is queued: the sentences of shell and screens. */
import { countText } from '../../text/count-text.ts';
import { shortName } from '../../text/hints.ts';
import { dateTimeText } from '../../platform/time/clock.ts';
import { type ColumnChoice, foldTitle } from './columns.ts';
import { type ImportPlan, isFresh, withFate } from './fate.ts';
import type { ImportFile } from './files.ts';
import type { FileAnimal } from './read-animals.ts';
import { firstOf, placesText, placeText } from './rows.ts';

/** `10 animals can be imported, and 2 rows cannot, and 30 rows are left out.` */
export function summaryText(file: Pick<ImportFile, 'mistakes'>, plan: ImportPlan): string {
  const rows = countRows(file);
  const fresh = plan.animals.filter(isFresh).length;
  const cannot = rows > 0 ? `, and ${countText(rows, 'row')} cannot` : '';
  return `${countText(fresh, 'animal')} can be imported${cannot}${leftOutText(plan.animals.length - fresh)}.`;
}

/** Found under the lock of the queue, after the plan was made. */
export const otherImportText = 'Another petstore imported rows of this file just now; import it again to see which.';

/** `, and 2 rows are left out` */
export function leftOutText(count: number): string {
  return count === 0 ? '' : `, and ${countText(count, 'row is', 'rows are')} left out`;
}

/** How many rows cannot be read: one may have several mistakes. */
export function countRows({ mistakes }: Pick<ImportFile, 'mistakes'>): number {
  return new Set(mistakes.map(placeText)).size;
}

/** Why rows are left out, a sentence for each reason. */
export function reasonTexts(plan: ImportPlan): readonly string[] {
  const there = withFate(plan, 'there').map(({ fate }) => fate.id);
  const sameId = withFate(plan, 'same-id');
  const before = withFate(plan, 'before');
  const corrections = withFate(plan, 'corrects').map(
    ({ fate, ...animal }) =>
      `${placeText(animal.place)}, ${fate.field}: ${nameOf(animal)} corrects a row that was imported before.`,
  );
  const shared = Map.groupBy(sameId, ({ fate }) => fate.first);
  return [
    ...(there.length > 0 ? [thereText(there)] : []),
    ...(sameId.length > 0
      ? [
          `${countText(sameId.length, 'row has', 'rows have')} an id of a row above, as if one animal stood in ` +
            `several: ${firstOf([...shared].map(([first, rows]) => `${first.id ?? ''} (${placesText([first, ...rows].map(({ place }) => place))})`)).join(', ')}.`,
        ]
      : []),
    ...(before.length > 0
      ? [
          `${countText(before.length, 'row was', 'rows were')} imported on ` +
            `${dateTimeText(before[0]?.fate.at ?? '')}: ${placesText(before.map(({ place }) => place))}.`,
        ]
      : []),
    ...(corrections.length > 0
      ? [...firstOf(corrections), 'A correction is not queued: edit the animal as long as it is not sent.']
      : []),
  ];
}

/** What is queued although it is like another animal, and where a person can leave it out. */
export function alikeTexts(plan: ImportPlan): readonly string[] {
  const alike = withFate(plan, 'alike').map(({ fate, ...animal }) => `${nameOf(animal)} (${fate.to})`);
  const them = alike.length === 1 ? 'it' : 'them';
  return alike.length === 0
    ? []
    : [
        `${alike.length} of these ${alike.length === 1 ? 'has' : 'have'} the name and category of another animal: ` +
          `${firstOf(alike).join(', ')}. This command queues ${them} all the same, and an open app sends ${them} at once; ` +
          `:import in the app can leave ${them} out.`,
      ];
}

/** Says of animals, by their ids, that they are there already. */
function thereText(ids: readonly string[]): string {
  const isQueued = (id: string): boolean => id.startsWith('Q-');
  const places = [ids.every(isQueued) ? [] : 'on the store', ids.some(isQueued) ? 'in the queue' : []].flat();
  const shown = firstOf(ids.map((id) => (isQueued(id) ? id : `#${id}`))).join(', ');
  const are = `${ids.length} of these ${ids.length === 1 ? 'is' : 'are'}`;
  return `${are} ${places.join(' or ')} already, by the saved copy: ${shown}.`;
}

const nameOf = ({ pet }: Pick<FileAnimal, 'pet'>): string => shortName(pet.name.trim());

/** How a file was read, as far as that is not a matter of course. */
export function readingTexts({ encoding, columns, recalled, ignored, animals }: ImportFile): readonly string[] {
  const unused = ignored.map((title) => (title === '' ? 'a column without a title' : `"${title}"`));
  return [
    ...(encoding === 'utf-8' ? [] : [encodingText(encoding, animals)]),
    ...(columns && (recalled || isTold(columns)) ? [columnsText(columns, recalled)] : []),
    ...(unused.length > 0 ? [`Not used: ${unused.join(', ')}.`] : []),
  ];
}

/** A name that would look odd in another encoding shows whether this is the right one. */
function encodingText(encoding: string, animals: readonly FileAnimal[]): string {
  const sample = animals.find(({ pet }) => /[^ -~]/u.test(pet.name));
  return `Read as ${encoding}${sample ? `, so that a name is "${nameOf(sample)}"` : ''}.`;
}

/** Whether a column has another title than its field's name. */
function isTold(columns: ColumnChoice): boolean {
  const isOwn = (field: string, title: string): boolean => [field, 'categoryid'].includes(foldTitle(title));
  return Object.entries(columns).some(([field, title]) => field !== 'id' && !isOwn(field, title));
}

function columnsText(columns: ColumnChoice, recalled: boolean): string {
  const named = Object.entries(columns)
    .filter(([field]) => field !== 'id')
    .map(([field, title]) => `${field} is "${shortName(title)}"`);
  const [before, otherwise] = recalled
    ? [', as said for this header before', ' `petstore import FILE --column FIELD=TITLE` says otherwise.']
    : ['', ''];
  return `Columns${before}: ${named.join(', ')}.${otherwise}`;
}
