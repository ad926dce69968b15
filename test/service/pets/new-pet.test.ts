import test from 'ava';
import { checkMediaType, readJson } from '../../../source/service/pets/new-pet.js';

test('a body that cannot be read says why, and never repeats it', (t) => {
  t.deepEqual(readJson(Buffer.from('{"name":"Zoë"}')), { name: 'Zoë' });
  for (const [bytes, message] of [
    [undefined, /^The body is missing/],
    [Buffer.of(), /^The body is missing/],
    [Buffer.from('{"name":"\u00FF"}', 'latin1'), /^The body is not UTF-8\.$/],
    [Buffer.from('{"name":'), /^The body is not JSON\.$/],
  ] as const) {
    t.throws(() => readJson(bytes), { message });
  }
});

test('a body is plain JSON in UTF-8, and none at all is another mistake', (t) => {
  const statusOf = (headers: Parameters<typeof checkMediaType>[0]) => checkMediaType(headers)?.status;
  const body = { 'content-length': '2' };
  for (const type of ['application/json', 'Application/JSON; charset="UTF-8"', ' application/json;']) {
    t.is(statusOf({ ...body, 'content-type': type }), undefined, type);
  }

  for (const type of ['text/plain', 'application/json; charset=latin1', 'application/jsonp']) {
    t.is(statusOf({ ...body, 'content-type': type }), 415, type);
  }

  t.is(statusOf(body), 415);
  t.is(statusOf({ 'transfer-encoding': 'chunked' }), 415);
  t.is(statusOf({}), undefined);
  t.is(statusOf({ 'content-length': '0' }), undefined);
  t.is(statusOf({ 'content-type': 'application/json', 'content-encoding': 'gzip' }), 415);
  t.is(statusOf({ 'content-type': 'application/json', 'content-encoding': 'Identity' }), undefined);
});
