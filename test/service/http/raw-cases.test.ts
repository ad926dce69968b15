/**
 * Bytes that no client library would send: framing that two readers could take for two things, spellings of paths,
 * forms of credentials.
 */
import test from 'ava';
import { until } from '../../helpers/until.ts';
import { listAll } from '../list-all.ts';
import { rawExchange } from '../raw-exchange.ts';
import { startService } from '../start-service.ts';

const body = '{"name":"Luna","categoryId":1}';
const inChunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const length = `Content-Length: ${body.length}`;

/**
 * Statuses of all answers on the connection, in their order; every refusal has the three fields and nothing of the
 * inside.
 */
function readAnswers(text: string): readonly number[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer !== '')
    .map((answer) => {
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
      const content = answer.slice(answer.indexOf('\r\n\r\n') + 4);
      if (status >= 400) {
        const error = JSON.parse(content) as Record<string, unknown>;
        if (
          Object.keys(error).join() !== 'code,message,status' ||
          error['status'] !== status ||
          /node_modules|at .*\.[jt]s/.test(content)
        ) {
          throw new Error(`not the interface's Error: ${content}`);
        }
      }

      return status;
    });
}

/** What comes after the head of a POST with a key, and the statuses. */
const framing: readonly (readonly [title: string, rest: string, ...statuses: number[]])[] = [
  ['as it should be', `${length}\r\n\r\n${body}`, 201],
  ['in chunks', `Transfer-Encoding: chunked\r\n\r\n${inChunks}`, 201],
  ['length and chunks', `${length}\r\nTransfer-Encoding: chunked\r\n\r\n${inChunks}`, 400],
  ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n${inChunks}`, 400],
  ['two lengths that differ', `${length}\r\nContent-Length: 5\r\n\r\n${body}`, 400],
  ['a second Host', `HOST: y\r\n${length}\r\n\r\n${body}`, 400],
  ['two thousand headers', `${length}\r\n${'X: y\r\n'.repeat(4000)}\r\n${body}`, 431],
  ['a length that is too short, the rest being garbage', `Content-Length: 5\r\n\r\n${body}`, 400, 400],
];

test('what two readers could take for two requests is refused, and adds nothing', async (t) => {
  const { baseUrl, apiKey, send } = await startService(t);
  let added = 0;
  for (const [title, rest, ...statuses] of framing) {
    const head = `POST /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n`;
    // A body that came whole leaves the connection open, which the second request ends.
    const end = statuses.at(-1) === 201 ? 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' : '';
    t.deepEqual(
      readAnswers(await rawExchange(baseUrl, `${head}${rest}${end}`, { end: end === '' })),
      [...statuses, ...(end === '' ? [] : [200])],
      title,
    );
    added += statuses.filter((status) => status === 201).length;
    t.is((await listAll(send)).length, added, title);
  }
});

test('a request that has no body, whatever its header says of one, is answered at once', async (t) => {
  const { baseUrl, apiKey, log } = await startService(t, { allowedOrigins: ['https://shelter.example'] });
  const json = 'Content-Type: application/json\r\n';
  const cases: readonly (readonly [line: string, headers: string, ...statuses: number[]])[] = [
    ['POST /v1/pets HTTP/1.1', json, 400],
    ['POST /v1/pets HTTP/1.1', '', 400],
    ['POST /v1/pets HTTP/1.0', json, 400],
    ['POST /v1/pets HTTP/1.1', `${json}Content-Length: 0\r\n`, 400],
    ['POST /v1/pets HTTP/1.1', `${json}Expect: 100-continue\r\n`, 100, 400],
    ['POST /v1/pets HTTP/1.1', `${json}Upgrade: h2c\r\n`, 400],
    ['POST /v1/nothing HTTP/1.1', json, 404],
    ['POST /nothing HTTP/1.1', json, 404],
    ['PUT /v1/nothing HTTP/1.1', json, 404],
    ['DELETE /nothing HTTP/1.1', json, 404],
    ['QUERY /nothing HTTP/1.1', '', 404],
    ['OPTIONS /v1/pets HTTP/1.1', json, 204],
    ['OPTIONS /healthz HTTP/1.1', json, 204],
    ['OPTIONS /v1/nothing HTTP/1.1', json, 404],
    ['GET /v1/pets HTTP/1.1', json, 200],
    // Nor does a type that is none matter where nobody reads a body.
    ['POST /nothing HTTP/1.1', 'Content-Type: json\r\n', 404],
    ['OPTIONS /v1/pets HTTP/1.1', 'Content-Type: json\r\n', 204],
  ];
  const key = `Authorization: Bearer ${apiKey}\r\n`;
  const ask = async ([line, headers]: (typeof cases)[number]): Promise<string> =>
    rawExchange(baseUrl, `${line}\r\nHost: x\r\n${key}Connection: close\r\n${headers}\r\n`);
  const answers = await Promise.all(cases.map(ask));
  t.deepEqual(
    answers.map((answer, index) => [...(cases[index] ?? []).slice(0, 2), ...readAnswers(answer)]),
    cases as unknown[],
  );
  t.true(answers[0]?.includes('The body is missing: send a JSON object with name and categoryId.'));
  t.deepEqual(
    log.filter(({ level }) => level === 'error'),
    [],
  );
});

test('an expectation that is not known is refused like anything else, after the key', async (t) => {
  const { baseUrl, apiKey, log } = await startService(t);
  const key = `Authorization: Bearer ${apiKey}\r\n`;
  const post = `Content-Type: application/json\r\n${length}\r\nExpect: `;
  const cases: readonly (readonly [line: string, headers: string, ...statuses: number[]])[] = [
    ['POST /v1/pets HTTP/1.1', `${post}foo\r\n`, 401],
    ['POST /v1/pets HTTP/1.1', `${key}${post}foo\r\n`, 417],
    ['GET /healthz HTTP/1.1', 'Expect: foo\r\n', 417],
    ['POST /v1/pets HTTP/1.1', `${key}${post}100-continue\r\n`, 100, 201],
    ['POST /v1/pets HTTP/1.1', `${key}${post}\r\n`, 201],
    // Whoever speaks HTTP/1.0 cannot mean it (RFC 9110, section 10.1.1).
    ['GET /v1/pets HTTP/1.0', `${key}Expect: foo\r\n`, 200],
  ];
  for (const [line, headers, ...statuses] of cases) {
    const sent = `${line}\r\nHost: x\r\nConnection: close\r\n${headers}\r\n${line.startsWith('POST') ? body : ''}`;
    t.deepEqual(readAnswers(await rawExchange(baseUrl, sent)), statuses, `${line} ${headers}`);
  }

  const unsent = await rawExchange(baseUrl, `POST /v1/pets HTTP/1.1\r\nHost: x\r\n${key}${post}foo\r\n\r\n`);
  t.regex(unsent, /^HTTP\/1\.1 417 [^]*connection: close/i, 'whether a body follows is not known');
  await until('the log has both', () => log.filter(({ status }) => status === 417).length === 2);
});

test('a request line is one, or refused', async (t) => {
  const { baseUrl, apiKey } = await startService(t);
  const lines: readonly (readonly [line: string, status: number])[] = [
    ['GET /v1/pets HTTP/1.0', 200],
    ['GET http://elsewhere.example/v1/pets HTTP/1.1', 200],
    // More than one space may be taken for one (RFC 9112, section 3).
    ['GET  /v1/pets HTTP/1.1', 200],
    ['get /v1/pets HTTP/1.1', 501],
    ['GET /v1/pets\0 HTTP/1.1', 400],
    [`GET /v1/pets?${'x'.repeat(20_000)} HTTP/1.1`, 431],
  ];
  const seen: unknown[] = [];
  for (const [line] of lines) {
    const answers = readAnswers(
      await rawExchange(baseUrl, `${line}\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nConnection: close\r\n\r\n`),
    );
    seen.push([line, answers[0]]);
  }

  t.deepEqual(seen, lines as unknown[]);
});

test('no spelling of a path lets anybody in without a key', async (t) => {
  const { baseUrl, send } = await startService(t);
  await send({ method: 'POST', body: { name: 'Secret', categoryId: 1 } });
  const below = [
    '',
    '/pets/',
    '/pets?',
    '/pets;a=b',
    '//pets',
    '/x/../pets',
    '/pets/%31',
    '/pets%2f1',
    '/pets%00',
    '/%70ets',
    '/pets/%zz',
    '/pets?access_token=x',
    '/healthz',
    '/docs',
  ].map((path) => `/v1${path}`);
  const outside = [
    '//v1/pets',
    '/./v1/pets',
    '/healthz/../v1/pets',
    '/docs/..%2fv1/pets',
    '/V1/pets',
    '/\\v1/pets',
    '/v1%2fpets',
    '/pets',
    '/%761/pets',
    '/healthz;/v1/pets',
  ];
  for (const [paths, allowed] of [
    [below, [401]],
    [outside, [401, 404]],
  ] as const) {
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const text = await rawExchange(baseUrl, `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        const [status = 0] = readAnswers(text);
        t.true((allowed as readonly number[]).includes(status), `${method} ${path}: ${status}`);
        t.false(text.includes('Secret'), path);
      }
    }
  }
});

test('credentials have one form', async (t) => {
  const { baseUrl, apiKey } = await startService(t);
  const ask = async (headers: string, path = '/v1/pets'): Promise<number | undefined> =>
    readAnswers(
      await rawExchange(baseUrl, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`),
    )[0];
  for (const form of [`Bearer ${apiKey}`, `bearer ${apiKey}`, `Bearer   ${apiKey}`, `Bearer ${apiKey}   `]) {
    t.is(await ask(`Authorization: ${form}\r\n`), 200, form);
  }

  for (const form of [
    apiKey,
    `Bearer${apiKey}`,
    `Bearer "${apiKey}"`,
    `Bearer ${apiKey} x`,
    `Bearer ${apiKey.slice(0, -1)}`,
    `Bearer ${apiKey.toLowerCase()}`,
    `Basic ${Buffer.from(`:${apiKey}`).toString('base64')}`,
  ]) {
    t.is(await ask(`Authorization: ${form}\r\n`), 401, form);
  }

  t.is(await ask(`X-Authorization: Bearer ${apiKey}\r\nCookie: authorization=${apiKey}\r\n`), 401);
  t.is(await ask('', `/v1/pets?authorization=${apiKey}`), 401);
  t.is(await ask(`Authorization: Bearer x\r\nAuthorization: Bearer ${apiKey}\r\n`), 401, 'of two the first counts');
});
