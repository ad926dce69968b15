import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import test from 'ava';
import { programEnvironment, programPath, runJson, startServiceProcess } from '../../../helpers/program.ts';
import { openProgram } from '../../../helpers/terminal.ts';
import { runHere, runJsonHere } from '../../../helpers/run-here.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

test('a service says where it is and its first key, serves, and ends with 0 at SIGTERM', async (t) => {
  const home = temporaryFolder(t);
  const service = await startServiceProcess(t, home);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey };
  t.regex(service.apiKey ?? '', /^pst_/);
  t.like(await runJson(temporaryFolder(t), ['add', '--name', 'Coco', '--category', '7'], { env }), {
    code: 0,
    json: { outcome: 'created' },
  });
  service.child.kill('SIGTERM');
  t.deepEqual(await once(service.child, 'exit'), [0, null]);
});

test('a service ends when its input does, where that was asked', async (t) => {
  const child = spawn(process.execPath, [programPath, 'serve', '--json', '--port', '0', '--end-with-stdin'], {
    env: programEnvironment(temporaryFolder(t)),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.stdin.end();
  t.deepEqual(await once(child, 'exit'), [0, null]);
});

test('keys are made, listed in every format, and revoked, and the database is backed up', async (t) => {
  const home = temporaryFolder(t);
  const made = await runJsonHere(home, ['keys', 'create', '--label', 'front desk']);
  t.like(made, { code: 0, json: { id: '1' } });
  const key = String(made.json['apiKey']);
  t.like((await runJsonHere(home, ['keys'])).json, {
    keys: [{ id: '1', label: 'front desk', last4: key.slice(-4), revokedAt: null }],
  } as never);
  t.regex((await runHere(home, ['keys', 'list'])).stdout, /^1\tfront desk\t/);
  t.is((await runHere(home, ['keys', 'revoke', '1'])).stdout, '1\n');
  t.like(await runJsonHere(home, ['keys', 'revoke', '1']), { code: 3, json: { error: { code: 'service' } } });
  t.is((await runHere(home, ['keys', 'revoke', 'x'])).code, 2);
  const copy = `${home}/copy.sqlite`;
  t.true((await runHere(home, ['service', 'backup', copy])).stdout.startsWith(copy));
  const terminal = openProgram(t, home, { args: ['service', 'check'], cols: 200 });
  await terminal.waitFor('is whole: 0 animals, 0 keys in use');
  t.is((await terminal.exit).code, 0);
  await runHere(home, ['keys', 'create']);
  await openProgram(t, home, { args: ['service', 'check'], cols: 200 }).waitFor('0 animals, 1 key in use');
  t.regex((await runHere(home, ['keys', 'log'])).stdout, /\t1\trevoked\t.*\n[^\t]+\t\tbackup\t.*\t0 animals\n/);
});

test('what a service cannot do is one sentence and one JSON object', async (t) => {
  const home = temporaryFolder(t);
  const { code, json, stderr } = await runJsonHere(home, ['serve', '--host', '0.0.0.0']);
  t.is(code, 2);
  t.like(json, { error: { code: 'service' } });
  t.regex(stderr, /^petstore: Listening on 0\.0\.0\.0 .*--behind-tls-proxy.*\n$/);
  t.is((await runHere(home, ['serve', '--port', '0', '--seed', `${home}/none.json`])).code, 2);
});

test('an address of anything but PostgreSQL is no file to make, and its password is told to nobody', async (t) => {
  const home = temporaryFolder(t);
  for (const database of [
    ...['postgresql+psycopg://', 'MySQL://', 'postgres:/', 'https://', 'jdbc:postgresql://', ' mysql://', ''].map(
      (start) => `${start}user:secret@127.0.0.1:1/pets`,
    ),
    'host=db user=pets password=secret',
    ' dbname = pets',
    'user=pets',
    'Server=db;Database=pets;Password=secret',
    'connect_timeout=3 password=secret',
    'jdbc:postgresql:pets',
    'file:pets.sqlite',
    ':memory:',
  ]) {
    const said = await runHere(home, ['keys', 'list', '--json', '--database', database]);
    t.is(said.code, 2, database);
    t.true(said.stderr.includes('takes a file or a postgres:// address'), said.stderr);
    t.false(`${said.stdout}${said.stderr}`.includes('secret'));
  }

  for (const file of [
    'C:\\pets.sqlite',
    'C:/pets',
    'at=home.sqlite',
    'of 12:30.sqlite',
    './host=a',
    '/a:b@c',
    'me@home',
  ]) {
    const said = await runHere(home, ['keys', 'list', '--database', file]);
    t.is(said.code, 7, file);
    t.regex(said.stderr, /There is no store at /, file);
  }

  t.is((await runHere(home, ['keys', 'create', '--database', 'sqlite:///pets.sqlite'])).code, 2);
  const own = await runHere(home, ['keys', 'create', '--database', 'Postgres://user:secret@127.0.0.1:1/pets']);
  t.is(own.code, 7);
  t.regex(own.stderr, /PostgreSQL at postgres:\/\/user@127\.0\.0\.1:1\/pets cannot be used/, 'any case is an address');
  const blank = await runHere(home, ['keys', 'create', '--database', ' postgres://user:secret@127.0.0.1:1/pets\n']);
  t.regex(blank.stderr, /PostgreSQL at postgres:\/\/user@127\.0\.0\.1:1\/pets cannot be used/, 'blanks do not matter');
});

test('animals are listed, corrected and removed, to the last digit, and nobody is asked twice', async (t) => {
  const home = temporaryFolder(t);
  const seed = `${home}/animals.json`;
  await writeFile(
    seed,
    '[{"id":7,"name":"Zo\\u00eb\\t\\u001b[31m","categoryId":9007199254740993,"status":"sold"},{"id":8,"name":"Rex","categoryId":1}]',
  );
  const service = await startServiceProcess(t, home, ['--seed', seed]);
  t.is(
    (await runHere(home, ['service', 'export'])).stdout,
    '7\tZo\u00eb\\t\\x1b[31m\t9007199254740993\tsold\t\t\n8\tRex\t1\t\t\t\n',
  );
  t.is((await runHere(home, ['service', 'correct', '7', '--name', 'Zoe'])).stdout, '7\tZoe\t9007199254740993\tsold\n');
  const unsure = await runHere(home, ['service', 'remove', '8']);
  t.is(unsure.code, 2);
  t.regex(unsure.stderr, /There is no terminal to ask on: use --yes\. Nothing was changed/);
  t.is((await runHere(home, ['service', 'remove', '8', '--yes'])).stdout, '8\tRex\t1\t\n');
  t.regex((await runHere(home, ['keys', 'log'])).stdout, /\t#7\tcorrected\t.*\n.*\t#8\tremoved\t/);
  t.like(await runJsonHere(home, ['service', 'export']), {
    code: 0,
    json: { animals: [{ id: 7, name: 'Zoe' }] },
  } as never);
  service.child.kill('SIGTERM');
  await once(service.child, 'exit');
});
