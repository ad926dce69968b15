/** Look-ups by id before and after the end of their endpoint, with the calendar in the test's hands. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { toInt64 } from '../../../source/domain/int64.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { openEngine } from '../../helpers/open-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const pet = { id: 7, name: 'Rex', categoryId: 3, status: 'sold' };
const id = toInt64(7)!;
const online = { offline: false };

type Way = {
  readonly status?: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: unknown;
  /** Only in the list of its status. */ readonly isHidden?: boolean;
  /** There is no store at this address. */ readonly isElsewhere?: boolean;
  readonly more?: readonly (typeof pet)[];
  /** The one id that is not found. */ readonly denies?: string;
  /** From now on the lists are not answered. */ isBroken?: boolean;
};

/** A store with one pet, and an engine as of a date. */
async function openStore(t: ExecutionContext, way: Way, date = '2026-11-21') {
  const { status = 200, headers = {}, body, isHidden = false, isElsewhere = false, more = [], denies } = way;
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url.replace(/\?.*status=/, ' ').replace(/\?.*/, ''));
    const isById = /^\/v1\/pets\/\d+$/.test(url);
    const isListed = url.includes('status=sold') || (!isHidden && !url.includes('status='));
    const list = isListed ? [pet, ...more] : [];
    const isDenied = isElsewhere || (isById && denies !== undefined && url.endsWith(`/${denies}`));
    const full =
      isHidden && !url.includes('status=')
        ? Array.from({ length: 100 }, (_, index) => ({ ...pet, id: 100 + index }))
        : list;
    if (isDenied) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(absent));
      return;
    }

    if (way.isBroken && !isById) {
      response.writeHead(503).end();
      return;
    }

    response.writeHead(isById ? status : 200, { 'content-type': 'application/json', ...(isById ? headers : {}) });
    response.end(
      typeof body === 'string' && isById
        ? body
        : JSON.stringify(isById ? (body ?? { ...pet, id: Number(url.split('/').at(-1)) }) : full),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const now = Date.parse(date);
  const engine = openEngine(
    t,
    temporaryFolder(t),
    { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, apiKey: 'k' },
    { clock: { ...systemClock, now: () => now } },
  );
  return { engine, asked };
}

test('before 5 December 2030 the endpoint is asked, from then on the lists are', async (t) => {
  const before = await openStore(t, {}, '2030-12-04T23:59:00Z');
  t.like(await before.engine.find({ petId: id }, online), { type: 'pet', source: 'service' });
  t.deepEqual(before.asked, ['/v1/pets/7']);
  const after = await openStore(t, {}, '2030-12-05T00:01:00Z');
  t.like(await after.engine.find({ petId: id }, online), { type: 'pet', source: 'service' });
  t.deepEqual(after.asked, ['/v1/pets']);
});

test("the date in the store's own Sunset header counts from when it was seen", async (t) => {
  const sooner = await openStore(t, { headers: { sunset: 'Sat, 01 Jun 2019 00:00:00 GMT' } });
  await sooner.engine.find({ petId: id }, online);
  await sooner.engine.find({ petId: id }, online);
  t.deepEqual(sooner.asked, ['/v1/pets/7', '/v1/pets']);
});

for (const [what, way] of Object.entries({
  410: { status: 410, body: { code: 'gone', message: 'Gone.', status: 410 } },
  405: { status: 405, body: { code: 'method_not_allowed', message: 'No.', status: 405 } },
  'a 404 with a web page': { status: 404, body: '<!doctype html>', headers: { 'content-type': 'text/html' } },
} satisfies Record<string, Way>)) {
  test(`${what}: the lists are asked, the whole one first and each status where that is cut`, async (t) => {
    const whole = await openStore(t, way);
    t.like(await whole.engine.find({ petId: id }, online), { type: 'pet' });
    t.deepEqual(whole.asked, ['/v1/pets/7', '/v1/pets']);
    const cut = await openStore(t, { ...way, isHidden: true });
    t.like(await cut.engine.find({ petId: id }, online), { type: 'pet' });
    t.deepEqual(cut.asked.at(-1), '/v1/pets sold');
    t.is(
      (await cut.engine.find({ petId: toInt64(999_999)! }, online)).type,
      'unknown-pet',
      'a list that is cut proves nothing',
    );
  });
}

const absent = { code: 'not_found', message: 'No.', status: 404 };

test('a 404 with an Error body is not found, and no list is read where the store was seen before', async (t) => {
  const { engine, asked } = await openStore(t, { status: 404, body: absent });
  await engine.refresh('all', 'whole');
  asked.length = 0;
  t.is((await engine.find({ petId: toInt64(8)! }, online)).type, 'no-pet');
  t.deepEqual(asked, ['/v1/pets/8']);
});

test('a 404 with an Error body at an address where no store was ever seen: one page tells whether there is one', async (t) => {
  const store = await openStore(t, { status: 404, body: absent });
  t.is((await store.engine.find({ petId: toInt64(8)! }, online)).type, 'no-pet');
  t.deepEqual(store.asked.slice(0, 2), ['/v1/pets/8', '/v1/pets']);
  const elsewhere = await openStore(t, { status: 404, body: absent, isElsewhere: true });
  t.like(await elsewhere.engine.find({ petId: id }, online), {
    type: 'unknown-pet',
    connection: { state: 'misconfigured' },
  });
});

test('a 404 with an Error body for every animal, those of the list too: look-ups have ended, and the list is believed', async (t) => {
  const { engine } = await openStore(t, { status: 404, body: absent, more: [{ ...pet, id: 5 }] });
  await engine.refresh('all', 'whole');
  t.like(await engine.find({ petId: id }, online), { type: 'pet', source: 'service' });
  t.is((await engine.find({ petId: toInt64(6)! }, online)).type, 'no-pet');
  const first = await openStore(t, { status: 404, body: absent, more: [{ ...pet, id: 5 }] });
  t.like(await first.engine.find({ petId: id }, online), { type: 'pet', source: 'service' }, 'at the first look too');
});

test('a 404 for every animal where the lists do not answer either proves nothing: what is saved stays saved, and is shown as that', async (t) => {
  const way: Way = { status: 404, body: absent, more: [{ ...pet, id: 5 }] };
  const { engine } = await openStore(t, way);
  await engine.refresh('all', 'whole');
  way.isBroken = true;
  t.like(await engine.find({ petId: id }, online), { type: 'pet', source: 'cache' });
  t.like(await engine.find({ petId: id }, { offline: true }), { type: 'pet' });
});

test('an animal that was removed from the store is not found, whatever the saved copy holds', async (t) => {
  const { engine, asked } = await openStore(t, { more: [{ ...pet, id: 5 }], denies: '7' });
  await engine.refresh('all', 'whole');
  asked.length = 0;
  t.is((await engine.find({ petId: id }, online)).type, 'no-pet');
  t.deepEqual(asked, ['/v1/pets/7', '/v1/pets/5']);
  t.is((await engine.find({ petId: id }, { offline: true })).type, 'unknown-pet', 'what is gone may be there again');
});

test('a 404 where the look-up of another animal fails is no proof: the list tells', async (t) => {
  const { engine } = await openStore(t, { status: 503, more: [{ ...pet, id: 5 }], denies: '7' });
  await engine.refresh('all', 'whole');
  t.like(await engine.find({ petId: id }, online), { type: 'pet', source: 'service' });
});
