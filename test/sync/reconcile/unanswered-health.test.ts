import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { openEngine } from '../../helpers/open-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('that a store leaves the question for keys unanswered does not hold up whoever asks whether it can be reached', async (t) => {
  const server = createServer(
    (request, response) =>
      request.url === '/healthz' || response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());
  // Waits of our own pass a hundred times as fast; the time limit of a request does not.
  const clock = { ...systemClock, wait: (ms: number, signal?: AbortSignal) => systemClock.wait(ms / 100, signal) };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const engine = openEngine(t, temporaryFolder(t), { baseUrl, apiKey: 'x' }, { clock });
  t.like(await engine.probe(AbortSignal.timeout(60_000)), { state: 'online' });
});
