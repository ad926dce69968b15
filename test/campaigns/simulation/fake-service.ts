/**
 * A pet store in memory, for histories by the thousand: takes animals in (late, too), lists them, honours keys or not.
 * What happens on the way to it and back is the business of `fake-remote.ts`.
 */
import type { Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import type { Page } from '../../../source/remote/outcomes.js';
import type { ListQuery } from '../../../source/remote/remote.js';
import { createPetTable, type Behaviour, type Inserted } from '../../helpers/fault-service/pet-table.js';

export type Manners = Behaviour & {
  readonly idempotency: 'honoured' | 'ignored';
  /** Whether a full page names the next one. */
  readonly link: boolean;
  readonly lookUps: 'work' | 'removed';
};

/** What became of one `POST`, as the service itself sees it. */
export type Taken = { readonly type: 'created'; readonly pet: Pet } | { readonly type: 'in-progress' } | { readonly type: 'key-reused' };

export type FakeService = {
  readonly manners: Manners;
  /** A request with this key has arrived and is carried out later. */
  begin(body: string, key: string): void;
  /** Carries a request out. `resumed`: the one that `begin` announced. */
  take(body: string, key: string, resumed?: boolean): Taken;
  insert(pet: { readonly name: string; readonly categoryId: number; readonly status?: string }): void;
  page(query: ListQuery): Page | { readonly type: 'not-modified' };
  find(id: Int64): Pet | undefined;
  inserted(): readonly Inserted[];
};

export function createFakeService(manners: Manners): FakeService {
  const table = createPetTable(() => manners);
  const keys = new Map<string, { readonly body: string; pet: Pet | undefined }>();

  return {
    manners,
    begin(body, key) {
      if (manners.idempotency === 'honoured' && !keys.has(key)) {
        keys.set(key, { body, pet: undefined });
      }
    },
    take(body, key, resumed = false) {
      const before = manners.idempotency === 'honoured' ? keys.get(key) : undefined;
      if (before && before.body !== body) {
        return { type: 'key-reused' };
      }

      if (before?.pet) {
        return { type: 'created', pet: before.pet };
      }

      if (before && !resumed) {
        return { type: 'in-progress' };
      }

      const pet = table.insert('request', body, key);
      keys.set(key, { body, pet });
      return { type: 'created', pet };
    },
    insert: (pet) => void table.insert('colleague', JSON.stringify(pet)),
    page({ status, limit, url, etag }) {
      const rows = table.list().filter((pet) => status === undefined || pet.status === status);
      const tag = `"${table.record().length}"`;
      if (etag === tag) {
        return { type: 'not-modified' };
      }

      const start = url === undefined ? 0 : rows.findIndex(({ id }) => id === url) + 1;
      const pets = rows.slice(start, start + limit);
      const next = manners.link && start + limit < rows.length ? pets.at(-1)?.id : undefined;
      return { type: 'page', pets, rows: pets.length, unreadableRows: 0, next, suspiciousNext: false, age: 0, etag: tag };
    },
    find: (id) => table.find(id),
    inserted: () => table.record(),
  };
}
