/** How much of a file is queued: the one decision of shell and app, made before they queue any of it. */
import { dateTimeText } from '../../text/time-text.js';
import { isWaiting, localIdForm, matchingKey } from '../../domain/entry.js';
import { parseInt64 } from '../../domain/int64.js';
import type { NewPet } from '../../domain/pet.js';
import { isSamePet } from '../../domain/pet/compare-pets.js';
import type { Engine, ImportComparison, Snapshot } from '../../sync/api.js';
import { countText } from '../../text/count-text.js';
import { shortName } from '../../text/hints.js';
import { placeText } from './check-row.js';
import type { ImportFile } from './files.js';

/** Rows that are known are left out, or queued once more. Undefined: a person is asked. */
export type ImportMode = 'new' | 'again' | undefined;

/** Whether a file is queued, and how much of it. */
export type ImportPlan =
  /** `texts`: why, and the ways on. */
  | { readonly type: 'refused'; readonly texts: readonly string[] }
  /** `file`: for the engine, which compares it again; `fresh`: those of its rows that are to be queued. */
  | {
      readonly type: 'ready';
      readonly file: ImportFile;
      readonly fresh: readonly number[];
      readonly comparison: ImportComparison;
      readonly doubles: readonly string[];
      /** The rows of `file` that may be an animal that is there, or one of a row above: which. */
      readonly alike: ReadonlyMap<number, string>;
      /** How many rows `file` lacks because of their ids, and why. */
      readonly leftOut: number;
      readonly whyLeftOut: readonly string[];
    };

/** One that can be carried out. */
export type ReadyPlan = Extract<ImportPlan, { readonly type: 'ready' }>;

const nothingKnown: ImportComparison = { known: [], corrections: [], at: undefined };

/** `engine`: undefined if there is no store to compare with. */
export async function planImport(
  engine: Pick<Engine, 'snapshot' | 'compareImport'> | undefined,
  file: ImportFile,
  mode: ImportMode,
): Promise<ImportPlan> {
  if (engine === undefined || mode === 'again') {
    const whole = { file, fresh: [...file.pets.keys()], leftOut: 0, whyLeftOut: [] };
    return { type: 'ready', ...whole, comparison: nothingKnown, doubles: [], alike: new Map() };
  }

  const snapshot = engine.snapshot();
  const known = findKnown(file, snapshot);
  const same = findSameId(file);
  const left = withoutRows(file, (row) => known.has(row) || same.has(row));
  const leftOut = file.pets.length - left.pets.length;
  const why = [
    ...(known.size > 0 ? [knownText([...known.values()])] : []),
    ...(same.size > 0 ? [sameIdText(file, same)] : []),
  ];
  if (leftOut > 0 && (mode === undefined || left.pets.length === 0)) {
    const ways = waysText(left.pets.length, file.pets.length);
    return { type: 'refused', texts: [`${why.join(' ')} ${ways}.`] };
  }

  const comparison = await engine.compareImport(left.pets);
  const gone = new Set([...comparison.known, ...comparison.corrections.map(({ row }) => row)]);
  const fresh = [...left.pets.keys()].filter((row) => !gone.has(row));
  if (gone.size > 0 && (mode === undefined || fresh.length === 0)) {
    return { type: 'refused', texts: importedBeforeTexts(left, comparison) };
  }

  const found = findAlike(left, fresh, snapshot);
  const doubles = likelyDoublesTexts(left, found);
  const alike = new Map([
    ...found.twins.flatMap(([first = 0, ...rows]) => rows.map((row) => [row, lineOf(left, first)] as const)),
    ...found.there,
  ]);
  return { type: 'ready', file: left, fresh, comparison, doubles, alike, leftOut, whyLeftOut: why };
}

/** The animals that are there already. */
type Known = Pick<Snapshot, 'pets' | 'entries'>;

/** The rows that are known with the same id and values: in the saved copy, or in the queue. */
function findKnown({ pets, ids }: ImportFile, snapshot: Known): ReadonlyMap<number, string> {
  const animals = new Map<string, NewPet>([
    ...snapshot.pets.map((pet) => [pet.id, pet] as const),
    ...snapshot.entries.filter(({ state }) => state !== 'discarded').map((entry) => [entry.localId, entry] as const),
  ]);
  return new Map(
    pets.flatMap((pet, row) => {
      const id = toShownId(ids[row]);
      const animal = id === undefined ? undefined : animals.get(id);
      return id !== undefined && animal && isSamePet(animal, pet) ? [[row, id] as const] : [];
    }),
  );
}

/** An id as lists show it (`42`, `Q-7`); a file may have others. */
function toShownId(id: string | undefined): string | undefined {
  const text = id?.toUpperCase() ?? '';
  return localIdForm.test(text) ? text : parseInt64(text);
}

/** The rows whose id a row above has already, by that row: exports may have several rows an animal. */
function findSameId({ ids }: Pick<ImportFile, 'ids'>): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const same = new Map<number, number>();
  for (const [row, id] of ids.entries()) {
    const above = id === undefined ? undefined : first.get(id);
    if (above !== undefined) {
      same.set(row, above);
    } else if (id !== undefined) {
      first.set(id, row);
    }
  }

  return same;
}

function sameIdText({ ids, places }: ImportFile, same: ReadonlyMap<number, number>): string {
  const animals = Map.groupBy(same.keys(), (row) => same.get(row) ?? row);
  const named = [...animals].map(
    ([first, rows]) => `${ids[first] ?? ''} (${linesText([first, ...rows].map((row) => places[row]?.line ?? 0))})`,
  );
  const which = same.size === 1 ? 'row has the id of one above it' : 'rows have the ids of others above them';
  return `${same.size} ${which}, as if one animal stood in several: ${firstOf(named)}.`;
}

function withoutRows(file: ImportFile, has: (row: number) => boolean): ImportFile {
  const isLeft = (_: unknown, row: number): boolean => !has(row);
  return {
    ...file,
    pets: file.pets.filter(isLeft),
    places: file.places.filter(isLeft),
    ids: file.ids.filter(isLeft),
  };
}

const mostNames = 5;

/** Says of animals, by their ids, that they are there already. */
function knownText(ids: readonly string[]): string {
  const isQueued = (id: string): boolean => id.startsWith('Q-');
  const places = [ids.every(isQueued) ? [] : 'on the store', ids.some(isQueued) ? 'in the queue' : []].flat();
  const where = places.join(' or ');
  const shown = firstOf(ids.map((id) => (isQueued(id) ? id : `#${id}`)));
  return `${ids.length} of these ${ids.length === 1 ? 'is' : 'are'} ${where} already, by the saved copy: ${shown}.`;
}

function firstOf(names: readonly string[], between = ', '): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(between) + (more > 0 ? ` and ${more} more` : '');
}

/** Rows like an animal that is there, with its id, and rows like each other. */
type Alike = { readonly there: ReadonlyMap<number, string>; readonly twins: readonly (readonly number[])[] };

/** Which rows are like another animal: on the store, waiting, or in the file itself. */
function findAlike({ pets: wanted }: ImportFile, fresh: readonly number[], { pets, entries }: Known): Alike {
  const waiting = entries.filter(({ state }) => isWaiting(state));
  const known = new Map([
    ...waiting.map((entry) => [matchingKey(entry), entry.localId] as const),
    ...pets.map((pet) => [matchingKey(pet), `#${pet.id}`] as const),
  ]);
  const rows = fresh.flatMap((row) => (wanted[row] ? [[row, wanted[row]] as const] : []));
  const there = rows.flatMap(([row, pet]) => {
    const id = known.get(matchingKey(pet));
    return id === undefined ? [] : [[row, id] as const];
  });
  const groups = [...Map.groupBy(rows, ([, pet]) => matchingKey(pet)).values()];
  const twins = groups.filter(({ length }) => length > 1).map((each) => each.map(([row]) => row));
  return { there: new Map(there), twins };
}

const lineOf = ({ places }: Pick<ImportFile, 'places'>, row: number): string => `line ${places[row]?.line ?? 0}`;

function likelyDoublesTexts({ pets, places }: ImportFile, alike: Alike): readonly string[] {
  const nameOf = (row = 0): string => shortName(pets[row]?.name.trim() ?? '');
  const doubles = [...alike.there].map(([row, id]) => `${nameOf(row)} (${id})`);
  const twins = alike.twins.map((rows) => {
    const lines = linesText(rows.map((row) => places[row]?.line ?? 0));
    return `${rows.length} rows are ${nameOf(rows[0])} in one category: ${lines}`;
  });

  const have = `${doubles.length} of these ${doubles.length === 1 ? 'has' : 'have'}`;
  const there = `the name and category of an animal that is there already: ${firstOf(doubles)}`;
  return [
    ...(doubles.length === 0 ? [] : [`${have} ${there}. If it is the same one, discard it before it is sent.`]),
    ...(twins.length === 0 ? [] : [`${firstOf(twins, '; ')}.`]),
  ];
}

type Rows = Pick<ImportFile, 'pets' | 'places'>;

function waysText(others: number, all: number): string {
  return others > 0
    ? `\`--new\` queues the other ${others}, \`--again\` all ${all}`
    : `\`--again\` queues ${all === 1 ? 'it' : 'them'} once more`;
}

/** How many rows were imported before, which, and the ways on. */
export function importedBeforeTexts(file: Rows, comparison: ImportComparison): readonly string[] {
  const { known, corrections, at } = comparison;
  const { length } = file.pets;
  const others = length - known.length - corrections.length;
  const isAll = known.length === length;
  const all = length === 1 ? 'The row was' : `All ${length} rows were`;
  const some = `${known.length} of ${length} rows ${known.length === 1 ? 'was' : 'were'}`;
  return [
    `${isAll ? all : some} imported${at === undefined ? '' : ` on ${dateTimeText(at)}`}: ${waysText(others, length)}.`,
    ...(isAll ? [] : [`Imported before: ${linesText(known.map((row) => file.places[row]?.line ?? 0))}.`]),
    ...correctionTexts(file, comparison),
  ];
}

/** Which rows were imported before, and so are left out; undefined: none was. */
export function beforeText({ places }: Rows, { known, at }: ImportComparison): string | undefined {
  const were = `${countText(known.length, 'row was', 'rows were')} imported`;
  const lines = linesText(known.map((row) => places[row]?.line ?? 0));
  return known.length === 0 || at === undefined
    ? undefined
    : `${were} on ${dateTimeText(at)}, and ${known.length === 1 ? 'is' : 'are'} left out: ${lines}.`;
}

/** Names each correction: the row of before is queued or on the store, and a second one would be a double. */
export function correctionTexts(file: Rows, { corrections }: ImportComparison): readonly string[] {
  const named = corrections.slice(0, mostNames).map(({ row, field }) => {
    const name = shortName(file.pets[row]?.name.trim() ?? '');
    return `${placeText(file.places[row] ?? { line: 0 })}, ${field}: ${name} corrects a row that was imported before.`;
  });
  const more = corrections.length - mostNames;
  const remedy =
    'What is not sent yet can be corrected with `petstore queue edit`; `--new` does not queue a correction.';
  return [
    ...named,
    ...(more > 0 ? [`and ${countText(more, 'more correction')}`] : []),
    ...(corrections.length > 0 ? [remedy] : []),
  ];
}

/** `lines 2 to 301, 305` */
function linesText(lines: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && line <= run[1] + 1) {
      run[1] = line;
    } else {
      runs.push([line, line]);
    }
  }

  const texts = runs.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`));
  return `${lines.length === 1 ? 'line' : 'lines'} ${firstOf(texts)}`;
}

/** The rows that are left out, for a script. */
export function toWireComparison({ places }: Rows, { known, corrections }: ImportComparison): object {
  return known.length + corrections.length === 0
    ? {}
    : { before: known.length, corrections: corrections.map(({ row, field }) => ({ ...places[row], field })) };
}
