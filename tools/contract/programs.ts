/** Strangers' programs and petstore's own, as they are built, in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Where the strangers are installed. */
export const modules = join(import.meta.dirname, 'node_modules');

/** They are old, and warn of it; that is no finding. */
const node = [process.execPath, '--no-deprecation', '--no-warnings'];

const strangers = {
  prism: [...node, join(modules, '@stoplight/prism-cli/dist/index.js')],
  dredd: [...node, join(modules, 'dredd/bin/dredd')],
  portman: [...node, join(modules, '@apideck/portman/bin/portman')],
  'json-server': [...node, join(modules, 'json-server/lib/cli/bin.js')],
  'openapi-typescript': [...node, join(modules, 'openapi-typescript/bin/cli.js')],
  'hey-api': [...node, join(modules, '@hey-api/openapi-ts/bin/run.js')],
  orval: [...node, join(modules, 'orval/dist/bin/orval.mjs')],
  'openapi-generator': ['java', '-jar', join(modules, '@openapitools/openapi-generator-cli/bin/openapi-generator.jar')],
  tsc: [...node, join(modules, 'typescript/bin/tsc')],
  tsx: [process.execPath, '--import', import.meta.resolve('tsx')],
  python: ['python3'],
  petstore: [process.execPath, resolve('dist/cli.js')],
} as const;

/** One that this tool can run. */
export type Stranger = keyof typeof strangers;

/** What a program came to. */
export type Ended = { readonly code: number | null; readonly text: string };

type Options = { readonly cwd: string; readonly env?: NodeJS.ProcessEnv };

function begin(stranger: Stranger, args: readonly string[], { cwd, env = {} }: Options) {
  const [program, ...before] = strangers[stranger];
  const child = spawn(program, [...before, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  return { child, text: gather(child) };
}

/** Runs one to its end. */
export async function run(stranger: Stranger, args: readonly string[], options: Options): Promise<Ended> {
  const { child, text } = begin(stranger, args, options);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text: text() };
}

/** Starts one that listens, and waits until something answers there. */
export async function start(stranger: Stranger, args: readonly string[], url: string, options: Options) {
  const { child, text } = begin(stranger, args, options);
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    check(child.exitCode === null, `${stranger} ended: ${text()}`);
    await delay(100);
  }

  return { stop: () => end(child) };
}

/** `petstore serve` on an empty store. */
export async function startService(folder: string) {
  const home = mkdtempSync(join(folder, 'service-'));
  const { child, text } = begin('petstore', ['serve', '--port', '0', '--json'], {
    cwd: home,
    env: { PETSTORE_HOME: home },
  });
  while (!text().includes('\n')) {
    check(child.exitCode === null, `petstore serve ended: ${text()}`);
    await delay(50);
  }

  const { baseUrl, apiKey } = JSON.parse(text().split('\n', 1)[0] ?? '') as { baseUrl: string; apiKey: string };
  const own = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}, headers: Readonly<Record<string, string>> = {}) =>
    fetch(baseUrl + path, { ...init, headers: { ...own, ...headers } });
  return { baseUrl, apiKey, ask, stop: () => end(child) };
}

type Entry = { readonly name: string; readonly state: string; readonly petId?: number };

/** A fresh account at a store, and what a person does there. */
export function openAccount(folder: string, baseUrl: string, apiKey = 'foreign') {
  const home = mkdtempSync(join(folder, 'account-'));
  const env = { PETSTORE_HOME: home, PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: apiKey, PETSTORE_SETTLE: '300ms' };
  const type = async (...args: readonly string[]): Promise<Ended> => {
    const ended = await run('petstore', args, { cwd: home, env });
    const isPlain = [0, 2, 3, 4, 5, 6, 7, 8].includes(ended.code ?? -1) && !/^\s+at /m.test(ended.text);
    check(isPlain, `petstore ${args.join(' ')} ended with ${ended.code}: ${ended.text}`);
    return ended;
  };
  const queue = async (): Promise<readonly Entry[]> =>
    (JSON.parse((await type('queue', 'list', '--all', '--json')).text) as { entries: readonly Entry[] }).entries;
  return { type, queue };
}

/** Fails with a sentence. */
export function check(holds: boolean, what: string): asserts holds {
  if (!holds) {
    throw new Error(what);
  }
}

/** One that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

function gather(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }

  // Colours are for people.
  return () => text.replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '');
}
