import { compareInt64, toInt64, type Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import { parseNewPet } from '../../../source/local/queue/intent.ts';
import { createRandom } from './seeded-random.ts';

/** One animal the service took in: its own record, which nothing takes back. */
export type Inserted = {
  readonly id: Int64;
  /** `colleague`: through `insert`, not over HTTP. */
  readonly by: 'request' | 'colleague';
  /** As stored, which may differ from what was sent. */
  readonly pet: Pet;
  /** The bytes received. */
  readonly body: string;
  /** The Idempotency-Key as received, quotes included. */
  readonly key: string | undefined;
  /** A reading of the table's clock: milliseconds since 1970, unless it was given another. */
  readonly at: number;
  /** How often the service had been reset, or rolled back, before. */
  readonly generation: number;
  /** A backup was put back that lacks it. */
  isUndone?: true;
};

/** What stores make of a name. */
const rewritings = {
  kept: (name: string) => name,
  trimmed: (name: string) => name.trim(),
  nfc: (name: string) => name.normalize('NFC'),
  upper: (name: string) => name.toUpperCase(),
  cut: (name: string) => name.slice(0, 10),
  /** As HTML. */
  escaped: (name: string) => name.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? sign),
  /** As by a database whose characters have three bytes. */
  'cut-at-emoji': (name: string) => name.replace(/[\u{10000}-\u{10FFFF}].*$/u, '').trim(),
  'no-emoji': (name: string) => name.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '').trim(),
  /** `?` for what Latin-1 lacks. */
  latin: (name: string) => name.replaceAll(/[^\u{0}-\u{FF}]/gu, '?'),
  /** With a curved apostrophe. */
  typographic: (name: string) => name.replaceAll("'", '’'),
  /** Without what looks like one. */
  'no-tags': (name: string) => name.replaceAll(/<[^<>]*>/gu, '').replaceAll('\\', ''),
};
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export type Behaviour = {
  /**
   * Default `sequential`: 1, 2, 3. `stepping`: 5, 1005, 2005. `blocks`: 1, 1001, 2, 1002, as of two that took a block
   * of ids each. `random`: any positive int64.
   */
  readonly ids: 'sequential' | 'stepping' | 'blocks' | 'random';
  /**
   * Default `oldest-first`. `random`: an order that the seed decides, the same at every request. `shuffled`: another
   * one at every request.
   */
  readonly order: 'oldest-first' | 'newest-first' | 'random' | 'shuffled';
  /** How names are stored. Default `kept`. */
  readonly names: keyof typeof rewritings;
  /** Answers to a `POST` repeat what was sent, whatever is stored and listed. Default false. */
  readonly answersAsSent?: boolean;
  /** `replaced`: every category becomes this one. Default `kept`. */
  readonly categories?: 'kept' | 'replaced';
  /** `defaulted`: an animal without a status becomes `available`. Default `kept`. */
  readonly statuses: 'kept' | 'defaulted';
  readonly seed: number;
};

/** One animal through time. Times are those of the table's own clock. */
type Row = {
  readonly pet: Pet;
  readonly bornAt: number;
  /** Somebody took it away then. */
  goneAt: number;
  /** Lists no longer show it from then on; look-ups do. */
  unlistedAt: number;
};

/** The category that `replaced` puts in the place of every other. */
export const replacement = toInt64(99)!;

export type PetTableOptions = {
  /** What `asOf` is measured with; default the calendar. */
  readonly now?: () => number;
  /**
   * Where ids begin: as if that many animals had been there before. Random ones are others than without it: two tables
   * that gave the same ids, to animals with the same few names, could be told apart by nobody.
   */
  readonly skipped?: number;
};

export function createPetTable(
  behaviour: () => Behaviour,
  { now = () => Date.now(), skipped = 0 }: PetTableOptions = {},
) {
  const record: Inserted[] = [];
  let rows: Row[] = [];
  let made = 0;
  let generation = 0;
  let requests = 0;
  let random = createRandom(behaviour().seed + skipped);

  const nextId = (): Int64 => {
    const { ids } = behaviour();
    if (ids === 'random') {
      const id = (BigInt(Math.floor(random() * 2 ** 31)) << 32n) | BigInt(Math.floor(random() * 2 ** 32));
      return toInt64(id)!;
    }
    const place = made + skipped;
    const inBlock = Math.floor(place / 2) + (place % 2 === 0 ? 1 : 1001);
    return toInt64(ids === 'stepping' ? 5 + 1000 * place : ids === 'blocks' ? inBlock : 1 + place)!;
  };
  const isThere = ({ bornAt, goneAt }: Row, asOf: number): boolean => bornAt <= asOf && asOf < goneAt;
  const mark = (id: Int64, change: (row: Row) => void): void =>
    rows.filter(({ pet, goneAt }) => pet.id === id && goneAt === Infinity).forEach(change);

  return {
    /** Throws where the body is no NewPet. */
    insert(by: Inserted['by'], body: string, key?: string): Pet {
      const sent = parseNewPet(body);
      const { categories, names, statuses } = behaviour();
      const pet: Pet = {
        ...(statuses === 'defaulted' ? { status: 'available' } : {}),
        ...sent,
        ...(categories === 'replaced' ? { categoryId: replacement } : {}),
        id: nextId(),
        name: rewritings[names](sent.name),
      };
      rows.push({ pet, bornAt: now(), goneAt: Infinity, unlistedAt: Infinity });
      made += 1;
      record.push({ id: pet.id, by, pet, body, key, at: now(), generation });
      return pet;
    },
    /** Everything ever inserted, oldest first, resets or not. */
    record: (): readonly Inserted[] => [...record],
    /** What is there now, or was at a moment, in the order of lists. */
    list(asOf = now()): readonly Pet[] {
      const { order, seed } = behaviour();
      const listed = rows.filter((row) => isThere(row, asOf) && asOf < row.unlistedAt).map(({ pet }) => pet);
      requests += 1;
      const shuffled = (id: Int64) =>
        createRandom((order === 'shuffled' ? seed + requests : seed) ^ Number(BigInt(id) & 0xffffffffn))();
      return order === 'oldest-first'
        ? listed
        : order === 'newest-first'
          ? listed.toReversed()
          : listed.toSorted((a, b) => shuffled(a.id) - shuffled(b.id) || compareInt64(a.id, b.id));
    },
    find: (id: string, asOf = now()): Pet | undefined =>
      rows.find((row) => row.pet.id === id && isThere(row, asOf))?.pet,
    /** Somebody at the store corrects a pet. */
    correct(id: Int64, change: Partial<Pick<Pet, 'name' | 'categoryId' | 'status'>>): void {
      rows = rows.map((row) => (row.pet.id === id ? { ...row, pet: { ...row.pet, ...change } } : row));
    },
    /** Somebody takes a pet away. */
    remove(id: Int64): void {
      mark(id, (row) => (row.goneAt = now()));
    },
    /** A pet falls out of the lists; look-ups still find it. */
    unlist(id: Int64): void {
      mark(id, (row) => (row.unlistedAt = now()));
    },
    /** A backup is put back that lacks the newest: they never were, and their ids are given again. Returns them. */
    rollBack(count: number): readonly Pet[] {
      const lost = rows.splice(Math.max(0, rows.length - count));
      for (const { pet } of lost) {
        const taken = record.find((each) => each.pet === pet);
        if (taken) {
          taken.isUndone = true;
        }
      }

      made -= lost.length;
      generation += 1;
      return lost.map(({ pet }) => pet);
    },
    /** As after losing the database: empty, and ids begin again. */
    reset(): void {
      rows = [];
      made = 0;
      generation += 1;
      random = createRandom(behaviour().seed + skipped);
    },
  };
}

export type PetTable = ReturnType<typeof createPetTable>;
