import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { runUpkeep } from '../../source/service/commands/database-commands.ts';
import { runServe } from '../../source/service/commands/serve-command.ts';
import type { ServeSettings } from '../../source/service/commands/serve-settings.ts';
import { exchange } from '../conformance/exchange.ts';
import { outcomeOf } from './outcome-of.ts';
import { startProcess } from './start-process.ts';
import { readSeedFile } from '../../source/service/commands/seed-file.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

const defaults = { host: '127.0.0.1', port: 0, json: true, behindTlsProxy: false, removeGetPet: false };

/** Runs serve in this process until it has said that it is ready, and answers what it said. */
async function serve(
  settings: Partial<ServeSettings> & { readonly database: string },
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stop = new AbortController();
  let stdout = '';
  let log = '';
  const { exit: code, stderr } = await outcomeOf(() =>
    runServe(
      { ...defaults, ...settings },
      {
        stdout(text) {
          stdout += text;
          stop.abort();
        },
        stderr: (text) => (log += text),
        signal: stop.signal,
      },
    ),
  );
  return { code, stdout, stderr: log + stderr };
}

test('the readiness line has the address, and the key only when it was just made', async (t) => {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const first = await serve({ database });
  t.is(first.code, 0);
  t.regex(first.stdout, /^\{"baseUrl":"http:\/\/127\.0\.0\.1:\d+\/v1","apiKey":"pst_[\w-]{49}"\}\n$/);
  const second = await serve({ database });
  t.regex(second.stdout, /^\{"baseUrl":"http:\/\/127\.0\.0\.1:\d+\/v1"\}\n$/);
});

test('beyond loopback it listens only with TLS or behind a proxy that has it', async (t) => {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org']) {
    const { code, stderr, stdout } = await serve({ database, host });
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, /^Listening on .* --tls-cert and --tls-key, or --behind-tls-proxy .*\n$/);
  }

  t.is((await serve({ database, host: '0.0.0.0', behindTlsProxy: true })).code, 0);
  t.is((await serve({ database, host: 'localhost' })).code, 0);
  t.is((await serve({ database, host: '::1' })).code, 0);
});

test('it listens on every address also where nobody may ask for the interfaces, as under its unit of systemd', async (t) => {
  const { networkInterfaces } = os;
  t.teardown(() => Object.assign(os, { networkInterfaces }));
  os.networkInterfaces = () => {
    throw new Error('EAFNOSUPPORT: no AF_NETLINK');
  };
  const { code, stderr } = await serve({
    database: path.join(temporaryFolder(t), 'pets.sqlite'),
    host: '0.0.0.0',
    behindTlsProxy: true,
  });
  t.is(code, 0, stderr);
});

test('half of a TLS pair, or files that are none, are refused', async (t) => {
  const folder = temporaryFolder(t);
  const database = path.join(folder, 'pets.sqlite');
  const text = path.join(folder, 'text');
  await writeFile(text, 'no certificate');
  t.like(await serve({ database, tlsCert: text }), {
    code: 2,
    stderr: 'TLS needs both --tls-cert and --tls-key (PETSTORE_TLS_CERT and PETSTORE_TLS_KEY).\n',
  });
  t.regex(
    (await serve({ database, tlsCert: text, tlsKey: path.join(folder, 'none') })).stderr,
    /none cannot be read: there is no such file\.\n$/,
  );
  const unusable = await serve({ database, tlsCert: text, tlsKey: text });
  t.is(unusable.code, 2);
  t.regex(unusable.stderr, /^The TLS files cannot be used: .*\n$/);
});

test('a port in use is one sentence that says what to do', async (t) => {
  const other = net.createServer().listen(0, '127.0.0.1');
  t.teardown(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as net.AddressInfo;
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const { code, stderr, stdout } = await serve({ database, port });
  t.is(code, 1);
  t.is(stdout, '');
  t.regex(stderr, /^The service cannot listen on 127\.0\.0\.1 port \d+: another program has that port\. .*--port.*\n$/);
  t.regex((await serve({ database, metricsPort: port })).stderr, /another program has that port\. .*--metrics-port/);
  const seedFile = path.join(path.dirname(database), 'seed.json');
  await writeFile(seedFile, '[{"name":"Luna","categoryId":2}]');
  t.is((await serve({ database, port, seedFile })).code, 1);
  // By the start that succeeds: the first key is shown once.
  t.regex((await serve({ database, seedFile })).stdout, /"apiKey":.*"seeded":1/);
});

test('one port for service and metrics is a mistake of the request, and no other program is blamed', async (t) => {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const { code, stderr } = await serve({ database, port: 8787, metricsPort: 8787 });
  t.is(code, 2);
  t.regex(stderr, /--port and --metrics-port need a port each/);
});

test('a bad seed file is one sentence that says which animal, and nothing is loaded', async (t) => {
  const folder = temporaryFolder(t);
  const database = path.join(folder, 'pets.sqlite');
  const seedFile = path.join(folder, 'seed.json');
  const bad = async (text: string | Buffer) => {
    await writeFile(seedFile, text);
    const { code, stderr } = await serve({ database, seedFile });
    t.is(code, 2);
    return stderr;
  };
  t.regex(
    await bad('[{"name":"One","categoryId":1},{"name":"","categoryId":2}]'),
    /animal 2: name must be text of at least 1 character\. Nothing was loaded\.\n$/,
  );
  t.regex(await bad('{}'), /not a JSON array/);
  t.regex(await bad('[{'), /not JSON/);
  t.regex(await bad(Buffer.from([0xff, 0xfe])), /not UTF-8/);
  t.regex((await serve({ database, seedFile: path.join(folder, 'none') })).stderr, /ENOENT/);
});

test('it ends when its stdin does, as it does when the parent is killed', async (t) => {
  const { child, ended } = await startProcess(t, {
    database: path.join(temporaryFolder(t), 'pets.sqlite'),
    endWithStdin: true,
  });
  child.stdin!.end();
  t.is(await ended, 0);
});

test('the log is one JSON record a request, after root was told that it need not be', async (t) => {
  const { child, baseUrl, apiKey, ended, stderr } = await startProcess(t, {
    database: path.join(temporaryFolder(t), 'pets.sqlite'),
  });
  const answer = await exchange({ baseUrl, apiKey: apiKey! }, { path: '/pets/42' });
  t.is(answer.headers['ratelimit-policy'], '"key";q=5000;w=10', 'a limit that nobody meets by hand');
  child.kill('SIGTERM');
  t.is(await ended, 0);
  const records = stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const warnings = records.filter(({ level }) => level === 'warn');
  t.is(
    warnings.some(({ event }) => String(event).startsWith('runs as root')),
    process.getuid?.() === 0,
  );
  const [record, ...more] = records.filter((each) => !warnings.includes(each));
  t.deepEqual(more, []);
  t.like(record, { level: 'info', event: 'request', method: 'GET', route: '/v1/pets/:petId', status: 404 });
  t.true(typeof record!['id'] === 'string' && typeof record!['ms'] === 'number');
});

test('SIGUSR1 opens no debugger', async (t) => {
  const { child, baseUrl, apiKey, stderr } = await startProcess(t, {
    database: path.join(temporaryFolder(t), 'pets.sqlite'),
  });
  child.kill('SIGUSR1');
  await until('it is told', () => stderr().includes('SIGUSR1'));
  t.notRegex(stderr(), /Debugger/);
  t.is((await exchange({ baseUrl, apiKey: apiKey! }, {})).status, 200);
});

test('a seed keeps the ids that it brings, and says so; the next id follows the highest', async (t) => {
  const folder = temporaryFolder(t);
  const file = path.join(folder, 'animals.json');
  const pets = [
    { id: 5002, name: 'Rex', categoryId: 1 },
    { id: 5000, name: 'Luna', categoryId: 2, status: 'sold' },
  ];
  await writeFile(file, JSON.stringify(pets));
  const database = path.join(folder, 'pets.sqlite');
  const { stdout } = await serve({ database, seedFile: file, json: false });
  t.regex(stdout, /\(2 animals loaded, as #5000 to #5002\)/);
  t.regex((await serve({ database, seedFile: file, json: false })).stdout, /\(no animals loaded: the store is not new/);
  t.regex((await serve({ database, seedFile: file })).stdout, /"seeded":0/);

  const [empty, backup, restored] = ['empty', 'backup', 'restored'].map((name) => path.join(folder, `${name}.sqlite`));
  await serve({ database: empty! });
  await runUpkeep('backup', { database: empty!, file: backup! });
  await runUpkeep('restore', { database: restored!, file: backup! });
  const said = (await serve({ database: restored!, seedFile: file, json: false })).stdout;
  t.regex(said, /\(no animals loaded: the store is not new/, 'it never had one that the backup knows');

  await writeFile(file, JSON.stringify([{ name: 'Rex', categoryId: 1 }]));
  const other = path.join(folder, 'one.sqlite');
  t.regex((await serve({ database: other, seedFile: file, json: false })).stdout, /\(1 animal loaded, as #1\)/);

  const target = { ...(await startProcess(t, { database })), apiKey: /API key: (\S+)/.exec(stdout)![1]! };
  t.deepEqual(JSON.parse((await exchange(target, {})).body.toString()), pets.toReversed());
  const made = await exchange(target, { method: 'POST', body: { name: 'New', categoryId: 1 } });
  t.like(JSON.parse(made.body.toString()), { id: 5003 });

  const ids = (...all: readonly unknown[]) => all.map((id) => ({ id, name: 'A', categoryId: 1 }));
  for (const [items, why] of [
    [ids(1, undefined), 'animal 2: either all animals have an id, or none'],
    [ids(undefined, 1), 'animal 2: either all animals have an id, or none'],
    [ids(1, 1), 'animal 2: its id 1 is there twice'],
    [ids(0), 'animal 1: its id must be a whole number from 1 to 9000000000000000000'],
    [ids('7'), 'animal 1: its id must be a whole number from 1 to'],
    [ids(9.1e18), 'animal 1: its id must be a whole number from 1 to'],
  ] as const) {
    await writeFile(file, JSON.stringify(items));
    await t.throwsAsync(readSeedFile(file), { message: new RegExp(`${why}.*\\. Nothing was loaded`) });
  }
});
