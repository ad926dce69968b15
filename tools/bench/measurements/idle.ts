import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { openPty } from '../measure/open-pty.ts';
import { sleeps } from '../measure/process-facts.ts';
import type { Row } from '../measure/row.ts';
import { startService } from '../measure/start-service.ts';
import { createFaultService } from '../../../test/helpers/fault-service/fault-service.ts';
import type { World } from '../measure/world.ts';

const idleMs = 60_000;
/**
 * By then the lists are read, idle connections are closed, what was said has left the screen, and V8 has tidied up
 * after the start.
 */
const settledMs = 15_000;
/** The second one has the pane, with its bars and the log below it. */
const windows = [
  [80, 24],
  [200, 50],
] as const;

/**
 * What an app that nobody touches does online while no refresh is due: nothing. Our own service has a change link, which
 * is asked every 30 s.
 */
export async function measureIdle(world: World): Promise<readonly Row[]> {
  const [live, silent] = [await startService(world), await createFaultService({})];
  // Some of V8's own threads wake now and then.
  const stores = [
    { name: 'a store without a change link', store: silent, atMost: 5 },
    { name: 'one that has it', store: live, atMost: 15 },
  ];
  try {
    const rows = await Promise.all(
      stores.flatMap(({ name, store, atMost }) =>
        windows.map((size) =>
          measureOne(world, name, size, atMost, {
            PETSTORE_BASE_URL: store.baseUrl,
            PETSTORE_API_KEY: store.apiKey,
            PETSTORE_REFRESH: '1h',
          }),
        ),
      ),
    );
    return rows.flat();
  } finally {
    await Promise.all([live.stop(), silent.stop()]);
  }
}

async function measureOne(
  world: World,
  store: string,
  [columns, lines]: readonly [number, number],
  atMost: number,
  env: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  const name = `${columns}x${lines}, ${store}`;
  const app = openPty(
    [world.program],
    { PETSTORE_HOME: join(world.folder, `idle-${name.replaceAll(/\W/g, '-')}`), ...env },
    [columns, lines],
  );
  await app.seen('newest first');
  // A message that leaves by itself.
  await app.press('x');
  await wait(settledMs);
  const [woken, written] = [sleeps(app.pid), app.written()];
  await wait(idleMs);
  const now = sleeps(app.pid);
  const painted = app.written() - written;
  await app.close('q');
  const measured = `idle for ${idleMs / 1000} s, ${name}`;
  return [
    ...(woken === undefined || now === undefined
      ? []
      : [{ measured, against: 'times a thread woke', value: now - woken, atMost, detail: `${now - woken}` }]),
    { measured, against: 'bytes written', value: painted, atMost: 0, detail: `${painted}` },
  ];
}
