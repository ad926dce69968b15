import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openWorldHere } from '../../../helpers/command-world.ts';
import { programEnvironment, programPath } from '../../../helpers/program.ts';
import { until } from '../../../helpers/until.ts';

const queued = (name: string) => ['add', '--name', name, '--category', '7', '--no-wait'];

test('sync sends what waits and tells it in its documented shape', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  await run(queued('Coco'));
  await run(queued('Rex'));
  t.deepEqual((await json(['sync'])).json, {
    connection: 'online',
    created: [
      { localId: 'Q-1', id: 1 },
      { localId: 'Q-2', id: 2 },
    ],
    adopted: [],
    rejected: [],
    review: [],
    waiting: 0,
    refreshed: true,
  });
  t.like((await json(['sync'])).json, { created: [], waiting: 0, refreshed: true });
  t.is(service.pets().length, 2);
});

test('the exit code of sync is the first that applies of 4, 5, 6, 8 and 0', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  await run(queued('Coco'));
  t.like(await json(['sync'], { env: { PETSTORE_API_KEY: 'wrong' } }), {
    code: 4,
    json: { connection: 'unauthorized', waiting: 1, refreshed: false },
  });
  await service.stop();
  t.like(await json(['sync', '--timeout', '5s']), {
    code: 5,
    json: { connection: 'offline', waiting: 1, refreshed: false },
  });
  await service.start();
  service.next('400');
  t.like(await json(['sync']), { code: 6, json: { rejected: [{ localId: 'Q-1' }], waiting: 1 } });
  t.like(await json(['sync']), { code: 8, json: { rejected: [], waiting: 1 } });
  await run(['queue', 'discard', 'Q-1', '--yes']);
  t.like(await json(['sync']), { code: 0, json: { waiting: 0 } });
});

test('what needs a person is told apart from what waits for the store', async (t) => {
  const { run, service } = await openWorldHere(t);
  await run(queued('Coco'));
  service.next('400');
  t.regex((await run(['sync'])).stderr, /^No animal was sent\. 1 is rejected \(`petstore queue`\)\. The lists/m);
  await run(queued('Rex'));
  await run(['queue', 'hold', 'Q-2']);
  t.regex((await run(['sync'])).stderr, /^No animal was sent\. 1 is held\. 1 is rejected \(`petstore queue`\)\./m);
  t.regex(
    (await run(['online'])).stderr,
    /^You were not working offline\. 1 animal needs you: `petstore queue`\. 1 animal is held\.$/m,
  );
});

test('a store that was reset gets nothing until a person says so', async (t) => {
  const { run, json, service } = await openWorldHere(t);
  service.insert({ name: 'Rex', categoryId: 3 });
  await run(['list']);
  service.reset();
  service.insert({ name: 'Quite another', categoryId: 9 });
  await run(queued('Coco'));
  t.like(await json(['sync']), { code: 8, json: { connection: 'changed', waiting: 1 } });
  t.is(service.pets().length, 1);
  t.like(await json(['sync', '--resume']), {
    code: 0,
    json: { connection: 'online', created: [{ localId: 'Q-1', id: 2 }], waiting: 0 } as never,
  });
});

test('sync --watch goes on, prints a line of JSON for each round, and ends with 130 at Ctrl-C', async (t) => {
  const { home, env, run } = await openWorldHere(t);
  const child = spawn(process.execPath, [programPath, 'sync', '--watch', '--json'], {
    env: programEnvironment(home, { ...env, PETSTORE_REFRESH: '100ms' }),
    stdio: 'pipe',
  });
  t.teardown(() => child.kill('SIGKILL'));
  let text = '';
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (told += chunk));
  await until('two rounds without an animal are told', () => text.split('\n').length > 2);
  await run(queued('Coco'));
  await until('it is sent', () => text.includes('Q-1'));
  child.kill('SIGINT');
  t.deepEqual(await once(child, 'close'), [130, null]);
  const rounds = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly created: object[] });
  t.deepEqual(rounds[0], {
    ...{ connection: 'online', created: [], adopted: [], rejected: [], review: [] },
    ...{ waiting: 0, refreshed: true },
  } as never);
  t.deepEqual(
    rounds.flatMap(({ created }) => created),
    [{ localId: 'Q-1', id: 1 }],
  );
  t.is(
    told,
    'No animal was sent. The queue is empty. The lists are up to date.\n' +
      '1 animal is on the store. The queue is empty. The lists are up to date.\n',
    'a person is told how things stand, and then what is new',
  );
});

test('what was entered under a key that is refused goes once another one is saved, and confirmed to be of the same store', async (t) => {
  const { home, env, run, service } = await openWorldHere(t, { apiKey: 'pst_0123456789right' });
  const saved = { ...env, PETSTORE_API_KEY: undefined };
  await run(['auth', 'login'], { env: saved, input: 'pst_0123456789wrong\n' });
  await run(queued('Coco'), { env: saved });
  const child = spawn(process.execPath, [programPath, 'sync', '--watch', '--json'], {
    env: programEnvironment(home, { ...saved, PETSTORE_REFRESH: '100ms' }),
    stdio: 'pipe',
  });
  t.teardown(() => child.kill('SIGKILL'));
  await until('it was refused', () => service.attempts().length >= 2);

  t.is(service.pets().length, 0);
  await run(['auth', 'login'], { env: saved, input: 'pst_0123456789right\n' });
  t.is((await run(['sync', '--resume'], { env: saved })).code, 0);
  t.deepEqual(service.names(), ['Coco']);
});

test('SIGTERM ends a sync within seconds with 143, and nothing is lost', async (t) => {
  const { home, env, run, json, service } = await openWorldHere(t);
  await run(queued('Coco'));
  service.next('hang', { times: 9 });
  const child = spawn(process.execPath, [programPath, 'sync'], { env: programEnvironment(home, env), stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  await until('the animal is under way', () => service.attempts().some(({ method }) => method === 'POST'));
  child.kill('SIGTERM');
  t.deepEqual(await once(child, 'exit'), [143, null]);
  service.clearFaults();
  // One that the store confirms two settle times later tells that Coco is not there; until then a person is asked.
  await run(queued('Rex'));
  const { waiting } = (await json(['sync', '--timeout', '60s'])).json as { waiting: number };
  t.deepEqual(service.names().toSorted(), waiting === 0 ? ['Coco', 'Rex'] : ['Rex']);
});

test('what a sync says of the store says nothing of one animal', async (t) => {
  const { run, service } = await openWorldHere(t);
  for (const fault of ['403', '503', 'drop'] as const) {
    await run(queued('Coco'));
    await run(queued('Rex'));
    service.next(fault, { times: 20 });
    const { stderr } = await run(['sync', '--timeout', '3s'], { env: { PETSTORE_TIMEOUT: '300ms' } });
    t.false(/[Tt]he animal /.test(stderr), `${fault}: ${stderr}`);
    t.regex(stderr, /(is|are) still queued, and kept/, fault);
    service.clearFaults();
  }

  const max = ['add', '--name', 'Max', '--category', '7'];
  t.regex(
    (await run(max)).stderr,
    /^Queued as Q-7\. Answers were unclear; nothing more is sent until [\d: -]+, or until it is known whether Q-\d+ arrived/,
  );
  const calm = await openWorldHere(t);
  calm.service.next('403');
  t.regex((await calm.run(max)).stderr, /may not do this/);
});

test('a sync says that it looks for an animal while it does', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.next('drop');
  await run(['add', '--name', 'Coco', '--category', '7'], { env: { PETSTORE_SETTLE: '10m' } });
  const { stderr } = await run(['sync', '--timeout', '30s'], { env: { PETSTORE_SETTLE: '10m' } });
  t.regex(stderr, /^The answer was lost: finding out whether Q-1 arrived, which may take some minutes …$/m);
});

test('a sync whose answers were lost does not say that nothing was sent', async (t) => {
  const { run, service } = await openWorldHere(t);
  await run(queued('Coco'));
  service.next('204-then-insert');
  const { code, stderr } = await run(['sync', '--timeout', '5s'], { env: { PETSTORE_SETTLE: '1m' } });
  t.is(code, 8, stderr);
  t.regex(
    stderr,
    /^No animal is known to have arrived\. 1 is being checked: run `petstore sync` once more in a minute, or leave the app open\./m,
  );
});

test('sync waits out a pause that the store answers every request with, within its time', async (t) => {
  const { run, service } = await openWorldHere(t);
  await run(queued('Coco'));
  const pause = { headers: { 'retry-after': '4' }, times: 99 };
  service.next('503', { ...pause, method: 'GET' });
  const tooLong = await run(['sync', '--timeout', '2s']);
  t.is(tooLong.code, 5);
  t.notRegex(tooLong.stderr, /petstore sends after it/, 'it says no more than it does');
  const ending = run(['sync', '--timeout', '30s']);
  await until('it was asked again', () => service.attempts().length >= 2);
  service.clearFaults();
  const { code, stderr } = await ending;
  t.is(code, 0, stderr);
  t.regex(stderr, /^The store asked for a pause; petstore sends in [34] s\. Ctrl-C ends the wait/m);
  t.is(service.pets().length, 1);
});

test('a pause of the store is told once, also if another follows, and a sync whose reads get that one too ends', async (t) => {
  const pause = { headers: { 'retry-after': '4' }, times: 2 };
  const syncs = (['GET', 'POST'] as const).map(async (method) => {
    const { run, service } = await openWorldHere(t);
    await run(queued('Coco'));
    service.next(method === 'GET' ? '503' : '429', { ...pause, method });
    return { ...(await run(['sync', '--timeout', '30s'])), added: service.pets().length };
  });
  const [reads, sends] = await Promise.all(syncs);
  t.like(reads, { code: 5, added: 0 });
  t.like(sends, { code: 0, added: 1 });
  for (const each of [reads, sends]) {
    t.is(each?.stderr.match(/asked for a pause/gu)?.length, 1, each?.stderr);
  }
});

test('sync names the animal that others wait for', async (t) => {
  const { run, service } = await openWorldHere(t);
  service.next('drop');
  await run(['add', '--name', 'Coco', '--category', '7'], { env: { PETSTORE_SETTLE: '10m' } });
  await run(queued('Coco'));
  await run(queued('Coco'));
  const { stderr } = await run(['sync', '--timeout', '30s'], { env: { PETSTORE_SETTLE: '10m' } });
  t.regex(
    stderr,
    /2 wait until Q-1, which has the same name and category, is no longer checked \(`petstore queue show Q-1`\)\./,
  );
});

test('sync --watch tells once why it cannot send, and again once that is another trouble', async (t) => {
  const { home, env, run, service } = await openWorldHere(t);
  await run(queued('Coco'));
  const child = spawn(process.execPath, [programPath, 'sync', '--watch', '--json'], {
    env: programEnvironment(home, { ...env, PETSTORE_REFRESH: '100ms', PETSTORE_API_KEY: 'wrong' }),
    stdio: 'pipe',
  });
  t.teardown(() => child.kill('SIGKILL'));
  child.stdout.resume();
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  await until('it tells of the key', () => told.includes('petstore auth login'));
  const asked = service.attempts().length;
  await until('it asked three times more', () => service.attempts().length >= asked + 3);
  t.is(told.match(/petstore auth login/gu)?.length, 1);
  await service.stop();
  await until('it tells that the store is away', () => told.includes('refused the connection'));
  child.kill('SIGINT');
  t.deepEqual(await once(child, 'close'), [130, null]);
  t.regex(
    told,
    /refused the connection: the store is not running\.\n$/u,
    'the end of the wait is no news of the store',
  );
});

test('of a queue that cannot be read whole it is not said that it is empty', async (t) => {
  const { home, run, json } = await openWorldHere(t);
  await run(queued('Coco'));
  const [store = ''] = readdirSync(join(home, 'data/stores'));
  for (const name of ['queue.json', 'queue.copy.json']) {
    writeFileSync(join(home, 'data/stores', store, name), '{');
  }

  const { code, stderr } = await run(['sync']);
  t.is(code, 8);
  t.regex(stderr, /The queue cannot be read whole\./);
  t.notRegex(stderr, /The queue is empty/);
  for (const command of ['offline', 'online']) {
    const answer = await json([command]);
    t.is((answer.json['unreadable'] as object[]).length, 2);
    t.regex(answer.stderr, /queue\.json\S* cannot be used: it (?:is not a petstore document|was damaged)/);
  }
});
