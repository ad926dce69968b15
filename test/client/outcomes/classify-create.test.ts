import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { HttpAnswer, NoAnswer } from '../../../source/client/outcomes/answer.ts';
import { classifyCreate } from '../../../source/client/outcomes/classify-create.ts';
import type { ClassifyContext } from '../../../source/client/outcomes/classify-read.ts';

const listUrl = 'https://shop.example/v1/pets';
const context: ClassifyContext = {
  host: 'shop.example',
  now: 0,
  toProblem: (code, message, status) => ({ code, message, ...(status === undefined ? {} : { status }) }),
};
const classify = (received: HttpAnswer | NoAnswer) => classifyCreate(received, { listUrl, key: 'k' }, context);
const answer = (status: number, body = '', more: Partial<HttpAnswer> = {}) =>
  classify({ type: 'answer', status, headers: {}, body, ...more });
const refused = (status: number, more: Partial<HttpAnswer> = {}) =>
  answer(status, JSON.stringify({ code: 'own_code', message: 'No room', status }), more);
const rex = '{"id":7,"name":"Rex","categoryId":3}';
const page = '<!doctype html><title>Hotel</title>';

const kept = 'The animal is kept here, and the store did not add it.';
const undecided = 'The animal may have arrived: it is kept, and petstore looks for it before anything is sent again.';

test("the words of a refusal in another form than the store's are told, and prove nothing", (t) => {
  t.like(answer(400, '{"code":400,"message":"The name is not allowed here"}'), {
    type: 'unknown',
    problem: {
      code: 'unexpected-answer',
      message: `shop.example gave an unexpected answer (400). It says: The name is not allowed here. ${undecided}`,
      status: 400,
    },
  });
});

test('without an answer it was not sent where no connection stood, and may have arrived where one did', (t) => {
  const lost = 'The connection to shop.example broke before an answer came.';
  t.deepEqual(classify({ type: 'no-answer', why: 'failed', connected: true }), {
    type: 'unknown',
    problem: { code: 'connection-lost', message: `${lost} ${undecided}` },
    storeProblem: { code: 'connection-lost', message: lost },
    connection: 'offline',
  });
  const none = 'shop.example refused the connection: the store is not running.';
  t.deepEqual(classify({ type: 'no-answer', why: 'failed', connected: false, code: 'ECONNREFUSED' }), {
    type: 'not-sent',
    problem: { code: 'refused', message: `${none} ${kept}` },
    storeProblem: { code: 'refused', message: none },
    connection: 'offline',
  });
});

test('what this program stopped itself says so', (t) => {
  for (const connected of [true, false]) {
    t.like(classify({ type: 'no-answer', why: 'aborted', connected }), { aborted: true });
    t.false('aborted' in classify({ type: 'no-answer', why: 'timed-out', connected }));
  }

  t.like(answer(500, '', { cut: 'aborted' }), { type: 'unknown', aborted: true });
  t.false('aborted' in answer(500, '', { cut: 'broken' }));
});

test('a 201 or a 200 with an animal is its id, says whether our key came back, and is not believed with the key of another', (t) => {
  const pet = { id: '7' as Int64, name: 'Rex', categoryId: '3' as Int64 };
  for (const status of [201, 200] as const) {
    const withKey = (key: string) => answer(status, rex, { headers: { 'idempotency-key': key } });
    t.deepEqual(answer(status, rex), { type: 'created', pet, status, keyEchoed: false });
    t.deepEqual(withKey('k'), { type: 'created', pet, status, keyEchoed: true });
    t.like(withKey('other'), { type: 'unknown', connection: 'online' });
  }
});

test('a 2xx without a usable animal says that it was taken in, unless a web page says it', (t) => {
  const message =
    'shop.example answered (202) as if it had added the animal, but without it, so its id is not known. It is looked for in the list and never sent again by itself.';
  t.deepEqual(answer(202, rex), {
    type: 'applied-id-unknown',
    problem: { code: 'id-unknown', message, status: 202 },
  });
  for (const body of ['{"id":', '', '{}', rex.replace('7', '9223372036854775808'), rex.replace('7', '1.5')]) {
    t.is(answer(201, body).type, 'applied-id-unknown', body);
  }

  t.is(answer(204).type, 'applied-id-unknown');
  t.is(answer(299, ' \n').type, 'applied-id-unknown');
  t.is(answer(202, '', { cut: 'broken' }).type, 'unknown', 'nobody knows what was cut off');
  t.is(answer(200, 'OK').type, 'unknown');
  t.like(answer(201, page), { type: 'unknown', connection: 'intercepted' });
  t.is(answer(199, rex).type, 'unknown');
});

test("a refusal in the service's own words decides", (t) => {
  for (const status of [400, 413, 415, 422]) {
    t.deepEqual(refused(status), {
      type: 'rejected',
      problem: { code: 'own_code', message: `shop.example rejected the animal (${status}): No room.`, status },
      code: 'own_code',
    });
  }

  const key = 'shop.example refused the key. The store says: No room.';
  t.deepEqual(refused(401), {
    type: 'unauthorized',
    problem: { code: 'unauthorized', message: `${key} ${kept}`, status: 401 },
    storeProblem: { code: 'unauthorized', message: key, status: 401 },
  });
  t.like(refused(403), { type: 'unauthorized' });
  const readOnly = refused(401, { headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } });
  t.like(readOnly, {
    storeProblem: {
      code: 'forbidden',
      message: 'Your key may not do this at shop.example (401). The store says: No room.',
    },
  });
  t.deepEqual(refused(409, { headers: { 'retry-after': '3' } }), {
    type: 'in-progress',
    problem: {
      code: 'unexpected-answer',
      message: `shop.example gave an unexpected answer (409). The store says: No room. ${undecided}`,
      status: 409,
    },
    retryAfterMs: 3000,
  });
});

test('a wrong address is one whoever says so: nothing was taken in there', (t) => {
  for (const status of [404, 405, 410]) {
    const nothing = `There is no pet store at this address of shop.example (${status}).`;
    t.deepEqual(answer(status, page), {
      type: 'misconfigured',
      problem: { code: 'misconfigured', message: `${nothing} ${kept}`, status },
      storeProblem: { code: 'misconfigured', message: nothing, status },
    });
    t.is(answer(status).type, 'misconfigured');
    t.like(refused(status), {
      type: 'misconfigured',
      storeProblem: { message: `${nothing} The store says: No room.` },
    });
    // Laravel, of a category that it does not have.
    t.like(answer(status, '{"message":"No query results for model [Category] 99"}'), {
      type: 'misconfigured',
      storeProblem: { message: `${nothing} It says: No query results for model [Category] 99.` },
    });
  }

  const to = (location: string, status = 301) => answer(status, '', { headers: { location } });
  const elsewhere = ['https://other.example/v1/pets', 'http://portal.hotel.example/login?to=/v1/pets/42', 'https://['];
  for (const status of [307, 308]) {
    for (const location of [...elsewhere, '/v1/pets/', 'pets/', '/', 'http://shop.example/v1/pets']) {
      t.like(to(location, status), { type: 'misconfigured', storeProblem: { code: 'redirected', status } }, location);
    }
  }

  t.is(answer(308).type, 'misconfigured', 'it leads nowhere');
});

test('a redirect that does not want the request again comes from a service that is made for forms, which took it in, wherever it leads', (t) => {
  for (const location of [
    '/',
    '/v1/pets/',
    'pets/',
    '/admin',
    'https://shop.example/v1/pets/?next=1',
    'http://shop.example:8080/',
    'http://inside:8080/',
    'https://www.shop.example/thanks',
    'https://[',
  ]) {
    for (const status of [301, 302]) {
      t.is(answer(status, '', { headers: { location } }).type, 'unknown', location);
    }
  }

  for (const location of ['/v1/pets/42', 'pets/42', 'http://inside:8080/pets/42', '/v1/pets', '/v1/pets?added=42']) {
    for (const status of [301, 302, 307, 308]) {
      t.is(answer(status, '', { headers: { location } }).type, 'unknown', location);
    }
  }

  t.is(answer(303).type, 'unknown');
  t.is(answer(303, page, { headers: { location: 'https://login.example/' } }).type, 'unknown');
  t.is(answer(304).type, 'unknown', 'this is no redirect');
});

test('who asks to wait in its own words or by Retry-After did not take it in, and a bare 429 may have', (t) => {
  for (const status of [425, 429]) {
    const wait = `shop.example asked to wait (${status}).`;
    t.deepEqual(answer(status, page, { headers: { 'retry-after': '4' } }), {
      type: 'deferred',
      problem: { code: 'slow-down', message: `${wait} ${kept}`, status },
      storeProblem: { code: 'slow-down', message: wait, status },
      retryAfterMs: 4000,
    });
    t.like(answer(status, '', { headers: { 'retry-after': 'soon' } }), { type: 'deferred', retryAfterMs: undefined });
    t.like(refused(status), { type: 'deferred', storeProblem: { message: `${wait} The store says: No room.` } });
    t.like(answer(status, page), { type: 'unknown', refusal: status });
  }
});

test('a refusal that the service did not sign may be that of a box on the way', (t) => {
  for (const status of [400, 401, 403, 409, 413, 415, 422, 429, 499]) {
    t.like(answer(status, page), { type: 'unknown', refusal: status });
    t.like(answer(status, JSON.stringify({ code: 'c', message: 'm', status: 418 })), {
      type: 'unknown',
      refusal: status,
    });
  }

  t.false('refusal' in refused(418), 'signed, and yet nobody knows what it means');
  t.false('refusal' in answer(500));
  t.false('refusal' in answer(399));
});

test('whatever else answers may have taken it in, and says for how long to wait', (t) => {
  const failed = 'shop.example failed (503).';
  t.deepEqual(answer(503, '', { headers: { 'retry-after': '2' } }), {
    type: 'unknown',
    problem: { code: 'service-error', message: `${failed} ${undecided}`, status: 503 },
    storeProblem: { code: 'service-error', message: failed, status: 503 },
    connection: 'error',
    retryAfterMs: 2000,
  });
  t.false('retryAfterMs' in answer(503));
  for (const status of [299, 400]) {
    t.is(answer(status, 'x').type, 'unknown');
  }
});
