import path from 'node:path';
import type { ExecutionContext } from 'ava';
import type { InjectOptions } from 'fastify';
import { createService, type Service, type ServiceOptions } from '../../source/service/server.ts';
import type { LogLevel } from '../../source/service/http/logger.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { exchange, flatten, spellOut, type Answer } from '../conformance/exchange.ts';
import type { Request } from '../conformance/case.ts';

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

type Options = Partial<ServiceOptions> & { readonly logLevel?: LogLevel };

/** The real service on a SQLite file of its own unless told otherwise, asked without a connection. */
export async function openService(
  t: Teardown,
  { logLevel, ...options }: Options = {},
): Promise<Omit<Running, 'baseUrl'>> {
  const database = options.database ?? path.join(temporaryFolder(t), 'pets.sqlite');
  const log: Record<string, unknown>[] = [];
  const service = await createService({
    database,
    log: { write: (line) => log.push(JSON.parse(line) as Record<string, unknown>), level: logLevel },
    ...options,
    // What a test changes shows at once.
    limits: { readinessKept: 0, ...options.limits },
  });
  t.teardown(() => service.close());
  const { apiKey } = await service.keys.create({ label: 'test' });
  const send = async (request: Request): Promise<Answer> => {
    const { body, path: url, ...rest } = spellOut(request, '/v1', apiKey);
    const asked = { url, ...rest, ...(body === undefined ? {} : { payload: body }) } as InjectOptions;
    const { statusCode, headers, rawPayload } = await service.inject(asked);
    return { status: statusCode, headers: flatten(headers), body: rawPayload };
  };
  return { service, apiKey, database, log, send };
}

/** The same on a free port, asked over it. */
export async function startService(t: Teardown, options: Options = {}): Promise<Running> {
  const { service, apiKey, ...running } = await openService(t, options);
  const { baseUrl } = await service.listen({ host: '127.0.0.1', port: 0 });
  return { ...running, service, apiKey, baseUrl, send: (request) => exchange({ baseUrl, apiKey }, request) };
}

/** The JSON of an answer, small enough to need no exact integers. */
export function json(answer: Answer): unknown {
  return JSON.parse(answer.body.toString());
}
