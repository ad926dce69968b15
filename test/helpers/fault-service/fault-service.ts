/**
 * The imagined store behind real HTTP, which misbehaves on command.
 *
 * - *fault*: what goes wrong with one request (`faults.ts`), commanded with `next` or left to chance with `setChaos`.
 * - *release*: the moment at which everything that was made late happens.
 * - *record*: what the service took in and when. It is the truth that tests compare with.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import { createFaultPlan, type Chaos } from './fault-plan.ts';
import type { FaultName, FaultOptions } from './faults.ts';
import { createHandler, type Attempt } from './handler.ts';
import type { Imperfections } from './imperfections.ts';
import type { Inserted } from './pet-table.ts';
import { createRandom } from './seeded-random.ts';
import { createStore, firstTenant, type Manners, ordinaryManners } from './store.ts';

export type FaultServiceOptions = Partial<Manners> & {
  readonly imperfections?: Imperfections;
  /** Default `pst_test`. */
  readonly apiKey?: string;
  /** Further keys, each with the name of its tenant; that of `apiKey` is `first`. Default: none. */
  readonly tenants?: Readonly<Record<string, string>>;
  /** Where the ids of the other tenants begin: as if so many animals had been there before. Default 0. */
  readonly skipped?: number;
};

const defaults = {
  ...ordinaryManners,
  apiKey: 'pst_test',
  imperfections: {},
  tenants: {},
  skipped: 0,
} as const satisfies FaultServiceOptions;

export type FaultService = {
  /** `http://127.0.0.1:PORT/v1`; the port stays through `stop` and `start`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Changes behaviour from here on. */
  configure(options: FaultServiceOptions): void;
  /** The next matching request (or `times` of them) goes wrong. Commands queue up. */
  next(fault: FaultName, options?: FaultOptions): void;
  /** A share of all posts goes wrong, decided by a seed; undefined ends it. */
  setChaos(chaos: Chaos | undefined): void;
  /** Forgets every commanded fault and all chaos; what is late stays late. */
  clearFaults(): void;
  /** Lets everything happen that was made late. Returns how much that was. */
  release(): number;
  /**
   * From here on lists show what there is now, saying this `Age` in seconds (undefined: saying nothing); `thaw` ends
   * it.
   */
  freezeLists(age?: number): void;
  thawLists(): void;
  /** An animal by somebody else. */
  insert(pet: { readonly name: string; readonly categoryId: number; readonly status?: string }, tenant?: string): Pet;
  /** Somebody takes a pet away. */
  remove(id: Int64): void;
  /** Somebody at the store corrects a pet. */
  correct(id: Int64, change: Partial<Pick<Pet, 'name' | 'categoryId' | 'status'>>): void;
  /** A backup is put back that lacks the newest; their ids are given again. */
  rollBack(count: number): readonly Pet[];
  /** Everything ever taken in, oldest first, resets or not; of one tenant. */
  inserted(tenant?: string): readonly Inserted[];
  /** What it holds now. */
  pets(): readonly Pet[];
  /** Every request to `/pets`, oldest first. */
  attempts(): readonly Attempt[];
  /** As after losing the database: empty, ids begin again, keys forgotten. */
  reset(): void;
  /** Unreachable: connections are cut, the port is closed. State stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Starts a service; the caller stops it. */
export async function createFaultService(options: FaultServiceOptions = {}): Promise<FaultService> {
  const settings = { ...defaults, ...options };
  let frozen: { readonly pets: readonly Pet[]; readonly age: number | undefined } | undefined;
  const store = createStore(settings, {
    now: Date.now,
    random: createRandom(settings.seed),
    imperfections: () => settings.imperfections,
    tenantOf: (apiKey) => (apiKey === settings.apiKey ? firstTenant : (tenants()[apiKey] ?? '')),
    skipped: (tenant) => (tenant === firstTenant ? 0 : settings.skipped),
    frozen: () => frozen?.pets,
  });
  const tenants = (): Readonly<Record<string, string>> => settings.tenants;
  const plan = createFaultPlan();
  const handler = createHandler({
    store,
    isKnown: (apiKey) => apiKey === settings.apiKey || Object.hasOwn(tenants(), apiKey),
    age: () => frozen?.age,
    plan,
    control: (call, args) => control(call, args),
  });
  let server: http.Server | undefined;
  let port = 0;

  const start = async () => {
    server = http.createServer(handler.handle).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  await start();

  const service: FaultService = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: settings.apiKey,
    configure(changes) {
      Object.assign(settings, changes);
    },
    next: plan.next,
    setChaos: plan.setChaos,
    clearFaults: plan.clear,
    release: handler.release,
    freezeLists(age) {
      frozen = { pets: store.pets(), age };
    },
    thawLists() {
      frozen = undefined;
    },
    insert: store.insert,
    inserted: (tenant = firstTenant) => store.inserted().filter((each) => each.tenant === tenant),
    pets: () => store.pets(),
    attempts: handler.attempts,
    remove: store.remove,
    correct: store.correct,
    rollBack: store.rollBack,
    reset: store.reset,
    async stop() {
      const stopping = server && new Promise((resolve) => server?.close(resolve));
      server?.closeAllConnections();
      await stopping;
      server = undefined;
    },
    start,
  };

  /** What `POST /control` may call. */
  const control = (call: string, args: readonly unknown[]): unknown => {
    if (!Object.hasOwn(service, call) || ['start', 'stop', 'baseUrl', 'apiKey'].includes(call)) {
      throw new Error(`There is no command "${call}".`);
    }
    return (service as unknown as Record<string, (...given: readonly unknown[]) => unknown>)[call]?.(...args);
  };

  return service;
}
