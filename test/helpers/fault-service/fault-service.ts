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
import type { Pet } from '../../../source/domain/pet.ts';
import { createFaultPlan, type FaultPlan } from './fault-plan.ts';
import { createHandler, type Handler } from './handler.ts';
import type { Imperfections } from './imperfections.ts';
import { createRandom } from './seeded-random.ts';
import { createStore, firstTenant, type Manners, ordinaryManners, type Store } from './store.ts';

export type FaultServiceOptions = Partial<Manners> & {
  readonly imperfections?: Imperfections;
  /** Default `pst_test`. */
  readonly apiKey?: string;
  /** Further keys, each with the name of its tenant; that of `apiKey` is `first`. Default: none. */
  readonly tenants?: Readonly<Record<string, string>>;
  /** Where the ids of the other tenants begin. */
  readonly skipped?: number;
};

const defaults = {
  ...ordinaryManners,
  apiKey: 'pst_test',
  imperfections: {},
  tenants: {},
} as const satisfies FaultServiceOptions;

export type FaultService = Omit<FaultPlan, 'take'> &
  Pick<Handler, 'attempts' | 'release'> &
  Pick<
    Store,
    'insert' | 'remove' | 'correct' | 'rollBack' | 'reset' | 'pets' | 'names' | 'inserted' | 'insertedNames'
  > & {
    /** `http://127.0.0.1:PORT/v1`; the port stays through `stop` and `start`. */
    readonly baseUrl: string;
    readonly apiKey: string;
    /** Changes behaviour from here on. */
    configure(options: FaultServiceOptions): void;
    /**
     * From here on lists show what there is now, saying this `Age` in seconds (undefined: saying nothing); `thaw` ends
     * it.
     */
    freezeLists(age?: number): void;
    thawLists(): void;
    /** Unreachable: connections are cut, the port is closed. State stays. */
    stop(): Promise<void>;
    start(): Promise<void>;
  };

/** Starts a service; the caller stops it. */
export async function createFaultService(options: FaultServiceOptions = {}): Promise<FaultService> {
  const settings = { ...defaults, ...options };
  let frozen: { readonly pets: readonly Pet[]; readonly age: number | undefined } | undefined;
  const tenantOf = (apiKey: string): string => {
    const tenants: Readonly<Record<string, string>> = { ...settings.tenants, [settings.apiKey]: firstTenant };
    return tenants[apiKey] ?? '';
  };
  const store = createStore(settings, {
    now: Date.now,
    random: createRandom(settings.seed),
    imperfections: () => settings.imperfections,
    tenantOf,
    skipped: settings.skipped,
    frozen: () => frozen?.pets,
  });
  const plan = createFaultPlan();
  const { handle, ...handler } = createHandler({
    store,
    isKnown: (apiKey) => tenantOf(apiKey) !== '',
    age: () => frozen?.age,
    plan,
  });
  let server: http.Server | undefined;
  let port = 0;

  const start = async () => {
    server = http.createServer(handle).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  await start();

  return {
    ...store,
    ...plan,
    ...handler,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: settings.apiKey,
    configure(changes) {
      Object.assign(settings, changes);
    },
    freezeLists(age) {
      frozen = { pets: store.pets(), age };
    },
    thawLists() {
      frozen = undefined;
    },
    async stop() {
      const stopping = server && new Promise((resolve) => server?.close(resolve));
      server?.closeAllConnections();
      await stopping;
      server = undefined;
    },
    start,
  };
}
