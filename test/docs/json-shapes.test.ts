/** The shapes of `--json` in docs/reference.md, held against every command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { commandTable } from '../../source/cli/table/table.ts';
import { createFaultService } from '../helpers/fault-service/fault-service.ts';
import { programEnvironment, programPath, runProgram } from '../helpers/program.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { readDocument } from './document.ts';
import { findMisfits, readShapes } from './json-shapes.ts';

/** What is printed only if the disk fails or files are damaged, or after a list was read from its end: other tests have those. */
const unseen = /^File\.|\.(error|newestAt|unreadable|stranded)$|^Step\.keyEnd$/;

type Said = { readonly line: string; readonly json: unknown };

test('every command prints with --json what the reference says, and no member that it does not name', async (t) => {
  t.timeout(300_000);
  const shapes = readShapes(
    readDocument('docs/reference.md').blocks.find(({ heading }) => heading === 'JSON shapes')?.text ?? '',
  );
  const seen = new Set<string>();
  for (const { line, json } of await runEverything(t)) {
    const name = Object.keys(shapes).find((each) =>
      each.split(' ').every((word, index) => line.split(' ')[index] === word),
    );
    t.not(name, undefined, `no shape is named for ${line}`);
    t.deepEqual(findMisfits(json, name ?? '', shapes, seen), [], `${line}: ${JSON.stringify(json)}`);
  }

  const named = Object.values(shapes).flatMap(({ members }) => members);
  t.deepEqual(
    named.filter((member) => !seen.has(member) && !unseen.test(member)),
    [],
    'no command was seen to print these',
  );
  for (const { words } of commandTable) {
    t.true(words.join(' ') in shapes, `the reference has no shape of ${words.join(' ')}`);
  }
});

async function runEverything(t: ExecutionContext): Promise<readonly Said[]> {
  const store = await createFaultService({ tenants: { another: 'second' } });
  t.teardown(() => store.stop());
  const [home, server] = [temporaryFolder(t), temporaryFolder(t)];
  const said: Said[] = [];
  const run = async (
    line: string,
    { input = '', settle = '100ms', where = home, runIn = runHere } = {},
  ): Promise<void> => {
    const env = { PETSTORE_SETTLE: settle };
    const result = await runIn(where, [...line.split(' '), '--json'], { input, env });
    said.push({ line, json: JSON.parse(result.stdout) });
  };

  await run(`profile add main --base-url ${store.baseUrl} --idempotency off`);
  await run('profile add other --base-url http://127.0.0.1:1/v1');
  await run('profile list');
  await run('profile use main');
  await run('config set key-store file');
  await run('auth login', { input: `${store.apiKey}\n` });
  await run('auth login --profile other', { input: `${store.apiKey}\n` });
  await run('add Luna 2 --status sold');
  await run('get 1');
  await run('get 1 999 Q-1');
  await run('get Q-1 --offline');
  store.insert({ name: 'Rex', categoryId: 3 });
  await run('list');
  const happened = [
    { kind: 'changed', id: '7', name: 'Jack', field: 'status', from: 'available', to: 'sold' },
    { kind: 'many', added: 1200, changed: 0, gone: 1 },
    { kind: 'connection', state: 'offline' },
  ].map((each) => `\n${JSON.stringify({ at: new Date().toISOString(), ...each })}`);
  const stores = join(home, 'data/stores');
  for (const folder of readdirSync(stores)) {
    appendFileSync(join(stores, folder, 'changes.1.jsonl'), happened.join(''));
  }

  await run('log');
  await run('config category 2 Cats');
  await run('config category');
  await run('config category 2 Katzen');
  store.next('400', { headers: { 'x-request-id': 'req-1' } });
  await run('add Bad 2');
  await run('queue list');
  await run('queue show Q-2');
  await run('queue show Q-2 --proof');
  store.next('400');
  await run('queue send-again Q-2');
  await run('queue hold Q-2');
  await run('queue release Q-2 Q-99');
  await run('queue edit Q-2 --category 4');
  await run('queue discard Q-2 --yes');
  await run('queue restore Q-2');
  await run('offline');
  await run('doctor');
  await run('add Held 2');
  await run('get Q-3');
  await run('online');
  await run('sync');
  const file = join(home, 'animals.csv');
  writeFileSync(file, 'name,categoryId\nMilo,1\nMax,x\n');
  await run(`import ${file} --skip-bad`);
  await run('import --example');
  await run('sync');
  store.next('drop-then-insert');
  await run('add Coco 7', { settle: '1m' });
  store.release();
  await run('queue hold Q-5');
  await run('queue edit Q-5 --status sold');
  await run('queue list');
  store.insert({ name: 'Coco', categoryId: 7 });
  await run('sync --timeout 20s');
  await run('add Coco 7 --no-wait');
  await run('queue list');
  await run('queue show Q-5');
  await run('queue adopt Q-5 6');
  await run('queue reopen Q-5');
  await run('queue send-again Q-5 --yes');
  writeFileSync(file, '[{"name":"Milo","categoryId":1},{"name":"Ida","categoryId":1},{"name":"Bo","categoryId":1}]');
  await run(`import ${file} --new`);
  writeFileSync(file, 'id,name,categoryId\nA1,Pip,1\nA1,Pip,1\n');
  await run(`import ${file} --new --dry-run`);
  writeFileSync(file, '[{"name":"Ida","categoryId":1},{"name":"Bo","categoryId":2},{"name":"Max","categoryId":1}]');
  await run(`import ${file} --new`);
  writeFileSync(file, 'name,categoryId\nIda,1\nBo,3\nZed,1\n');
  await run(`import ${file} --new --dry-run`);
  await run('list --offline');
  await run('get 1 999 --offline');
  await run('status');
  await run('doctor');
  await run('config list');
  await run('config set theme none');
  await run('profile move other --base-url http://127.0.0.1:2/v1');
  await run('profile remove other');
  await run('auth login', { input: 'another\n' });
  await run('sync --resume');
  await run('get Q-1');
  store.next('429', { headers: { 'retry-after': '600' } });
  await run('add Later 3');
  await run('queue list');
  await run('auth logout');
  await run('doctor');
  await run('completion bash');
  await run('help');
  await run('demo', { runIn: runProgram });
  const keys = { where: server };
  const child = spawn(
    process.execPath,
    [programPath, 'serve', '--json', '--port', '0', '--metrics-port', '0', '--seed', 'data/demo-pets.json'],
    {
      env: programEnvironment(server),
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  t.teardown(() => child.kill());
  const [ready] = (await once(createInterface(child.stdout), 'line')) as [string];
  said.push({ line: 'serve', json: JSON.parse(ready) });
  await run('keys create --label first', { where: temporaryFolder(t) });
  await run('keys create --label website', keys);
  await run('keys rotate website --overlap 7d', keys);
  await run('keys list', keys);
  await run('service export', keys);
  await run('service correct 1 --name Luna', keys);
  await run('service remove 1 --yes', keys);
  await run('keys revoke 1', keys);
  await run(`service backup ${join(server, 'copy.sqlite')}`, keys);
  await run('keys log', keys);
  await run('service check', keys);
  child.kill();
  await once(child, 'exit');
  await run(`service restore ${join(server, 'copy.sqlite')}`, keys);
  return said;
}
