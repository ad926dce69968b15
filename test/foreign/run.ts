/**
 * `npm run test:foreign`: the client against stores that others wrote, and the service under clients that others wrote,
 * as they come. Prints a row for each, and ends with 1 where something does not hold. The tools are installed below
 * this folder only.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ExecutionContext } from 'ava';
import { parse, stringify } from 'yaml';
import { cases as contractCases } from '../conformance/cases.js';
import { checkCase } from '../conformance/check-case.js';
import { isDocumented, operationAt } from '../conformance/openapi-document.js';
import { prepare } from '../conformance/prepare.js';
import { freePort } from '../helpers/free-port.js';
import { runProgram, startServiceProcess } from '../helpers/program.js';
import { startCursorStore } from './cursor-store.js';
import { runTool, startTool } from './tools.js';

const folder = mkdtempSync(join(tmpdir(), 'petstore-foreign-'));
const contract = resolve('data/openapi.yaml');
let homes = 0;

const newHome = (): string => mkdtempSync(join(folder, `home-${(homes += 1)}-`));
const check = (holds: boolean, what: string): void => {
  if (!holds) {
    throw new Error(what);
  }
};

type Queue = {
  readonly entries: readonly {
    readonly localId: string;
    readonly name: string;
    readonly state: string;
    readonly petId?: number;
  }[];
};

/** A fresh account at a store, and what a person does there. */
function openAccount(baseUrl: string, apiKey = 'foreign') {
  const home = newHome();
  const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: apiKey, PETSTORE_SETTLE: '300ms' };
  const run = async (...args: readonly string[]) => {
    const result = await runProgram(home, args, { env });
    check(
      [0, 2, 3, 4, 5, 6, 7, 8].includes(result.code ?? -1),
      `${args.join(' ')} ended with ${result.code}: ${result.stderr}`,
    );
    check(!/^\s+at /m.test(result.stderr), `${args.join(' ')} printed a stack: ${result.stderr}`);
    return result;
  };
  const queue = async (): Promise<Queue['entries']> =>
    (JSON.parse((await run('queue', 'list', '--all', '--json')).stdout) as Queue).entries;
  return { run, queue };
}

async function startService(): Promise<{ readonly baseUrl: string; readonly apiKey: string; stop(): Promise<void> }> {
  const service = await startServiceProcess({ teardown: () => undefined } as unknown as ExecutionContext, newHome());
  return { baseUrl: service.baseUrl, apiKey: service.apiKey ?? '', stop: () => service.stop() };
}

const cases: Readonly<Record<string, () => Promise<string>>> = {
  /** It takes nothing in: every answer is the example of the contract. So nothing may be shown as created twice. */
  'client at Prism (mock)': async () => {
    const port = await freePort();
    // Prism leaves the path of a server's address out of account; an address of ours ends in a version.
    const document = parse(readFileSync(contract, 'utf8')) as { paths: Record<string, unknown>; servers?: unknown };
    const path = join(folder, 'mock.yaml');
    writeFileSync(
      path,
      stringify({
        ...document,
        servers: undefined,
        paths: Object.fromEntries(
          Object.entries(document.paths).map(([name, operations]) => [`/v1${name}`, operations]),
        ),
      }),
    );
    const prism = await startTool(
      'prism',
      ['mock', '-p', String(port), path],
      `http://127.0.0.1:${port}/v1/pets`,
      folder,
    );
    try {
      const { run, queue } = openAccount(`http://127.0.0.1:${port}/v1`);
      check((await run('list')).code === 0, 'its list is read');
      await run('add', '--name', 'Rex', '--category', '3');
      await run('add', '--name', 'Bella', '--category', '3');
      const entries = await queue();
      check(entries.length === 2, 'both are kept');
      const ids = entries.flatMap(({ state, petId }) => (state === 'created' ? [petId] : []));
      check(new Set(ids).size === ids.length, 'no pet is two animals');
      return entries.map(({ name, state }) => `${name} ${state}`).join(', ');
    } finally {
      await prism.stop();
    }
  },
  'client at json-server': async () => {
    const port = await freePort();
    const database = join(folder, 'db.json');
    writeFileSync(database, JSON.stringify({ pets: [{ id: 1, name: 'Old', categoryId: 1, status: 'available' }] }));
    const routes = join(folder, 'routes.json');
    writeFileSync(routes, JSON.stringify({ '/v1/*': '/$1' }));
    const store = await startTool(
      'json-server',
      ['--port', String(port), '--routes', routes, '--quiet', database],
      `http://127.0.0.1:${port}/v1/pets`,
      folder,
    );
    try {
      const { run, queue } = openAccount(`http://127.0.0.1:${port}/v1`);
      check((await run('list')).code === 0, 'its list is read');
      for (const name of ['Rex', 'Bella', 'Coco']) {
        check((await run('add', '--name', name, '--category', '3')).code === 0, `${name} is added`);
      }

      await run('sync');
      const { pets } = JSON.parse(readFileSync(database, 'utf8')) as {
        readonly pets: readonly { readonly name: string }[];
      };
      check(
        pets.map(({ name }) => name).join() === 'Old,Rex,Bella,Coco',
        `it holds ${pets.map(({ name }) => name).join()}`,
      );
      check(
        (await queue()).every(({ state }) => state === 'created'),
        'all are said to be there',
      );
      return '3 animals, each once';
    } finally {
      await store.stop();
    }
  },
  'client at a list with opaque cursors': async () => {
    const store = await startCursorStore(45);
    try {
      const { run, queue } = openAccount(store.baseUrl);
      const { stdout } = await run('list', '--json');
      const listed = JSON.parse(stdout) as { readonly pets: readonly unknown[]; readonly complete: boolean };
      check(listed.pets.length === 45 && listed.complete, `${listed.pets.length} are listed`);
      await run('add', '--name', 'Rex', '--category', '3');
      store.lose(1);
      await run('add', '--name', 'Bella', '--category', '3');
      await run('sync', '--timeout', '20s');
      for (const name of ['Rex', 'Bella']) {
        check(store.names().filter((each) => each === name).length === 1, `${name} is there once`);
      }

      const states = (await queue()).map(({ name, state }) => `${name} ${state}`).join(', ');
      check(states === 'Rex created, Bella created' || states === 'Bella created, Rex created', states);
      return '45 rows in five pages; 2 animals, one after a lost answer, each once';
    } finally {
      store.close();
    }
  },
  "client and service through Prism's proxy": async () => {
    const service = await startService();
    const port = await freePort();
    const proxy = await startTool(
      'prism',
      ['proxy', '-p', String(port), '--errors', contract, service.baseUrl],
      `http://127.0.0.1:${port}/pets`,
      folder,
    );
    try {
      const own = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
      const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: own });
        const text = await answer.text();
        // Prism answers with a problem of its own where either side breaks the contract.
        check(!text.includes('stoplight.io/prism/errors'), `${path}: ${text}`);
        return answer.status;
      };
      const statuses = [
        await ask('/pets'),
        await ask('/pets', { method: 'POST', body: JSON.stringify({ name: 'Rex', categoryId: 3 }) }),
        await ask('/pets', { method: 'POST', body: JSON.stringify({ name: 'Bella', categoryId: 3, status: 'sold' }) }),
        await ask('/pets?limit=1&status=sold'),
        await ask('/pets/1'),
        await ask('/pets/4711'),
      ];
      check(statuses.join() === '200,201,201,200,200,404', statuses.join());
      return `${statuses.length} exchanges, no violation on either side`;
    } finally {
      await proxy.stop();
      await service.stop();
    }
  },
  'service under Dredd': async () => {
    const service = await startService();
    try {
      // It knows OpenAPI 3.0, takes `default` for a status, and sends one request after the other: no 409.
      const known = parse(
        readFileSync(contract, 'utf8')
          .replace('openapi: 3.1.0', 'openapi: 3.0.3')
          .replace(/\n {4}identifier: .*/, ''),
      ) as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
      for (const { responses } of Object.values(known.paths).flatMap((operations) => Object.values(operations))) {
        Reflect.deleteProperty(responses, 'default');
        Reflect.deleteProperty(responses, '409');
      }

      const path = join(folder, 'dredd.yaml');
      writeFileSync(path, stringify(known));
      const own = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
      await fetch(`${service.baseUrl}/pets`, {
        method: 'POST',
        headers: { ...own, 'idempotency-key': '"used"' },
        body: JSON.stringify({ name: 'First', categoryId: 3, status: 'available' }),
      });
      const { code, text } = await runTool(
        'dredd',
        [
          ...[path, service.baseUrl, '--loglevel', 'error', '--hookfiles', join(import.meta.dirname, 'refusals.cjs')],
          ...['--header', `Authorization: Bearer ${service.apiKey}`],
        ],
        folder,
      );
      const passed = /(\d+) passing, (\d+) failing/.exec(text);
      check(code === 0 && Number(passed?.[1]) === 15 && passed?.[2] === '0', text.slice(-1500));
      return passed?.[0] ?? '';
    } finally {
      await service.stop();
    }
  },
  'service under a client of openapi-typescript': async () => {
    const service = await startService();
    try {
      // Beside openapi-fetch, and no file of the project.
      const made = join(import.meta.dirname, 'node_modules/petstore-types.d.ts');
      const { code, text } = await runTool('openapi-typescript', [contract, '--output', made], folder);
      check(code === 0, text);
      const compiled = spawnSync(
        process.execPath,
        [resolve('node_modules/typescript/bin/tsc'), '--project', import.meta.dirname],
        { encoding: 'utf8' },
      );
      check(compiled.status === 0, compiled.stdout);
      const typed = spawnSync(process.execPath, [join(import.meta.dirname, 'typed-client.ts')], {
        encoding: 'utf8',
        env: { ...process.env, PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey },
      });
      check(typed.status === 0, typed.stderr);
      return typed.stdout.trim();
    } finally {
      await service.stop();
    }
  },
  "every answer of the contract's table is in the document": async () => {
    const service = await startService();
    try {
      const target = { ...service, pet: await prepare(service) };
      const problems: string[] = [];
      const told = new Map<string, Set<number>>();
      for (const one of contractCases) {
        await checkCase(target, one, (request, { status, body }) => {
          const operation = operationAt(request);
          if (operation === undefined) {
            return;
          }

          const name = `${request.method ?? 'GET'} ${(request.path ?? '/pets').replace(/\?.*/, '').replace(/\/pets\/.+/, '/pets/{petId}')}`;
          told.set(name, (told.get(name) ?? new Set()).add(status));
          if (!isDocumented(operation, status, body)) {
            problems.push(`${one.title}: ${name} ${status}`);
          }
        });
      }

      check(problems.length === 0, problems.join('\n'));
      const rows = [...told].map(([name, statuses]) => `${name} ${[...statuses].toSorted().join(' ')}`);
      return `${contractCases.length} cases: ${rows.join('; ')}: 0 undocumented`;
    } finally {
      await service.stop();
    }
  },
  'service under Portman': async () => {
    const service = await startService();
    try {
      await fetch(`${service.baseUrl}/pets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'First', categoryId: 3 }),
      });
      const path = join(folder, 'portman.json');
      const everywhere = { openApiOperation: '*::/*' };
      writeFileSync(
        path,
        JSON.stringify({
          version: 1,
          tests: {
            contractTests: ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation'].map((kind) => ({
              ...everywhere,
              [kind]: { enabled: true },
            })),
          },
          overwrites: [
            {
              openApiOperation: 'GET::/pets/{petId}',
              overwriteRequestPathVariables: [{ key: 'petId', value: '1', overwrite: true }],
            },
            {
              openApiOperation: 'GET::/pets',
              overwriteRequestQueryParams: [
                { key: 'limit', value: '20', overwrite: true },
                { key: 'status', value: 'available', overwrite: true },
              ],
            },
          ],
          globals: { securityOverwrites: { bearer: { token: service.apiKey } } },
        }),
      );
      const { code, text } = await runTool(
        'portman',
        ['-l', contract, '-b', service.baseUrl, '-c', path, '--runNewman'],
        folder,
      );
      const counted = /assertions\s*│\s*(\d+)\s*│\s*(\d+)/.exec(text);
      check(code === 0 && Number(counted?.[1]) > 0 && counted?.[2] === '0', text.slice(-2500));
      return `${counted?.[1] ?? '0'} assertions, ${counted?.[2] ?? '0'} failed`;
    } finally {
      await service.stop();
    }
  },
};

const wanted = process.argv.slice(2);
try {
  for (const [what, run] of Object.entries(cases).filter(([name]) => wanted.every((word) => name.includes(word)))) {
    try {
      console.log(`| ${what} | ${await run()} |`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`| ${what} | failed: ${error instanceof Error ? error.message : String(error)} |`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
