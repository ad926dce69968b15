import test from 'ava';
import {
  answeredBy,
  createProblemWriter,
  type HttpAnswer,
  oddLinkOf,
  failedPage,
  readBody,
  readRetryAfter,
} from '../../../source/client/outcomes/answer.ts';
import type { Page } from '../../../source/client/outcomes/outcomes.ts';
import { testClock } from '../servers.ts';

const answer = (body: string, headers: HttpAnswer['headers'] = {}): HttpAnswer => ({
  type: 'answer',
  status: 200,
  headers,
  body,
});

test('a web page is known by its type or its beginning, and JSON is JSON whatever it is called', (t) => {
  const isPage = (body: string, type?: string): boolean =>
    readBody(answer(body, type === undefined ? {} : { 'content-type': type })).html;
  t.deepEqual(
    [isPage('hello', 'text/html; charset=x'), isPage(' <!doctype html>'), isPage('<a'), isPage('hello'), isPage('[]')],
    [true, true, true, false, false],
  );
  t.false(isPage('[]', 'text/html'));
});

test('Retry-After is seconds or a date by the clock of whoever sent it, at most an hour, and nonsense is none', (t) => {
  const at = Date.parse('2026-11-23T10:00:00Z');
  const read = (value: string | undefined, date?: string) => readRetryAfter({ 'retry-after': value, date }, at);
  t.deepEqual(
    ['7', ' 7 ', '0', '3600', '3601'].map((value) => read(value)),
    [7000, 7000, 0, 3_600_000, 3_600_000],
  );
  t.deepEqual(
    ['', '-1', '1.5 s', 'soon', undefined].map((value) => read(value)),
    Array(5).fill(undefined),
  );
  t.is(read('Mon, 23 Nov 2026 10:00:05 GMT'), 5000);
  t.is(read('Mon, 23 Nov 2026 10:00:05 GMT', 'Mon, 23 Nov 2026 10:00:02 GMT'), 3000);
  t.is(read('Mon, 23 Nov 2026 10:00:05 GMT', 'sometime'), 5000);
  t.is(read('Mon, 23 Nov 2026 10:00:00 GMT'), undefined);
});

test('whoever runs the store finds an answer again by its id, which never holds the key', (t) => {
  const told = (id: string, key?: string) => answeredBy(answer('', { 'x-request-id': id }), key);
  t.deepEqual(told('req-17', 'pst_secret'), { status: 200, requestId: 'req-17' });
  t.deepEqual(told('req-17'), { status: 200, requestId: 'req-17' });
  for (const id of ['of-pst_secret', 'two words', '', 'x'.repeat(129)]) {
    t.deepEqual(told(id, 'pst_secret'), { status: 200 }, id);
  }

  t.is(answeredBy({ type: 'no-answer', why: 'failed', connected: true }, undefined), undefined);
});

test('a problem keeps its beginning and its end, and never the key', (t) => {
  const write = createProblemWriter('pst_secret', testClock);
  t.deepEqual(write('c', 'the key pst_secret is bad', 401), {
    code: 'c',
    message: 'the key [key] is bad',
    status: 401,
    at: '2026-01-01T00:00:00.000Z',
  });
  t.false('status' in write('c', 'm'));
  const { code, message } = write('c'.repeat(61), `a${'x'.repeat(499)}b`);
  t.is(code, `${'c'.repeat(60)}...`);
  t.regex(message, /^ax{299}\.\.\.x{199}b$/);
  t.is(write('c', 'x'.repeat(500)).message.length, 500);
  t.is(createProblemWriter('7654321', testClock)('c', '7654321').message, '7654321', 'too short to be a secret');
  t.is(createProblemWriter('87654321', testClock)('c', '87654321').message, '[key]');
});

test('a next page that is no part of the list is told, and one that is followed here is not', (t) => {
  const told = (page: Partial<Page>) => oddLinkOf(page as Page);
  t.is(told({ suspiciousNext: false }), undefined);
  t.like(told({ suspiciousNext: true, leadsTo: 'https://x.example' }), { code: 'next_elsewhere' });
  t.is(told({ suspiciousNext: false, leadsTo: 'https://x.example' }), undefined);
  t.regex(failedPage(3, { code: 'c', message: 'It broke.' }).message, /^Page 3 .* It broke\.$/);
  t.regex(failedPage(3, { code: 'c', message: 'It broke.', status: 500 }).message, /^Page 3 .* answers 500, so/);
  t.regex(failedPage(3, { code: 'c', message: 'A web page.', status: 200 }).message, /^Page 3 .* A web page\.$/);
});
