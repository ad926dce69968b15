import path from 'node:path';
import type { ExecutionContext } from 'ava';
import { createService, type Service, type ServiceOptions } from '../../source/service/server.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { exchange, type Answer } from '../conformance/exchange.js';
import type { Request } from '../conformance/case.js';

type Teardown = Pick<ExecutionContext, 'teardown'>;

export type Running = {
  readonly service: Service;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly database: string;
  /** The records it logged. */
  readonly log: readonly Record<string, unknown>[];
  readonly send: (request: Request) => Promise<Answer>;
};

/** The real service on a free port, on a SQLite file of its own unless told otherwise. */
export async function startService(t: Teardown, options: Partial<ServiceOptions> = {}): Promise<Running> {
  const database = options.database ?? path.join(temporaryFolder(t), 'pets.sqlite');
  const log: Record<string, unknown>[] = [];
  const service = await createService({
    database,
    log: (line) => log.push(line as Record<string, unknown>),
    ...options,
    // What a test changes shows at once.
    limits: { readinessKept: 0, ...options.limits },
  });
  t.teardown(() => service.close());
  const { apiKey } = await service.keys.create({ label: 'test' });
  const { baseUrl } = await service.listen({ host: '127.0.0.1', port: 0 });
  return { service, baseUrl, apiKey, database, log, send: (request) => exchange({ baseUrl, apiKey }, request) };
}

/** The JSON of an answer, small enough to need no exact integers. */
export function json(answer: Answer): unknown {
  return JSON.parse(answer.body.toString());
}
