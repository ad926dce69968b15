import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import { programEnvironment, programPath, runJson, runProgram, startServiceProcess } from '../../../helpers/program.js';
import { temporaryFolder } from '../../../helpers/temporary-folder.js';

test('a service says where it is and its first key, serves, and ends with 0 at SIGTERM', async (t) => {
  const home = temporaryFolder(t);
  const service = await startServiceProcess(t, home);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey };
  t.regex(service.apiKey ?? '', /^pst_/);
  t.like(await runJson(temporaryFolder(t), ['add', '--name', 'Coco', '--category', '7'], { env }), {
    code: 0,
    json: { outcome: 'created' },
  });
  service.child.kill('SIGTERM');
  t.deepEqual(await once(service.child, 'exit'), [0, null]);
});

test('a service ends when its input does, where that was asked', async (t) => {
  const child = spawn(process.execPath, [programPath, 'serve', '--json', '--port', '0', '--end-with-stdin'], {
    env: programEnvironment(temporaryFolder(t)),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.stdin.end();
  t.deepEqual(await once(child, 'exit'), [0, null]);
});

test('keys are made, listed in every format, and revoked', async (t) => {
  const home = temporaryFolder(t);
  const made = await runJson(home, ['keys', 'create', '--label', 'front desk']);
  t.like(made, { code: 0, json: { id: '1' } });
  const key = String(made.json['apiKey']);
  t.like((await runJson(home, ['keys'])).json, {
    keys: [{ id: '1', label: 'front desk', last4: key.slice(-4), revokedAt: null }],
  } as never);
  t.regex(
    (await runProgram(home, ['keys', 'list', '--format', 'csv'])).stdout,
    /^id,label,last4,createdAt,lastUsedAt,revokedAt,expiresAt,readOnly,rateLimit,note\n1,front desk,/,
  );
  t.is((await runProgram(home, ['keys', 'revoke', '1'])).stdout, '1\n');
  t.like(await runJson(home, ['keys', 'revoke', '1']), { code: 3, json: { error: { code: 'service' } } });
  t.is((await runProgram(home, ['keys', 'revoke', 'x'])).code, 2);
});

test('what a service cannot do is one sentence and one JSON object', async (t) => {
  const home = temporaryFolder(t);
  const { code, json, stderr } = await runJson(home, ['serve', '--host', '0.0.0.0']);
  t.is(code, 2);
  t.like(json, { error: { code: 'service' } });
  t.regex(stderr, /^petstore: Listening on 0\.0\.0\.0 .*--behind-tls-proxy.*\n$/);
  t.is((await runProgram(home, ['serve', '--port', '0', '--seed', `${home}/none.json`])).code, 2);
});
