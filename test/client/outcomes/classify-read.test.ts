import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import { changesRelation } from '../../../source/domain/contract.ts';
import type { HttpAnswer } from '../../../source/client/outcomes/answer.ts';
import type { Page } from '../../../source/client/outcomes/outcomes.ts';
import { classifyPage, classifyPet, type ClassifyContext } from '../../../source/client/outcomes/classify-read.ts';

const context: ClassifyContext = {
  host: 'shop.example',
  now: 0,
  toProblem: (code, message, status) => ({ code, message, ...(status === undefined ? {} : { status }) }),
};
const url = 'https://shop.example/v1/pets';
const rex = { id: 7, name: 'Rex', categoryId: 3 };
const own = (status: number) => JSON.stringify({ code: 'c', message: 'm', status });
const toAnswer = (status: number, body: unknown, more: Partial<HttpAnswer> = {}): HttpAnswer => ({
  type: 'answer',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
});
const page = (status: number, body: unknown, more: Partial<HttpAnswer> = {}, etag?: string) =>
  classifyPage(toAnswer(status, body, more), { url, listUrl: url, etag }, context);
const look = (status: number, body: unknown, more: Partial<HttpAnswer> = {}) =>
  classifyPet(toAnswer(status, body, more), '7' as Int64, context);

test('a page without any header is its animals and nothing else', (t) => {
  t.deepEqual(page(200, [rex]), {
    type: 'page',
    pets: [{ id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 }],
    rows: 1,
    next: undefined,
    suspiciousNext: false,
    age: 0,
  });
  for (const empty of [[], 'null\n']) {
    t.like(page(200, empty), { type: 'page', pets: [], rows: 0 });
  }
});

test('a page tells its age, its date, its validator and where it leads', (t) => {
  const link = `<?after=7>; rel="next", <?changed>; rel="${changesRelation}"`;
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  t.like(page(200, [rex], { headers: { link, date, age: '30', etag: '"e"' } }), {
    next: `${url}?after=7`,
    changes: `${url}?changed`,
    etag: '"e"',
    age: 30,
    date: Date.parse(date),
  });
  for (const age of ['30 s', 'x30', '-1']) {
    t.like(page(200, [], { headers: { age } }), { age: 0 }, age);
  }
});

test('the last page counts only at the list itself', (t) => {
  const linked = (target: string) => page(200, [rex], { headers: { link: `<${target}>; rel="last"` } }) as Page;
  for (const target of ['?before=end', `${url}?before=end`, `${url.replace('https:', 'http:')}?before=end`]) {
    t.like(linked(target), { last: `${url}?before=end` }, target);
  }

  for (const target of ['https://thief.example/v1/pets', '/v1/others', '//a:b@shop.example/v1/pets', 'https://[']) {
    t.is(linked(target).last, undefined, target);
  }
});

test('rows that are no animals are counted, and a list of nothing but those is another list', (t) => {
  t.like(
    page(200, [{ ...rex, status: 'adopted', more: {} }]),
    { pets: [{ name: 'Rex', status: undefined }] },
    'an unknown status hides no animal',
  );
  t.like(page(200, [rex, { ...rex, id: 1.5 }, null, 3]), { type: 'page', rows: 4, unreadable: { rows: 3 } });
  for (const [row, why] of [
    [{ ...rex, id: '7' }, 'id is the text "7"'],
    [{ ...rex, name: 5 }, 'name is the number 5'],
    [{ ...rex, name: null }, 'name is null'],
    [{ id: 7, name: 'Rex' }, 'categoryId is missing'],
    [null, 'the whole row is null'],
    [{ ...rex, id: 'x'.repeat(90) }, 'id is a text of 90 characters'],
    [{ ...rex, id: [] }, 'id is a list'],
  ] as const) {
    t.like(page(200, [rex, row, row]), { unreadable: { rows: 2, why } });
  }

  t.false('unreadable' in page(200, [rex]));
  t.like(
    page(200, [{ ...rex, id: 1.5 }]),
    { type: 'page', rows: 1, unreadable: { rows: 1 } },
    'it has everything that an animal has',
  );
  const text = (id: string) => ({ ...rex, id });
  t.like(
    page(200, [text('7'), text('8')]),
    { type: 'failed', connection: 'misconfigured', problem: { code: 'unreadable_list' } },
    'nothing that is sent there is found again',
  );
  for (const other of [[null], [null, null], ['x'], [{ id: 1 }], {}, 'x']) {
    t.like(page(200, other), { type: 'failed', connection: 'intercepted' }, JSON.stringify(other));
  }
});

test('only a 304 to a validator that was sent says that nothing changed, and where the next page is', (t) => {
  t.deepEqual(page(304, '', {}, '"e"'), { type: 'not-modified', age: 0 });
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  t.deepEqual(page(304, '', { headers: { age: '5', date, link: '<?after=7>; rel=next' } }, '"e"'), {
    type: 'not-modified',
    age: 5,
    date: Date.parse(date),
    next: `${url}?after=7`,
  });
  t.is(page(304, '').type, 'failed');
  t.is(page(203, [rex]).type, 'failed', 'some box on the way changed it');
  t.is(page(200, [rex], {}, '"e"').type, 'page');
});

test('half a page is none, whatever of it can be read', (t) => {
  const failed = page(200, [rex], { cut: 'broken' });
  t.deepEqual(failed, {
    type: 'failed',
    connection: 'offline',
    problem: { code: 'connection-lost', message: 'The connection to shop.example broke before an answer came.' },
  });
  t.like(page(200, [rex], { cut: 'timed-out' }), {
    problem: { code: 'timed-out', message: 'shop.example did not answer in time.' },
  });
  t.like(page(200, [rex], { cut: 'aborted' }), { aborted: true });
  t.like(look(404, own(404), { cut: 'broken' }), { type: 'failed', problem: { code: 'connection-lost' } });
  t.like(page(200, [rex], { cut: 'too-large' }), {
    connection: 'error',
    problem: { code: 'answer-too-large', message: 'shop.example answered with more data than is read.', status: 200 },
  });
  t.like(
    page(503, '', { cut: 'broken' }),
    { problem: { code: 'service-error' } },
    'a refusal is plain from its status',
  );
});

test('no answer is none of an animal or a page', (t) => {
  const none = { type: 'no-answer', why: 'failed', connected: false, code: 'ECONNREFUSED' } as const;
  for (const failed of [
    classifyPage(none, { url, listUrl: url, etag: '"e"' }, context),
    classifyPet(none, '7' as Int64, context),
  ]) {
    t.like(failed, { type: 'failed', connection: 'offline', problem: { code: 'refused' } });
    t.false('aborted' in failed);
  }

  t.like(classifyPet({ ...none, why: 'aborted' }, '7' as Int64, context), { type: 'failed', aborted: true });
});

test('a failure says what it means for the key, the permission, the address and the time', (t) => {
  t.deepEqual(page(503, ''), {
    type: 'failed',
    connection: 'error',
    problem: { code: 'service-error', message: 'shop.example failed (503).', status: 503 },
  });
  t.like(page(429, '', { headers: { 'retry-after': '2' } }), { retryAfterMs: 2000 });
  t.false(
    'retryAfterMs' in
      page(429, '', {
        headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT', date: 'Sun, 22 Nov 2026 07:28:00 GMT' },
      }),
    'a time that is over is none to wait for',
  );
  t.like(page(401, own(401)), { refused: true });
  t.like(page(403, own(403)), { forbidden: true });
  t.like(page(410, own(410)), { connection: 'misconfigured' });
  for (const unsigned of [page(401, ''), page(401, own(418)), page(403, own(403)), page(500, own(500))]) {
    t.false('refused' in unsigned);
  }

  for (const other of [page(401, own(401)), page(404, own(404))]) {
    t.false('forbidden' in other || 'retryAfterMs' in other);
  }
});

test('an animal that is looked up is that one, or none, or the service looks up none', (t) => {
  t.deepEqual(look(200, rex), { type: 'pet', pet: { id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 } });
  t.deepEqual(look(404, own(404)), { type: 'not-found' });
  for (const status of [404, 405, 410]) {
    t.deepEqual(look(status, '<html>'), { type: 'removed' });
  }

  t.is(look(404, own(418)).type, 'removed', 'a box on the way must not make an animal disappear');
  t.is(look(410, own(404)).type, 'removed');
  t.is(look(503, own(404)).type, 'failed');
  t.deepEqual(look(200, { ...rex, id: 8 }), {
    type: 'failed',
    connection: 'intercepted',
    problem: {
      code: 'intercepted',
      message: 'What answered at shop.example was asked for animal 7 and sent animal 8.',
      status: 200,
    },
  });
  t.is(look(200, rex, { cut: 'broken' }).type, 'failed');
  t.is(look(203, rex).type, 'failed');
  t.is(look(200, {}).type, 'failed');
});

test('a service says until when it looks up animals, in a header', (t) => {
  const sunset = 'Sat, 21 Nov 2026 10:00:00 GMT';
  t.like(look(200, rex, { headers: { sunset } }), { sunset: new Date(sunset) });
  t.like(look(404, own(404), { headers: { sunset } }), { type: 'not-found', sunset: new Date(sunset) });
  t.false('sunset' in look(200, rex, { headers: { sunset: 'soon' } }));
});
