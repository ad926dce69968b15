/**
 * A real HTTP pet store that misbehaves on command, for tests of the client and the engine.
 *
 * - *fault*: what goes wrong with one request (`faults.ts`), commanded with `next` or left to chance with `setChaos`.
 * - *release*: the moment at which everything that was made late happens.
 * - *record*: what the service took in and when. It is the truth that tests compare with.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import type { Paging } from './answer-truly.js';
import { createFaultPlan, type Chaos } from './fault-plan.js';
import type { FaultName, FaultOptions } from './faults.js';
import { createHandler, type Attempt, type Manners } from './handler.js';
import { createPetTable, type Behaviour, type Inserted } from './pet-table.js';

export type FaultServiceOptions = Partial<Behaviour & Manners & Paging> & {
  /** Default: a free one. */
  readonly port?: number;
  /** Default `pst_test`. */
  readonly apiKey?: string;
};

const defaults = {
  ids: 'sequential', order: 'oldest-first', names: 'kept', categories: 'kept', statuses: 'kept', seed: 1, link: true, ignoreLimit: false, idempotency: 'ignored', announced: false, lookUps: 'work', apiKey: 'pst_test', port: 0,
} as const satisfies Required<FaultServiceOptions>;

export type FaultService = {
  /** `http://127.0.0.1:PORT/v1`; the port stays through `stop` and `start`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Changes behaviour from here on. */
  configure(options: Omit<FaultServiceOptions, 'port'>): void;
  /** The next matching request (or `times` of them) goes wrong. Commands queue up. */
  next(fault: FaultName, options?: FaultOptions): void;
  /** A share of all posts goes wrong, decided by a seed; undefined ends it. */
  setChaos(chaos: Chaos | undefined): void;
  /** Forgets every commanded fault and all chaos; what is late stays late. */
  clearFaults(): void;
  /** Lets everything happen that was made late. Returns how much that was. */
  release(): number;
  /** From here on lists show what there is now, saying this `Age` in seconds (undefined: saying nothing); `thaw` ends it. */
  freezeLists(age?: number): void;
  thawLists(): void;
  /** An animal by somebody else. */
  insert(pet: { readonly name: string; readonly categoryId: number; readonly status?: string }): Pet;
  /** Somebody takes a pet away. */
  remove(id: Int64): void;
  /** Everything ever taken in, oldest first, resets or not. */
  inserted(): readonly Inserted[];
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
  let settings: Required<FaultServiceOptions> = { ...defaults, ...options };
  const table = createPetTable(() => settings);
  const plan = createFaultPlan();
  const handler = createHandler({ settings: () => settings, table, plan, control: (call, args) => control(call, args) });
  let server: http.Server | undefined;
  let { port } = settings;

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
      settings = { ...settings, ...changes };
    },
    next: plan.next,
    setChaos: plan.setChaos,
    clearFaults: plan.clear,
    release: handler.release,
    freezeLists: handler.freezeLists,
    thawLists: handler.thawLists,
    insert: (pet) => table.insert('colleague', JSON.stringify(pet)),
    inserted: table.record,
    pets: () => table.list(),
    attempts: handler.attempts,
    remove: (id) => table.remove(id),
    reset() {
      table.reset();
      handler.forgetKeys();
    },
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
