/** petstore's client at stores that strangers wrote. Nothing may be shown that is not so. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { check, freePort, openAccount, start, startService } from './programs.ts';

type Place = { readonly folder: string; readonly contract: string };

/** It takes nothing in: every answer is the example of the contract. So no two entries may be one animal. */
export async function atPrismMock({ folder, contract }: Place): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/v1`;
  const mock = await start('prism', ['mock', '-p', String(port), withVersion({ folder, contract })], `${url}/pets`, {
    cwd: folder,
  });
  try {
    const { type, queue } = openAccount(folder, url);
    check((await type('list')).code === 0, 'its list is read');
    for (const name of ['Rex', 'Bella']) {
      await type('add', '--name', name, '--category', '3');
    }

    const entries = await queue();
    check(entries.length === 2, 'both are kept');
    const ids = entries.flatMap(({ state, petId }) => (state === 'created' ? [petId] : []));
    check(new Set(ids).size === ids.length, 'no pet is two animals');
    return entries.map(({ name, state }) => `${name} ${state}`).join(', ');
  } finally {
    await mock.stop();
  }
}

/** A store that keeps animals in a file, and knows neither keys nor our headers. */
export async function atJsonServer({ folder }: Place): Promise<string> {
  const port = await freePort();
  const [database, routes] = [join(folder, 'db.json'), join(folder, 'routes.json')];
  writeFileSync(database, JSON.stringify({ pets: [{ id: 1, name: 'Old', categoryId: 1, status: 'available' }] }));
  writeFileSync(routes, JSON.stringify({ '/v1/*': '/$1' }));
  const url = `http://127.0.0.1:${port}/v1`;
  const args = ['--port', String(port), '--routes', routes, '--quiet', database];
  const store = await start('json-server', args, `${url}/pets`, { cwd: folder });
  try {
    const { type, queue } = openAccount(folder, url);
    check((await type('list')).code === 0, 'its list is read');
    for (const name of ['Rex', 'Bella', 'Coco']) {
      check((await type('add', '--name', name, '--category', '3')).code === 0, `${name} is added`);
    }

    await type('sync');
    const { pets } = JSON.parse(readFileSync(database, 'utf8')) as { pets: readonly { readonly name: string }[] };
    const names = pets.map(({ name }) => name).join();
    check(names === 'Old,Rex,Bella,Coco', `it holds ${names}`);
    check(
      (await queue()).every(({ state }) => state === 'created'),
      'all are said to be there',
    );
    return '3 animals, each once';
  } finally {
    await store.stop();
  }
}

/** Between petstore and its service; it answers with a problem of its own where either side breaks the contract. */
export async function throughPrismProxy({ folder, contract }: Place): Promise<string> {
  const service = await startService(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/v1`;
  const args = ['proxy', '-p', String(port), '--errors', withVersion({ folder, contract })];
  const proxy = await start('prism', [...args, new URL(service.baseUrl).origin], `${url}/pets`, { cwd: folder });
  try {
    const { type, queue } = openAccount(folder, url, service.apiKey);
    const said: string[] = [];
    const does = async (wanted: number, ...words: readonly string[]): Promise<void> => {
      const { code, text } = await type(...words);
      check(!text.includes('prism/errors') && code === wanted, `petstore ${words.join(' ')} (${code}): ${text}`);
      said.push(words[0] ?? '');
    };
    await does(0, 'list');
    await does(0, 'add', '--name', 'Rex', '--category', '3');
    await does(0, 'add', '--name', 'Bella', '--category', '3', '--status', 'sold');
    await does(0, 'list', '--status', 'sold', '--limit', '1');
    await does(0, 'get', '1');
    await does(3, 'get', '4711');
    await does(0, 'sync');
    check(
      (await queue()).every(({ state }) => state === 'created'),
      'both are created',
    );
    const { length } = (await (await service.ask('/pets')).json()) as readonly unknown[];
    check(length === 2, `the store holds ${length}`);
    return `${said.join(', ')}: no violation on either side`;
  } finally {
    await proxy.stop();
    await service.stop();
  }
}

/** Prism leaves the path of a server's address out of account, and an address of ours ends in a version. */
function withVersion({ folder, contract }: Place): string {
  const document = parse(readFileSync(contract, 'utf8')) as { readonly paths: Record<string, object> };
  const paths = Object.entries(document.paths).map(([name, operations]) => [`/v1${name}`, operations] as const);
  const path = join(folder, 'with-version.yaml');
  writeFileSync(path, stringify({ ...document, servers: undefined, paths: Object.fromEntries(paths) }));
  return path;
}
