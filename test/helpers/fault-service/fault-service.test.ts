import test, { type ExecutionContext } from 'ava';
import { toInt64, type Int64 } from '../../../source/domain/int64.js';
import { systemClock } from '../../../source/platform/time/clock.js';
import type { CreateOutcome } from '../../../source/client/outcomes/outcomes.js';
import { createPetClient, type PetClient } from '../../../source/client/pet-client.js';
import { createFaultService, type FaultService, type FaultServiceOptions } from './fault-service.js';
import { startFaultProcess } from './fault-process.js';
import { faults, type FaultName } from './faults.js';

const signal = new AbortController().signal;
const body = (name: string) => JSON.stringify({ name, categoryId: 3 });

async function open(
  t: ExecutionContext,
  options: FaultServiceOptions = {},
  requestTimeoutMs = 60_000,
): Promise<{ service: FaultService; remote: PetClient }> {
  const service = await createFaultService(options);
  const remote = createPetClient({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    userAgent: 'test',
    clock: systemClock,
    requestTimeoutMs,
  });
  t.teardown(async () => {
    remote.close();
    await service.stop();
  });
  return { service, remote };
}

/** What each fault looks like to the client, and how many animals it leaves. */
const seen: Record<FaultName, [outcome: CreateOutcome['type'], inserted: number]> = {
  drop: ['unknown', 0],
  'insert-then-drop': ['unknown', 1],
  hang: ['unknown', 0],
  'insert-then-hang': ['unknown', 1],
  'late-insert': ['unknown', 0],
  'late-answer': ['unknown', 1],
  drip: ['applied-id-unknown', 1],
  truncated: ['applied-id-unknown', 1],
  'empty-201': ['applied-id-unknown', 1],
  'id-2^63': ['applied-id-unknown', 1],
  '500': ['unknown', 0],
  'insert-then-500': ['unknown', 1],
  '504': ['unknown', 0],
  '504-then-insert': ['unknown', 0],
  '503': ['unknown', 0],
  '408': ['unknown', 0],
  'insert-then-408': ['unknown', 1],
  '429': ['deferred', 0],
  '400': ['rejected', 0],
  '401': ['unauthorized', 0],
  '403': ['unauthorized', 0],
  '404': ['misconfigured', 0],
  '405': ['misconfigured', 0],
  '410': ['misconfigured', 0],
  'html-404': ['unknown', 0],
  'html-200': ['unknown', 0],
  'insert-then-html': ['unknown', 1],
  '302': ['unknown', 0],
  'insert-then-303': ['unknown', 1],
  '307': ['unknown', 0],
  'insert-then-202': ['applied-id-unknown', 1],
  '202-then-insert': ['applied-id-unknown', 0],
  'insert-then-204': ['applied-id-unknown', 1],
  'html-201': ['unknown', 0],
  'bare-401': ['unknown', 0],
  'bare-403': ['unknown', 0],
  'bare-429': ['unknown', 0],
  'insert-then-bare-400': ['unknown', 1],
  'insert-then-bare-401': ['unknown', 1],
  'insert-then-bare-403': ['unknown', 1],
  'insert-then-bare-404': ['unknown', 1],
  'insert-then-bare-405': ['unknown', 1],
  'insert-then-bare-410': ['unknown', 1],
  'insert-then-bare-413': ['unknown', 1],
  'insert-then-bare-415': ['unknown', 1],
  'insert-then-bare-422': ['unknown', 1],
  'insert-then-bare-425': ['unknown', 1],
  'insert-then-bare-429': ['unknown', 1],
};

for (const [fault, [type, inserted]] of Object.entries(seen) as [FaultName, [CreateOutcome['type'], number]][]) {
  test(`the fault ${fault} is ${type} to the client and leaves ${inserted}, and the next request goes well`, async (t) => {
    const { service, remote } = await open(t, {}, 5000);
    service.next(fault);
    t.is((await remote.create(body('Rex'), 'k1', signal)).type, type);
    t.is(service.inserted().length, inserted);
    t.is((await remote.create(body('Rex'), 'k1', signal)).type, 'created');
    t.is(service.inserted().length, inserted + 1);
    t.is(service.release(), faults[fault].inserts === 'late' || fault === 'late-answer' ? 1 : 0);
    t.is(service.inserted().length, inserted + 1 + (faults[fault].inserts === 'late' ? 1 : 0));
    t.like(service.attempts(), {
      0: { method: 'POST', fault, key: '"k1"', body: body('Rex') },
      1: { fault: undefined },
    });
  });
}

test('keys are honoured, echoed or ignored', async (t) => {
  for (const [idempotency, echoed, count] of [
    ['honoured', true, 1],
    ['echoed', true, 2],
    ['ignored', false, 2],
  ] as const) {
    const { service, remote } = await open(t, { idempotency });
    const first = await remote.create(body('Rex'), 'k', signal);
    t.like(first, { type: 'created', keyEchoed: echoed });
    t.like(await remote.create(body('Rex'), 'k', signal), { type: 'created' });
    t.is(service.inserted().length, count);
  }
});

test('an honoured key is in progress while its request is late, and reused with another body', async (t) => {
  const { service, remote } = await open(t, { idempotency: 'honoured' });
  service.next('504-then-insert');
  await remote.create(body('Rex'), 'k', signal);
  t.is((await remote.create(body('Rex'), 'k', signal)).type, 'in-progress');
  service.release();
  t.is((await remote.create(body('Rex'), 'k', signal)).type, 'created');
  t.is(service.inserted().length, 1);
  t.like(await remote.create(body('Luna'), 'k', signal), { type: 'rejected', code: 'idempotency_key_reused' });
});

async function readAll(remote: PetClient, limit: number): Promise<Int64[]> {
  const ids: Int64[] = [];
  let url: string | undefined;
  do {
    const page = await remote.listPage({ limit, ...(url === undefined ? {} : { url }) }, signal);
    if (page.type !== 'page') {
      throw new Error(JSON.stringify(page));
    }
    ids.push(...page.pets.map(({ id }) => id));
    url = page.next;
  } while (url !== undefined);
  return ids;
}

test('lists come in every order, whole through Link and a page without', async (t) => {
  const { service, remote } = await open(t);
  for (let index = 0; index < 45; index += 1) {
    service.insert({ name: `Pet ${index}`, categoryId: 1 });
  }
  const ascending = Array.from({ length: 45 }, (_, index) => toInt64(index + 1)!);
  t.deepEqual(await readAll(remote, 7), ascending);
  service.configure({ order: 'newest-first' });
  t.deepEqual(await readAll(remote, 100), ascending.toReversed());
  service.configure({ order: 'random' });
  const shuffled = await readAll(remote, 7);
  t.notDeepEqual(shuffled, ascending);
  t.deepEqual(
    shuffled.toSorted((a, b) => Number(a) - Number(b)),
    ascending,
  );
  service.configure({ order: 'oldest-first', link: false, ignoreLimit: true });
  t.deepEqual(await readAll(remote, 100), ascending.slice(0, 20));
});

test('ids step or are random over the whole int64 range, and names are rewritten', async (t) => {
  const { service, remote } = await open(t, { ids: 'stepping', names: 'trimmed', statuses: 'defaulted' });
  t.like(await remote.create(body(' Rex '), 'a', signal), { pet: { id: '5', name: 'Rex', status: 'available' } });
  t.like(await remote.create(body('Rex'), 'b', signal), { pet: { id: '1005' } });
  service.configure({ ids: 'random' });
  const outcome = await remote.create(body('Rex'), 'c', signal);
  t.true(outcome.type === 'created' && BigInt(outcome.pet.id) > 2n ** 32n);
  t.like(outcome, { pet: { id: service.inserted()[2]!.id } });
});

test('a frozen list lacks what came later, with or without an age', async (t) => {
  const { service, remote } = await open(t);
  service.freezeLists(30);
  service.insert({ name: 'Luna', categoryId: 2 });
  t.like(await remote.listPage({ limit: 20 }, signal), { pets: { length: 0 }, age: 30 });
  service.thawLists();
  t.like(await remote.listPage({ limit: 20 }, signal), { pets: { length: 1 }, age: 0 });
});

test('it can be stopped, started on the same port, and reset without losing its record', async (t) => {
  const { service, remote } = await open(t);
  await remote.create(body('Rex'), 'a', signal);
  await service.stop();
  t.like(await remote.create(body('Luna'), 'b', signal), { type: 'not-sent' });
  await service.start();
  service.reset();
  t.like(await remote.create(body('Luna'), 'b', signal), { type: 'created', pet: { id: '1' } });
  t.deepEqual(
    service.inserted().map(({ id, key, generation }) => [id, key, generation]),
    [
      ['1', '"a"', 0],
      ['1', '"b"', 1],
    ],
  );
});

test('chaos follows its seed', async (t) => {
  const run = async (seed: number) => {
    const { service, remote } = await open(t);
    service.setChaos({ rate: 0.5, faults: ['500', 'insert-then-500', 'drop'], seed });
    for (let index = 0; index < 20; index += 1) {
      await remote.create(body(`Pet ${index}`), `k${index}`, signal);
    }
    return service.attempts().map(({ fault }) => fault);
  };
  const first = await run(7);
  t.deepEqual(await run(7), first);
  t.notDeepEqual(await run(8), first);
  t.true(first.includes(undefined) && first.some((fault) => fault !== undefined));
});

test('look-ups by id can be gone in two ways', async (t) => {
  const { service, remote } = await open(t);
  const { id } = service.insert({ name: 'Rex', categoryId: 1 });
  t.is((await remote.get(id, signal)).type, 'pet');
  t.is((await remote.get(toInt64(99)!, signal)).type, 'not-found');
  for (const lookUps of ['removed', 'html'] as const) {
    service.configure({ lookUps });
    t.is((await remote.get(id, signal)).type, 'removed');
  }
});

test('it runs as a process of its own, commanded over HTTP', async (t) => {
  const service = await startFaultProcess({ ids: 'random', announced: true });
  const remote = createPetClient({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    userAgent: 'test',
    clock: systemClock,
  });
  t.teardown(() => service.kill());
  t.deepEqual(await remote.health(signal), { honoursKeys: true });
  await service.call('next', 'insert-then-drop');
  t.is((await remote.create(body('Rex'), 'k', signal)).type, 'unknown');
  t.like(await service.call('inserted'), { length: 1, 0: { key: '"k"', body: body('Rex'), by: 'request' } });
  await t.throwsAsync(service.call('next', 'nonsense' as FaultName), { message: /no fault "nonsense"/ });
  remote.close();
});

test('lists lag, cap, hide and stand still as they are told to, and look-ups with them where they are', async (t) => {
  const { service, remote } = await open(t, { link: false });
  for (let number = 1; number <= 5; number += 1) {
    service.insert({ name: `Pet ${number}`, categoryId: 1, ...(number === 2 ? { status: 'sold' } : {}) });
  }

  const list = async (status?: 'sold') => {
    const page = await remote.listPage({ limit: 100, ...(status === undefined ? {} : { status }) }, signal);
    return page.type === 'page' ? page.pets.map(({ id }) => id).join(' ') : page.type;
  };
  const isFound = async (id: number) => (await remote.get(toInt64(id)!, signal)).type === 'pet';
  t.is(await list(), '1 2 3 4 5');
  service.configure({ imperfections: { cap: 3 } });
  t.is(await list(), '1 2 3');
  service.configure({ imperfections: { hidden: { status: 'sold', from: 'unfiltered' } } });
  t.deepEqual([await list(), await list('sold'), await isFound(2)], ['1 3 4 5', '2', true]);
  service.configure({ imperfections: { hidden: { status: 'sold', from: 'everything' } } });
  t.deepEqual([await list(), await list('sold'), await isFound(2)], ['1 3 4 5', '', false]);
  service.configure({ imperfections: { lagMs: 3_600_000 } });
  t.deepEqual([await list(), await isFound(5)], ['', true]);
  service.configure({ imperfections: { lagMs: 3_600_000, lookUpsLag: true } });
  t.false(await isFound(5));
  service.configure({ imperfections: { blank: 1 } });
  t.is(await list(), '');
  service.configure({ imperfections: {} });
  service.unlist(toInt64(1)!);
  service.rollBack(2);
  t.deepEqual([await list(), await isFound(1), await isFound(5)], ['2 3', true, false]);
  service.insert({ name: 'Given again', categoryId: 1 });
  t.is(await list(), '2 3 4');
});

test('a stopped replica answers about every second read', async (t) => {
  const { service, remote } = await open(t, { imperfections: { stoppedAt: 0 } });
  service.insert({ name: 'Rex', categoryId: 1 });
  const seen = await Promise.all(Array.from({ length: 30 }, async () => (await remote.get(toInt64(1)!, signal)).type));
  t.deepEqual(new Set(seen), new Set(['pet', 'not-found'] as const));
});

test('another key opens the table of another tenant', async (t) => {
  const { service } = await open(t, { tenants: { pst_other: 'second' }, skipped: 100 });
  const other = createPetClient({
    baseUrl: service.baseUrl,
    apiKey: 'pst_other',
    userAgent: 'test',
    clock: systemClock,
  });
  t.teardown(() => other.close());
  t.like(await other.create(body('Rex'), 'k1', signal), { type: 'created', pet: { id: '101' } });
  t.deepEqual([service.inserted().length, service.inserted('second').length], [0, 1]);
});

for (const ids of ['sequential', 'stepping', 'random'] as const) {
  test(`two tenants never give the same ids where those of one begin elsewhere: ${ids}`, async (t) => {
    const { service } = await open(t, { tenants: { pst_other: 'second' }, skipped: 100, ids });
    const given = Array.from({ length: 20 }, () => [
      service.insert({ name: 'Rex', categoryId: 1 }),
      service.insert({ name: 'Rex', categoryId: 1 }, 'second'),
    ]).flat();
    t.is(new Set(given.map(({ id }) => id)).size, 40);
  });
}
