/** The service under programs that make requests of a contract and judge the answers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { check, run, startService } from './programs.ts';

type Place = { readonly folder: string; readonly contract: string; readonly contract30: string };
type Operations = Record<string, { readonly responses: Record<string, unknown> }>;

/** It takes `default` for a status, and sends one request after the other: no 409. */
export async function underDredd({ folder, contract30 }: Place): Promise<string> {
  const service = await startService(folder);
  try {
    const known = parse(readFileSync(contract30, 'utf8')) as { readonly paths: Record<string, Operations> };
    for (const { responses } of Object.values(known.paths).flatMap((operations) => Object.values(operations))) {
      Reflect.deleteProperty(responses, 'default');
      Reflect.deleteProperty(responses, '409');
    }

    const path = join(folder, 'dredd.yaml');
    writeFileSync(path, stringify(known));
    const body = JSON.stringify({ name: 'First', categoryId: 3, status: 'available' });
    await service.ask('/pets', { method: 'POST', body }, { 'idempotency-key': '"used"' });
    const hooks = join(import.meta.dirname, 'dredd-hooks.cjs');
    const own = ['--header', `Authorization: Bearer ${service.apiKey}`];
    const args = [path, service.baseUrl, '--loglevel', 'error', '--hookfiles', hooks, ...own];
    const { code, text } = await run('dredd', args, { cwd: folder });
    const passed = /(\d+) passing, (\d+) failing/.exec(text);
    check(code === 0 && Number(passed?.[1]) === 15 && passed?.[2] === '0', text.slice(-1500));
    return passed[0];
  } finally {
    await service.stop();
  }
}

/** It makes a collection for Postman of the contract, and newman runs that. */
export async function underPortman({ folder, contract }: Place): Promise<string> {
  const service = await startService(folder);
  try {
    await service.ask('/pets', { method: 'POST', body: JSON.stringify({ name: 'First', categoryId: 3 }) });
    const kinds = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation'];
    const settings = {
      version: 1,
      tests: { contractTests: kinds.map((kind) => ({ openApiOperation: '*::/*', [kind]: { enabled: true } })) },
      overwrites: [
        {
          openApiOperation: 'GET::/pets/{petId}',
          overwriteRequestPathVariables: [{ key: 'petId', value: '1', overwrite: true }],
        },
        {
          openApiOperation: 'GET::/pets',
          overwriteRequestQueryParams: Object.entries({ limit: '20', status: 'available' }).map(([key, value]) => ({
            key,
            value,
            overwrite: true,
          })),
        },
      ],
      globals: { securityOverwrites: { bearer: { token: service.apiKey } } },
    };
    const path = join(folder, 'portman.json');
    writeFileSync(path, JSON.stringify(settings));
    const args = ['-l', contract, '-b', service.baseUrl, '-c', path, '--runNewman'];
    const { code, text } = await run('portman', args, { cwd: folder });
    const counted = /assertions\s*│\s*(\d+)\s*│\s*(\d+)/.exec(text);
    check(code === 0 && Number(counted?.[1]) > 0 && counted?.[2] === '0', text.slice(-2500));
    return `${counted[1]} assertions, ${counted[2]} failed`;
  } finally {
    await service.stop();
  }
}
