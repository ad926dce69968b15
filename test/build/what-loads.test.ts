import test, { type ExecutionContext } from 'ava';
import { runProgram, startServiceProcess } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { type Loads, loadsOf, loadsOfFirstFrame } from './loads.js';

const shell = ['cli.js', 'rolldown-runtime.js', 'start.js', 'shell.js'];
const look = [...shell, 'look.js'];
const client = [...look, 'client.js'];
/** Nobody listens there. */
const unreachable = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'pst_test' };

function loadsOnly(t: ExecutionContext, loads: Loads, files: readonly string[], without: readonly string[]): void {
  t.deepEqual(loads.files.toSorted(), files.toSorted());
  t.deepEqual(
    without.filter((name) => loads.builtins.includes(name)),
    [],
  );
}

const network = ['http', 'https', 'http2', 'tls', 'dns', 'internal/deps/undici/undici'];
const heavy = ['sqlite', 'crypto', 'worker_threads', 'child_process', 'readline/promises', 'internal/crypto/webcrypto'];

test('the version, help and completion load neither the client nor the network', async (t) => {
  const home = temporaryFolder(t);
  loadsOnly(t, await loadsOf(t, home, ['--version']), shell, [...network, ...heavy, 'zlib']);
  loadsOnly(t, await loadsOf(t, home, ['--help']), shell, [...network, ...heavy, 'zlib']);
  loadsOnly(t, await loadsOf(t, home, ['completion', 'bash']), [...shell, 'words.js'], [...network, ...heavy, 'zlib']);
});

test('what is answered from the saved copy loads a file or two more, and nothing that could ask a store', async (t) => {
  const home = temporaryFolder(t);
  const service = await startServiceProcess(t, temporaryFolder(t), ['--seed', 'data/demo-pets.json']);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey ?? '' };
  t.is((await runProgram(home, ['list'], { env })).code, 0);
  loadsOnly(t, await loadsOf(t, home, ['get', '42', '--offline'], env), look, [...network, ...heavy]);
  loadsOnly(t, await loadsOf(t, home, ['list', '--json', '--offline'], env), client, [...network, ...heavy]);
});

test('a command that asks the store loads the HTTP client without HTTP/2, a database or the screens', async (t) => {
  const service = await startServiceProcess(t, temporaryFolder(t), ['--seed', 'data/demo-pets.json']);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey ?? '' };
  loadsOnly(
    t,
    await loadsOf(t, temporaryFolder(t), ['get', '42'], env),
    [...client, 'remote.js'],
    ['http2', 'sqlite', 'worker_threads', 'internal/deps/undici/undici'],
  );
});

test('an animal is queued without the network, a database or the screens', async (t) => {
  loadsOnly(
    t,
    await loadsOf(t, temporaryFolder(t), ['add', '--name', 'Coco', '--category', '7', '--no-wait'], unreachable),
    client,
    [...network, 'sqlite', 'worker_threads'],
  );
});

test('the app paints its first frame before it loads the HTTP client, and never loads fetch', async (t) => {
  const loads = await loadsOfFirstFrame(temporaryFolder(t), unreachable);
  loadsOnly(t, loads, [...client, 'keys.js', 'app.js'], [...network, 'sqlite', 'worker_threads']);
});

test('the keys of the app are told without Ink', async (t) => {
  loadsOnly(
    t,
    await loadsOf(t, temporaryFolder(t), ['help', 'keyboard']),
    [...shell, 'words.js', 'look.js', 'client.js', 'keys.js'],
    [...network, ...heavy],
  );
});
