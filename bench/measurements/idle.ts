import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { openPty } from '../measure/open-pty.js';
import { sleeps } from '../measure/process-facts.js';
import type { Row } from '../measure/row.js';
import { startService } from '../measure/start-service.js';
import type { World } from '../measure/world.js';

const idleMs = 20_000;
/** By then the lists are read, idle connections are closed, and V8 has tidied up after the start. */
const settledMs = 10_000;
/** Some of V8's own threads wake now and then. */
const atMost = 5;

/** What an app that nobody touches does online while no refresh is due: nothing. */
export async function measureIdle(world: World): Promise<readonly Row[]> {
  const service = await startService(world);
  const app = openPty([world.program], { PETSTORE_HOME: join(world.folder, 'idle'), PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey, PETSTORE_REFRESH: '1h' });
  try {
    await app.seen('online');
    await wait(settledMs);
    const [woken, written] = [sleeps(app.pid), app.written()];
    await wait(idleMs);
    const now = sleeps(app.pid);
    const painted = app.written() - written;
    await app.close('q');
    return [
      ...(woken === undefined || now === undefined ? [] : [{ measured: 'idle for 20 s, online, no refresh due', against: 'times a thread woke', value: now - woken, atMost, detail: `${now - woken}` }]),
      { measured: 'idle for 20 s, online, no refresh due', against: 'bytes written', value: painted, atMost: 0, detail: `${painted}` },
    ];
  } finally {
    await service.stop();
  }
}
