/** Ctrl-Z during a command: nobody else has to wait for it, and it goes on after `fg`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { createFaultService } from '../helpers/fault-service/fault-service.js';
import { programEnvironment, programPath, runJson } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const onLinux = process.platform === 'linux' ? test : test.skip;

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > end) {
      throw new Error('waited in vain');
    }

    await pause(20);
  }
}

onLinux('a sync suspended with Ctrl-Z lets another petstore send, and goes on with fg', async (t) => {
  const service = await createFaultService();
  t.teardown(() => service.stop());
  const home = temporaryFolder(t);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey, PETSTORE_SETTLE: '200ms' };
  for (const name of ['One', 'Two']) {
    t.is((await runJson(home, ['add', '--no-wait', '--category', '7', '--name', name], { env })).code, 0);
  }

  service.next('hang');
  const child = spawn(process.execPath, [programPath, 'sync', '--json'], { env: programEnvironment(home, env), stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  await until(() => service.attempts().some(({ method }) => method === 'POST'));
  child.kill('SIGTSTP');
  await until(() => readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T '));

  t.like(await runJson(home, ['sync', '--timeout', '10s'], { env }), { code: 0, json: { waiting: 0 } });
  child.kill('SIGCONT');
  t.deepEqual(await ended, [0, null]);
  t.like(JSON.parse(stdout), { connection: 'online', waiting: 0 });
  t.deepEqual(service.inserted().map(({ pet }) => pet.name).toSorted(), ['One', 'Two']);
});
