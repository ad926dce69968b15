/** Sends one load with autocannon, in a process of its own, and prints what came of it. */
import { createRequire } from 'node:module';
import type { Load } from '../side.ts';

type Result = {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
};
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>;

const { url, paths, seconds, connections, ...request } = JSON.parse(process.argv[2] ?? '{}') as Load & {
  readonly seconds: number;
  readonly connections: number;
};
const requests = paths?.map((path) => ({ ...request, path }));
const {
  requests: answered,
  latency,
  non2xx,
  errors,
} = await autocannon({ url, duration: seconds, connections, ...request, ...(requests ? { requests } : {}) });
console.log(JSON.stringify({ perSecond: answered.average, p99: latency.p99, wrong: non2xx + errors }));
