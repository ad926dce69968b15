import { fastify } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client';
import { createAskedGauges, type UpkeepPorts, watchUpkeep } from './upkeep-metrics.ts';

/** From half a millisecond, the time of a cached list, to the longest allowed. */
const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Told of the service's work, to count it. Never a key, a name or an address. Times are in seconds. */
export type Observer = ReturnType<typeof createMetrics>['observer'];

type Answered = { readonly method: string; readonly route: string; readonly status: number };

/** What is there from the start, at 0: `rate` and `increase` do not see the first of a series that begins with it. */
const expected = {
  'GET /v1/pets': [200, 304, 400, 401, 429, 500, 503],
  'POST /v1/pets': [201, 400, 401, 429, 500, 503],
  'GET /v1/pets/:petId': [200, 401, 404, 429, 500, 503],
  'GET /readyz': [200, 503],
  'GET /healthz': [200],
} as const;

/** Loaded only where metrics were asked for. */
export function createMetrics(version: string) {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  const labels = ['method', 'route', 'status'];
  const count = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `petstore_${name}`, help, labelNames, registers });
  const observe = (name: string, help: string, buckets = seconds, labelNames: string[] = []) =>
    new Histogram({ name: `petstore_${name}`, help, labelNames, buckets, registers });
  const requests = count('http_requests_total', 'Requests that were answered, by route and status.', labels);
  for (const [route, statuses] of Object.entries(expected)) {
    const [method = '', url = ''] = route.split(' ');
    statuses.forEach((status) => requests.inc({ method, route: url, status }, 0));
  }

  const durationHelp = 'From the header of a request to the end of its answer.';
  const duration = observe('http_request_duration_seconds', durationHelp, seconds, labels);
  const help = 'Requests that are being answered.';
  const inFlight = new Gauge({ name: 'petstore_http_requests_in_flight', help, registers });
  const refused = count('authentication_failures_total', 'Requests without a valid API key (401).');
  const replays = count('idempotent_replays_total', 'Creates that were answered with the animal of an earlier one.');
  const sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const groups = observe('commit_group_size', 'Creates that shared a commit.', sizes);
  const queries = observe('database_query_duration_seconds', 'Statements of the database.');
  const createsHelp = 'From a create to its being durable, the wait for its turn included.';
  const creates = observe('database_create_wait_seconds', createsHelp);
  collectDefaultMetrics({ register: registry });
  const build = { name: 'petstore_build_info', help: 'The version that runs.', labelNames: ['version'], registers };
  new Gauge(build).set({ version }, 1);

  const observer = {
    requestBegan: (): void => inFlight.inc(),
    /** `answered` is absent where the request broke off before; `route` is a pattern. */
    requestEnded(answered: Answered | undefined, took: number) {
      inFlight.dec();
      if (answered === undefined) {
        return;
      }

      requests.inc(answered);
      duration.observe(answered, took);
      if (answered.status === 401) {
        refused.inc();
      }
    },
    replayed: (): void => replays.inc(),
    committed: (writes: number): void => groups.observe(writes),
    queried: (took: number): void => queries.observe(took),
    created: (took: number): void => creates.observe(took),
  };

  const gauge = createAskedGauges(registers);
  let ends: Gauge | undefined;
  return {
    observer,
    read: () => registry.metrics(),
    serve: (port: number) => serveMetrics(registry, port),
    /** No answer counts as no. */
    watchReady(isReady: () => Promise<boolean>): void {
      const readyHelp = 'Whether the next animal could be saved, as /readyz says: 1 or 0.';
      gauge('ready', readyHelp, async () => ((await isReady()) ? 1 : 0), 0);
    },
    watchUpkeep: (ports: UpkeepPorts): void => watchUpkeep(gauge, ports),
    /** Until when the certificate holds, in seconds since 1970; told again when it is renewed. */
    certificateEnds(at: number): void {
      const certificateHelp = 'When the certificate of TLS ends, in seconds since 1970.';
      ends ??= new Gauge({ name: 'petstore_certificate_end_timestamp_seconds', help: certificateHelp, registers });
      ends.set(at);
    },
  };
}

/** Only on this machine, on a port of its own: it is for the operator, not for the owners of keys. */
async function serveMetrics(registry: Registry<OpenMetricsContentType>, port: number) {
  const app = fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    reply.headers({ 'content-type': Registry.OPENMETRICS_CONTENT_TYPE, 'cache-control': 'no-store' });
    return reply.send(await registry.metrics());
  });
  return { url: `${await app.listen({ port, host: '127.0.0.1' })}/metrics`, close: () => app.close() };
}
