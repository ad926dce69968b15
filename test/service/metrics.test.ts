import { rename } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import test from 'ava';
import { createMetrics } from '../../source/service/operation/metrics.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { exchange } from '../conformance/exchange.ts';
import { until } from '../helpers/until.ts';
import { startProcess } from './start-process.ts';
import { openService, startService } from './start-service.ts';

const post = (name: string, headers = {}) => ({ method: 'POST', body: { name, categoryId: 1 }, headers });

/** The value of one series; 0 where there is none yet. */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

test('who leaves before the answer is no longer under way, and is in the log without a status', async (t) => {
  const metrics = createMetrics('1.2.3');
  const { baseUrl, apiKey, log } = await startService(t, { observer: metrics.observer });
  const underWay = async () => valueOf(await metrics.read(), 'petstore_http_requests_in_flight');
  const socket = net.connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.write(
    `POST /v1/pets HTTP/1.1\r\nHost: x\r\nX-Request-Id: left\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  );
  await until('it is under way', async () => (await underWay()) === 1);
  socket.destroy();
  await until('nothing is', async () => (await underWay()) === 0);
  const records = log.filter(({ id }) => id === 'left');
  t.is(records.length, 1);
  t.like(records[0], { level: 'info', event: 'request', method: 'POST', route: '/v1/pets', status: undefined });
});

test('what the service does is counted, and no name, key or address is told', async (t) => {
  const metrics = createMetrics('1.2.3');
  const { send, apiKey } = await openService(t, { observer: metrics.observer });
  for (let round = 0; round < 2; round += 1) {
    await send(post('Secretive', { 'idempotency-key': '"once"' }));
  }

  await Promise.all(Array.from({ length: 30 }, (_, index) => send(post(`Secretive ${index}`))));
  await send({});
  await send({ authorization: 'Bearer pst_wrong' });
  await send({ path: '/pets/1' });
  await send({ path: '/pets/Secretive' });
  await send({ path: '/secretive', authorization: null, outside: true });
  await send({ method: 'PROPFIND' });
  await until('all are over', async () => valueOf(await metrics.read(), 'petstore_http_requests_in_flight') === 0);

  const text = await metrics.read();
  const requests = (labels: string) => valueOf(text, `petstore_http_requests_total{${labels}}`);
  t.is(requests('method="POST",route="/v1/pets",status="201"'), 32);
  t.is(requests('method="GET",route="/v1/pets",status="200"'), 1);
  t.is(requests('method="GET",route="/v1/pets",status="401"'), 1);
  t.is(requests('method="GET",route="/v1/pets/:petId",status="404"'), 1);
  t.is(requests('method="GET",route="none",status="404"'), 1);
  t.is(requests('method="other",route="/v1/pets",status="405"'), 1, 'a method that nobody made up');
  t.is(valueOf(text, 'petstore_authentication_failures_total'), 1);
  t.is(valueOf(text, 'petstore_idempotent_replays_total'), 1);
  t.is(valueOf(text, 'petstore_http_request_duration_seconds_count{method="POST",route="/v1/pets",status="201"}'), 32);
  t.is(valueOf(text, 'petstore_http_request_duration_seconds_count{method="GET",route="/v1/pets",status="401"}'), 1);
  t.is(valueOf(text, 'petstore_database_create_wait_seconds_count'), 32);
  t.true(valueOf(text, 'petstore_database_query_duration_seconds_count') >= 32);
  const groups = valueOf(text, 'petstore_commit_group_size_count');
  t.is(valueOf(text, 'petstore_commit_group_size_sum'), 32);
  t.true(groups >= 3 && groups <= 32);
  t.true(valueOf(text, 'process_resident_memory_bytes') > 2 ** 24);
  t.regex(text, /\nnodejs_eventloop_lag_p99_seconds \d/);
  t.regex(text, /petstore_build_info\{version="1\.2\.3"\} 1\n/);
  t.regex(text, /# EOF\n$/, 'OpenMetrics says where it ends');
  for (const secret of ['ecretive', apiKey.slice(4, 12), 'pst_', '127.0.0.1', 'once']) {
    t.false(text.includes(secret), secret);
  }
});

test('metrics are served on a port of this machine: what alarms count is there at 0 before the first failure, and whether the next animal could be saved without anybody asking /readyz', async (t) => {
  const database = path.join(temporaryFolder(t), 'pets.sqlite');
  const { metricsUrl = '', baseUrl, apiKey = '', child, ended } = await startProcess(t, { database, metricsPort: 0 });
  t.regex(metricsUrl, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const ask = () => fetch(metricsUrl, { headers: { accept: 'application/openmetrics-text;version=1.0.0,*/*;q=0.1' } });
  const read = async (): Promise<string> => (await ask()).text();
  t.is((await ask()).headers.get('content-type'), 'application/openmetrics-text; version=1.0.0; charset=utf-8');
  const text = await read();
  for (const series of [
    'petstore_http_requests_total{method="POST",route="/v1/pets",status="503"}',
    'petstore_http_requests_total{method="GET",route="/v1/pets",status="500"}',
    'petstore_http_requests_total{method="GET",route="/v1/pets/:petId",status="503"}',
    'petstore_authentication_failures_total',
  ]) {
    t.true(text.includes(`\n${series} 0\n`), series);
  }

  t.regex(text, /^# TYPE petstore_http_requests counter$/m);
  await exchange({ baseUrl, apiKey }, {});
  t.is(valueOf(await read(), 'petstore_http_requests_total{method="GET",route="/v1/pets",status="200"}'), 1);
  t.is((await fetch(metricsUrl, { method: 'POST' })).status, 404);
  t.is((await fetch(new URL('/other', metricsUrl))).status, 404);
  t.is(
    (await exchange({ baseUrl, apiKey }, { path: '/metrics', outside: true, authorization: null })).status,
    404,
    'not where clients are',
  );

  t.is(valueOf(text, 'petstore_ready'), 1);
  await rename(database, `${database}.away`);
  await until('it is told', async () => valueOf(await read(), 'petstore_ready') === 0);
  await rename(`${database}.away`, database);
  await until('it is told', async () => valueOf(await read(), 'petstore_ready') === 1);
  child.kill('SIGTERM');
  t.is(await ended, 0);
});
