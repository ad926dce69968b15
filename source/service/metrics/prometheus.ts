import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client';
import type { Observer } from './observer.js';

/** Counts the observed events, and prints the counts as OpenMetrics text (prometheus.io, OpenMetrics 1.0). */
export type Metrics = {
  readonly observer: Observer;
  readonly contentType: string;
  readonly read: () => Promise<string>;
};

/** From half a millisecond, the time of a cached list, to the longest allowed. */
const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Loaded only where metrics were asked for. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  const labels = ['method', 'route', 'status'];
  const count = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `petstore_${name}`, help, labelNames, registers });
  const observe = (name: string, help: string, buckets = seconds, labelNames: string[] = []) =>
    new Histogram({ name: `petstore_${name}`, help, labelNames, buckets, registers });
  const requests = count('http_requests_total', 'Requests that ended, by route and status.', labels);
  const durationHelp = 'From the header of a request to the end of its answer.';
  const duration = observe('http_request_duration_seconds', durationHelp, seconds, labels);
  const help = 'Requests that are being answered.';
  const inFlight = new Gauge({ name: 'petstore_http_requests_in_flight', help, registers });
  const refused = count('authentication_failures_total', 'Requests without a valid API key (401).');
  const replays = count('idempotent_replays_total', 'Creates that were answered with the animal of an earlier one.');
  const groups = observe(
    'commit_group_size',
    'Creates that shared a commit.',
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
  );
  const queries = observe('database_query_duration_seconds', 'Statements of the database.');
  const creates = observe(
    'database_create_wait_seconds',
    'From a create to its being durable, the wait for its turn included.',
  );
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'petstore_build_info', help: 'The version that runs.', labelNames: ['version'], registers }).set(
    { version },
    1,
  );

  const observer: Observer = {
    requestBegan: () => inFlight.inc(),
    requestEnded({ method, route, status, seconds: took }) {
      inFlight.dec();
      requests.inc({ method, route, status });
      duration.observe({ method, route, status }, took);
      if (status === 401) {
        refused.inc();
      }
    },
    replayed: () => replays.inc(),
    committed: (writes) => groups.observe(writes),
    queried: (took) => queries.observe(took),
    created: (took) => creates.observe(took),
  };
  return { observer, contentType: registry.contentType, read: () => registry.metrics() };
}
