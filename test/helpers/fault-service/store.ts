/**
 * The imagined store: takes animals in (late, too), lists them, honours keys or not. It is asked over HTTP
 * (`fault-service.ts`) or in memory (`in-memory.ts`); what happens on the way to it and back is their business.
 *
 * - *manners*: what kind of service it is.
 * - *imperfections*: how its answers to reads fall short of what it holds; asked for anew at each request.
 * - *tenant*: whose table a key opens. Two keys may open the same one.
 */
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { Page, RequestFailure, Unmodified } from '../../../source/client/outcomes/outcomes.ts';
import type { PageQuery } from '../../../source/client/pet-client.ts';
import { type Imperfections, isHidden, isIndexed, momentOf, pageSize } from './imperfections.ts';
import { parseNewPet } from '../../../source/local/queue/intent.ts';
import { createPetTable, type Behaviour, type Inserted, type PetTable } from './pet-table.ts';

export type Manners = Behaviour & {
  /** `echoed`: the key comes back in the answer and means nothing, as behind some proxies. */
  readonly idempotency: 'honoured' | 'ignored' | 'echoed';
  /** An animal of a name and category that is there already is answered with that one. Default false. */
  readonly keepsOneOfEach?: boolean;
  /** Whether a full page names the next one. */
  readonly link: boolean;
  /** `removed`: 410. */
  readonly lookUps: 'work' | 'removed';
  /** How pages go on. Default `cursor`: after an id. `offset`: after a number of rows, whatever they are by then. */
  readonly paging?: 'cursor' | 'offset';
  /** At most so many rows a page, each with a next one where there is more. */
  readonly pageRows?: number;
  /**
   * Whether pages have a change link. `true`: it says what was added since. `gone`: it leads nowhere. Default false.
   */
  readonly changes?: boolean | 'gone';
  /**
   * `frozen`: the validator of a page never changes, so what changed is not shown to who sends it. Default `honest`.
   */
  readonly validators?: 'honest' | 'frozen';
};

/** What became of one `POST`, as the service itself sees it. */
export type Taken =
  | { readonly type: 'created'; readonly pet: Pet }
  | { readonly type: 'in-progress' }
  | { readonly type: 'key-reused' };

/** One animal in the service's own record, and whose table took it in. */
export type InsertedFor = Inserted & { readonly tenant: string };

export type Store = {
  readonly manners: Manners;
  /** A request with this key has arrived and is carried out later. */
  readonly begin: (body: string, key: string | undefined, credential?: string) => void;
  /** Carries a request out. `resumed`: the one that `begin` announced. Throws where the body is no NewPet. */
  readonly take: (body: string, key: string | undefined, resumed?: boolean, credential?: string) => Taken;
  /** Whether a request with this key has arrived before, and keys are honoured. */
  readonly knows: (key: string | undefined, credential?: string) => boolean;
  /** As after losing the database: empty, ids begin again, keys forgotten. */
  readonly reset: () => void;
  /** An animal by somebody else. */
  readonly insert: (
    pet: { readonly name: string; readonly categoryId: number; readonly status?: string },
    tenant?: string,
  ) => Pet;
  readonly page: (query: PageQuery, credential?: string) => Page | Unmodified | RequestFailure;
  readonly find: (id: Int64, credential?: string) => Pet | undefined;
  /** What a tenant holds now, in the order of its lists. */
  readonly pets: (tenant?: string) => readonly Pet[];
  /** What those of the first tenant are called. */
  readonly names: () => readonly string[];
  /** Somebody takes an animal of the first tenant away. */
  readonly remove: (id: Int64) => void;
  /** Somebody at the store corrects an animal of the first tenant. */
  readonly correct: (id: Int64, change: Partial<Pick<Pet, 'name' | 'categoryId' | 'status'>>) => void;
  /** It falls out of the lists; look-ups still find it. */
  readonly unlist: (id: Int64) => void;
  /** A backup is put back that lacks the newest; their ids are given again. */
  readonly rollBack: (count: number) => readonly Pet[];
  /** Everything ever taken in, oldest first, resets or not. */
  readonly inserted: () => readonly InsertedFor[];
  /** What all of those are called. */
  readonly insertedNames: () => readonly string[];
};

export type StoreOptions = {
  /** The service's own clock; default: time stands still. */
  readonly now?: () => number;
  /** Asked at each request; default: none. */
  readonly imperfections?: () => Imperfections;
  /** Decides what is left to chance at a read; needed only where something is. */
  readonly random?: () => number;
  /** Whose table a key opens; default: the one there is. */
  readonly tenantOf?: (credential: string) => string;
  /** Where the ids of other tenants begin: as if so many animals had been there before. Default 0. */
  readonly skipped?: number | undefined;
  /** What lists show in place of what there is. Default: nothing else. */
  readonly frozen?: () => readonly Pet[] | undefined;
};

/** A store as most are: it knows no keys of requests, and lists all there is as it was sent. */
export const ordinaryManners = {
  seed: 1,
  idempotency: 'ignored',
  ids: 'sequential',
  order: 'oldest-first',
  names: 'kept',
  statuses: 'kept',
  link: true,
  lookUps: 'work',
} as const satisfies Manners;

/** The tenant there is where nobody says otherwise. */
export const firstTenant = 'first';

export function createStore(manners: Manners, options: StoreOptions = {}): Store {
  const {
    now = () => 0,
    imperfections = (): Imperfections => ({}),
    random = () => 0,
    tenantOf = () => firstTenant,
    skipped = 0,
    frozen = () => undefined,
  } = options;
  const tables = new Map<string, PetTable>();
  const keys = new Map<string, { readonly body: string; pet: Pet | undefined }>();
  const tableOf = (tenant: string): PetTable => {
    const table =
      tables.get(tenant) ?? createPetTable(() => manners, { now, skipped: tenant === firstTenant ? 0 : skipped });
    tables.set(tenant, table);
    return table;
  };
  /** Each tenant has keys of its own. */
  const nameOf = (key: string, credential: string): string => `${tenantOf(credential)} ${key}`;
  const keyed = (key: string | undefined, credential: string) =>
    manners.idempotency === 'honoured' && key !== undefined ? keys.get(nameOf(key, credential)) : undefined;
  const tableFor = (credential: string): PetTable => tableOf(tenantOf(credential));
  tableOf(firstTenant);
  let generation = 0;

  function takeIn(table: PetTable, body: string, key: string | undefined): Pet {
    const sent = parseNewPet(body);
    const isTwin = ({ name, categoryId }: Pet): boolean => name === sent.name && categoryId === sent.categoryId;
    const twin = manners.keepsOneOfEach === true ? table.list().find(isTwin) : undefined;
    const stored = twin ?? table.insert('request', body, key);
    return manners.answersAsSent === true ? { ...stored, ...sent } : stored;
  }

  /** What a change link answers. Its token is how many animals were taken in, and how often some were lost again. */
  function answerChanges(url: string, table: PetTable, asOf: number): Page | RequestFailure {
    const [, count, before] = url.split(':');
    if (manners.changes === 'gone' || Number(before) !== generation) {
      return {
        type: 'failed',
        connection: 'misconfigured',
        problem: { code: 'gone', message: 'It is gone.', status: 410 },
      };
    }

    const listed = new Set(table.list(asOf).map(({ id }) => id));
    const news = addedBy(table, asOf).slice(Number(count));
    return {
      ...toPage(news.map(({ pet }) => pet).filter(({ id }) => listed.has(id))),
      changes: changesSince(table, asOf),
    };
  }

  const addedBy = (table: PetTable, asOf: number) =>
    table.record().filter(({ at, isUndone }) => at <= asOf && !isUndone);
  const changesSince = (table: PetTable, asOf: number) => `since:${addedBy(table, asOf).length}:${generation}`;
  const inserted = () =>
    [...tables]
      .flatMap(([tenant, table]) => table.record().map((row) => ({ ...row, tenant })))
      .toSorted((a, b) => a.at - b.at);

  return {
    manners,
    begin(body, key, credential = '') {
      if (manners.idempotency === 'honoured' && key !== undefined && !keyed(key, credential)) {
        keys.set(nameOf(key, credential), { body, pet: undefined });
      }
    },
    knows: (key, credential = '') => keyed(key, credential) !== undefined,
    take(body, key, resumed = false, credential = '') {
      const before = keyed(key, credential);
      if (before && before.body !== body) {
        return { type: 'key-reused' };
      }

      if (before?.pet) {
        return { type: 'created', pet: before.pet };
      }

      if (before && !resumed) {
        return { type: 'in-progress' };
      }

      const pet = takeIn(tableFor(credential), body, key);
      if (key !== undefined) {
        keys.set(nameOf(key, credential), { body, pet });
      }

      return { type: 'created', pet };
    },
    reset() {
      tableOf(firstTenant).reset();
      keys.clear();
    },
    insert: (pet, tenant = firstTenant) => tableOf(tenant).insert('colleague', JSON.stringify(pet)),
    page({ status, limit, url, changesUrl, etag }, credential = '') {
      const faults = imperfections();
      if (changesUrl !== undefined) {
        return answerChanges(changesUrl, tableFor(credential), momentOf(faults, 'list', now(), random));
      }

      const isBlank = faults.blank !== undefined && random() < faults.blank;
      const asOf = momentOf(faults, 'list', now(), random);
      const table = tableFor(credential);
      const listed = isBlank ? [] : (frozen() ?? table.list(asOf));
      const takenInAt = new Map(faults.slowRows ? table.record().map(({ id, at }) => [id, at] as const) : []);
      const rows = listed.filter(
        (pet) =>
          isIndexed(faults, pet.id, takenInAt.get(pet.id) ?? 0, asOf) &&
          !isHidden(faults, pet, 'list', status) &&
          (status === undefined || pet.status === status),
      );
      const size = Math.min(pageSize(faults, limit), manners.pageRows ?? Infinity);
      const isOffset = manners.paging === 'offset';
      const start = url === undefined ? 0 : isOffset ? Number(url) : rows.findIndex(({ id }) => id === url) + 1;
      const pets = rows.slice(start, start + size);
      const isLast = !manners.link || start + size >= rows.length;
      const next = isLast ? undefined : isOffset ? String(start + size) : pets.at(-1)?.id;
      const tag =
        manners.order === 'shuffled'
          ? undefined
          : manners.validators === 'frozen'
            ? '"frozen"'
            : tagOf(manners.pageRows === undefined ? rows : pets);
      if (etag !== undefined && etag === tag) {
        return { type: 'not-modified', age: 0 };
      }

      return {
        ...toPage(pets, next),
        ...(status === undefined && manners.changes ? { changes: changesSince(table, asOf) } : {}),
        ...(tag === undefined ? {} : { etag: tag }),
      };
    },
    find(id, credential = '') {
      const faults = imperfections();
      const pet = tableFor(credential).find(id, momentOf(faults, 'look-up', now(), random));
      return pet && !isHidden(faults, pet, 'look-up') ? pet : undefined;
    },
    pets: (tenant = firstTenant) => tableOf(tenant).list(),
    names: () =>
      tableOf(firstTenant)
        .list()
        .map(({ name }) => name),
    remove: (id) => tableOf(firstTenant).remove(id),
    correct: (id, change) => tableOf(firstTenant).correct(id, change),
    unlist: (id) => tableOf(firstTenant).unlist(id),
    rollBack(count) {
      const undone = tableOf(firstTenant).rollBack(count);
      generation += undone.length > 0 ? 1 : 0;
      // The backup lacks their keys too.
      for (const [name, { pet }] of [...keys]) {
        if (pet && undone.includes(pet)) {
          keys.delete(name);
        }
      }

      return undone;
    },
    inserted,
    insertedNames: () => inserted().map(({ pet }) => pet.name),
  };
}

function toPage(pets: readonly Pet[], next?: string): Page {
  return { type: 'page', pets, rows: pets.length, next, suspiciousNext: false, age: 0 };
}

/** The same for the same rows in the same order only. */
function tagOf(rows: readonly Pet[]): string {
  let hash = rows.length;
  for (const { id, name } of rows) {
    for (const text of [id, name]) {
      for (let index = 0; index < text.length; index += 1) {
        hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
      }
    }
  }

  return `"${hash}"`;
}
