import { compareInt64, toInt64, type Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import { parseNewPet } from '../../../source/platform/wire-json.js';
import { createRandom } from './seeded-random.js';

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
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How often the service had been reset before. */
  readonly generation: number;
};

export type Behaviour = {
  /** Default `sequential`: 1, 2, 3. `stepping`: 5, 1005, 2005. `random`: any positive int64. */
  readonly ids: 'sequential' | 'stepping' | 'random';
  /** Default `oldest-first`. `random`: an order that the seed decides, the same at every request. */
  readonly order: 'oldest-first' | 'newest-first' | 'random';
  /** How names are stored. Default `kept`. */
  readonly names: 'kept' | 'trimmed' | 'nfc';
  /** `defaulted`: an animal without a status becomes `available`. Default `kept`. */
  readonly statuses: 'kept' | 'defaulted';
  readonly seed: number;
};

export function createPetTable(behaviour: () => Behaviour) {
  const record: Inserted[] = [];
  let rows: Pet[] = [];
  let made = 0;
  let generation = 0;
  let random = createRandom(behaviour().seed);

  const nextId = (): Int64 => {
    const { ids } = behaviour();
    if (ids === 'random') {
      const id = (BigInt(Math.floor(random() * 2 ** 31)) << 32n) | BigInt(Math.floor(random() * 2 ** 32));
      return toInt64(id)!;
    }
    return toInt64(ids === 'stepping' ? 5 + 1000 * made : 1 + made)!;
  };

  return {
    /** Throws where the body is no NewPet. */
    insert(by: Inserted['by'], body: string, key?: string): Pet {
      const sent = parseNewPet(body);
      const { names, statuses } = behaviour();
      const name = names === 'trimmed' ? sent.name.trim() : names === 'nfc' ? sent.name.normalize('NFC') : sent.name;
      const pet: Pet = { ...(statuses === 'defaulted' ? { status: 'available' } : {}), ...sent, id: nextId(), name };
      rows = [...rows, pet];
      made += 1;
      record.push({ id: pet.id, by, pet, body, key, at: Date.now(), generation });
      return pet;
    },
    /** Everything ever inserted, oldest first, resets or not. */
    record: (): readonly Inserted[] => [...record],
    /** What is there now, in the order of lists. */
    list(): readonly Pet[] {
      const { order, seed } = behaviour();
      const shuffled = (id: Int64) => createRandom(seed ^ Number(BigInt(id) & 0xffffffffn))();
      return order === 'oldest-first' ? rows : order === 'newest-first' ? rows.toReversed() : rows.toSorted((a, b) => shuffled(a.id) - shuffled(b.id) || compareInt64(a.id, b.id));
    },
    find: (id: string): Pet | undefined => rows.find((pet) => pet.id === id),
    /** Somebody takes a pet away. */
    remove(id: Int64): void {
      rows = rows.filter((pet) => pet.id !== id);
    },
    /** As after losing the database: empty, and ids begin again. */
    reset(): void {
      rows = [];
      made = 0;
      generation += 1;
      random = createRandom(behaviour().seed);
    },
  };
}

export type PetTable = ReturnType<typeof createPetTable>;
