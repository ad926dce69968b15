/**
 * Name servers and proxies that take a question and never answer: no command waits longer than its own limit. One that
 * did would be ended without a code: a look-up takes ten minutes here.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import test from 'ava';
import { listen } from '../client/servers.ts';
import { canFailCalls, failing } from '../helpers/failing-calls/failing-calls.ts';
import { programEnvironment, programPath, runProgram } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const onLinux = canFailCalls ? test : test.skip;
const store = { PETSTORE_BASE_URL: 'https://store.invalid/v1', PETSTORE_API_KEY: 'pst_4711', PETSTORE_TIMEOUT: '1s' };

onLinux('a silent name server keeps no command from ending, with its own exit code', async (t) => {
  const home = temporaryFolder(t);
  const env = { ...store, ...failing('look-up', 'ESTALE') };
  for (const [args, code, words] of [
    [['list'], 5, /No connection to store\.invalid could be made in time/],
    [['add', 'Rex', '2'], 0, /Queued as Q-1\. No connection to store\.invalid could be made in time/],
  ] as const) {
    const result = await runProgram(home, args, { env });
    t.is(result.code, code, result.stderr);
    t.regex(result.stderr, words);
  }
});

onLinux('Ctrl-C ends a watch while a name is looked up', async (t) => {
  const home = temporaryFolder(t);
  const env = { ...store, ...failing('look-up', 'ESTALE') };
  await runProgram(home, ['add', 'Rex', '2', '--no-wait'], { env });
  const child = spawn(process.execPath, [programPath, 'sync', '--watch'], {
    env: programEnvironment(home, env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  // The report of the first round: the look-up of its request goes on.
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  t.deepEqual(await once(child, 'exit'), [130, null]);
});

test('doctor ends behind a proxy that says yes and then nothing', async (t) => {
  const sockets: net.Socket[] = [];
  const proxy = net.createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  });
  const port = await listen(proxy);
  t.teardown(() => {
    proxy.close();
    sockets.forEach((socket) => socket.destroy());
  });
  const env = { ...store, HTTPS_PROXY: `http://127.0.0.1:${port}` };
  const { code, stdout } = await runProgram(temporaryFolder(t), ['doctor'], { env });
  t.is(code, 5);
  t.regex(stdout, new RegExp(`through the proxy 127\\.0\\.0\\.1:${port} \\(HTTPS_PROXY\\) could be made in time`));
  t.regex(stdout, /^clock\tskipped/m);
});
