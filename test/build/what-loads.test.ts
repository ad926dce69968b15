import test from 'ava';
import { runProgram, startServiceProcess } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { type Loads, loadsOf, loadsOfFirstFrame } from './loads.js';

/** Nobody listens there. */
const unreachable = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'pst_test' };

/** Node's own modules that take milliseconds, and that only some commands need. */
const network = ['http', 'https', 'http2', 'tls', 'dns'];
const database = ['sqlite', 'worker_threads'];
/** Node's `fetch`, which nothing of ours uses. */
const fetchParts = ['internal/deps/undici/undici'];

const loaded = ({ files, builtins }: Loads, names: readonly string[]): readonly string[] =>
  names.filter((name) => builtins.includes(name) || files.includes(`${name}.js`));

test('what needs no store loads neither the network, a database nor the screens', async (t) => {
  const home = temporaryFolder(t);
  const service = await startServiceProcess(t, temporaryFolder(t), ['--seed', 'data/demo-pets.json']);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey ?? '' };
  t.is((await runProgram(home, ['list'], { env })).code, 0);
  const none = [...network, ...database, ...fetchParts, 'remote', 'app', 'service'];
  for (const args of [
    ['--version'],
    ['--help'],
    ['help', 'keyboard'],
    ['completion', 'bash'],
    ['get', '42', '--offline'],
    ['list', '--json', '--offline'],
    ['add', '--name', 'Coco', '--category', '7', '--no-wait'],
  ]) {
    t.deepEqual(
      loaded(await loadsOf(t, home, args, env), args[0] === 'help' ? none.filter((each) => each !== 'app') : none),
      [],
      args.join(' '),
    );
  }
});

test('a command that asks the store loads neither a database nor the screens', async (t) => {
  const service = await startServiceProcess(t, temporaryFolder(t), ['--seed', 'data/demo-pets.json']);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey ?? '' };
  const loads = await loadsOf(t, temporaryFolder(t), ['get', '42'], env);
  t.deepEqual(loaded(loads, [...database, ...fetchParts, 'app', 'service']), []);
});

test('the app paints its first frame before it loads the HTTP client, and never loads fetch', async (t) => {
  const loads = await loadsOfFirstFrame(temporaryFolder(t), unreachable);
  t.deepEqual(loaded(loads, ['http', 'https', 'http2', 'remote', ...database, ...fetchParts]), []);
});
