/**
 * Which rows of a file were imported before: a person who corrects a file imports it again, and most of it is on the
 * store by then.
 *
 * A row is known by its *digest*: of its name, category and status, each by itself, so that a row with one changed cell
 * can be told. How often counts: a fourth *Puppy* is new where three were imported.
 */
import { hash } from 'node:crypto';
import type { NewPet, PetField } from '../../domain/pet.ts';
import type { ImportComparison } from '../api.ts';

const parts = [
  ['name', 16],
  ['categoryId', 8],
  ['status', 8],
] as const satisfies readonly (readonly [PetField, number])[];

/** The digest of each row. */
export function digestRows(pets: readonly NewPet[]): readonly string[] {
  return pets.map((pet) =>
    parts
      .map(([field, length]) => {
        const text = (pet[field] ?? '').normalize('NFC').trim().replace(/\s+/gu, ' ');
        return hash('sha256', text).slice(0, length);
      })
      .join(' '),
  );
}

/** One import: when, ISO, and the digests of its rows in their order. */
type ImportedRows = { readonly at: string; readonly rows: readonly string[] };

/** `earlier`: in the order in which they were imported. */
export function compareRows(rows: readonly string[], earlier: readonly ImportedRows[]): ImportComparison {
  const left = new Map<string, number>();
  const count = (row: string, by: number): void => void left.set(row, (left.get(row) ?? 0) + by);
  earlier.forEach((each) => each.rows.forEach((row) => count(row, 1)));
  const known = new Set<number>();
  for (const [place, row] of rows.entries()) {
    if ((left.get(row) ?? 0) > 0) {
      count(row, -1);
      known.add(place);
    }
  }

  const corrections = new Map<number, PetField>();
  let at: string | undefined;
  for (const each of earlier) {
    const matches = match(rows, known, each.rows);
    // Another day's file shares a row or two, and at the same places are other animals of one category.
    const isSameFile = matches.size * 2 >= each.rows.length;
    const isMet = isSameFile || [...matches.keys()].some((place) => known.has(place));
    at = isMet && (at === undefined || each.at > at) ? each.at : at;
    if (isSameFile) {
      findCorrections(rows, each.rows, matches).forEach((field, place) => corrections.set(place, field));
    }
  }

  known.forEach((place) => corrections.delete(place));
  return {
    known: [...known],
    corrections: [...corrections].map(([row, field]) => ({ row, field })).toSorted((a, b) => a.row - b.row),
    at,
  };
}

/** The place of each row in an import of before: of a known one, and of one whose status alone is another. */
function match(rows: readonly string[], known: ReadonlySet<number>, before: readonly string[]): Map<number, number> {
  const matches = new Map<number, number>();
  const pair = (places: Iterable<number>, keyOf: (row?: string) => string | undefined): void => {
    const taken = new Set(matches.values());
    const free = [...before.keys()].toReversed().filter((place) => !taken.has(place));
    const byKey = Map.groupBy(free, (place) => keyOf(before[place]));
    for (const place of places) {
      const found = byKey.get(keyOf(rows[place]))?.pop();
      if (found !== undefined) {
        matches.set(place, found);
      }
    }
  };
  pair(known, (row) => row);
  const others = [...rows.keys()].filter((place) => !known.has(place));
  pair(others, (row) => row?.split(' ').slice(0, -1).join(' '));
  return matches;
}

/** A row between known ones is at the place that its neighbours tell, whatever was put in or taken out above them. */
function findCorrections(rows: readonly string[], before: readonly string[], matches: ReadonlyMap<number, number>) {
  const taken = new Set(matches.values());
  const found = new Map<number, PetField>();
  for (const [place, was] of matches) {
    const field = onlyDifference(before[was] ?? '', rows[place] ?? '');
    if (field !== undefined) {
      found.set(place, field);
    }
  }

  const seek = (place: number, ofNeighbour: number): void => {
    const was = taken.has(ofNeighbour) ? undefined : before[ofNeighbour];
    const field = was === undefined ? undefined : onlyDifference(was, rows[place] ?? '');
    if (field !== undefined) {
      found.set(place, field);
      taken.add(ofNeighbour);
    }
  };
  for (const step of [1, -1]) {
    const places = step === 1 ? [...rows.keys()] : [...rows.keys()].toReversed();
    // Before the first known one, from above, a place is its own.
    let offset = step === 1 ? 0 : undefined;
    for (const place of places) {
      const own = matches.get(place);
      offset = own === undefined ? offset : own - place;
      if (own === undefined && offset !== undefined && !found.has(place)) {
        seek(place, place + offset);
      }
    }
  }

  return found;
}

/** The only field in which two rows differ. */
function onlyDifference(a: string, b: string): PetField | undefined {
  const others = b.split(' ');
  const differing = a.split(' ').flatMap((part, index) => (part === others[index] ? [] : [index]));
  return differing.length === 1 ? parts[differing[0] ?? 0]?.[0] : undefined;
}
