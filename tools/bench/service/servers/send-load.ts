/** Sends one load with autocannon, in a process of its own, and prints what came of it. */
import { createRequire } from 'node:module';
import type { Load } from '../side.ts';

type Result = {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
};
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>;

const { url, paths, upTo, seconds, connections, ...request } = JSON.parse(process.argv[2] ?? '{}') as Load & {
  readonly seconds: number;
  readonly connections: number;
};
const atRandom = (path: string): string => path.replace('*', String(1 + Math.floor(Math.random() * (upTo ?? 0))));
const requests = paths?.map((path) => ({
  ...request,
  path,
  ...(upTo === undefined ? {} : { setupRequest: (next: object) => ({ ...next, path: atRandom(path) }) }),
}));
const {
  requests: answered,
  latency,
  non2xx,
  errors,
} = await autocannon({ url, duration: seconds, connections, ...request, ...(requests ? { requests } : {}) });
console.log(
  JSON.stringify({ perSecond: answered.average, p50: latency.p50, p99: latency.p99, wrong: non2xx + errors }),
);
