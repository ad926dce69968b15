import { join, resolve } from 'node:path';
import { hidePassword } from '../../../service/storage/postgres/postgres-address.js';
import { runServe } from '../../../service/commands/serve-command.js';
import { logLevels } from '../../../service/http/log/request-log.js';
import type { Run } from '../../parse/command.js';
import type { Context } from '../../run/context.js';
import type { Input } from '../../parse/input.js';
import { requireFolders } from '../../run/require-folders.js';
import { runService } from '../../run/run-service.js';

/** `petstore serve`. */
export const serve: Run<
  | 'host'
  | 'port'
  | 'database'
  | 'seed'
  | 'tls-cert'
  | 'tls-key'
  | 'behind-tls-proxy'
  | 'behind-local-proxy'
  | 'log-level'
  | 'remove-get-pet'
  | 'rate-limit'
  | 'metrics-port'
  | 'allow-origin'
  | 'end-with-stdin'
> = async (input, context) => {
  await runService(context, (io) =>
    runServe(
      {
        host: input.text('host') ?? '127.0.0.1',
        port: Number(input.text('port') ?? 8787),
        database: readDatabase(input, context),
        seedFile: input.text('seed'),
        json: context.output.format === 'json',
        tlsCert: input.text('tls-cert'),
        tlsKey: input.text('tls-key'),
        behindTlsProxy: input.has('behind-tls-proxy'),
        behindLocalProxy: input.has('behind-local-proxy'),
        logLevel: logLevels.find((level) => level === input.text('log-level')),
        removeGetPet: input.has('remove-get-pet'),
        rateLimit: input.count('rate-limit'),
        metricsPort: input.has('metrics-port') ? Number(input.text('metrics-port')) : undefined,
        allowOrigin: input.text('allow-origin'),
        endWithStdin: input.has('end-with-stdin'),
      },
      io,
    ),
  );
};

/** The service's database: a file, or an address that is left as it is. */
export function readDatabase(input: Input<'database'>, { environment, output }: Context): string {
  const database = input.text('database');
  output.pointAt({ database: database === undefined ? undefined : hidePassword(database) });
  if (database === undefined) {
    return join(requireFolders(environment).data, 'service', 'pets.sqlite');
  }

  return /^postgres(ql)?:/.test(database) ? database : resolve(database);
}
