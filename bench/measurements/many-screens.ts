import { setTimeout as wait } from 'node:timers/promises';
import { newestName } from '../measure/example-pets.js';
import { openPty } from '../measure/open-pty.js';
import { residentMemory } from '../measure/process-facts.js';
import type { Row } from '../measure/row.js';
import type { World } from '../measure/world.js';

const screens = 10_000;
/** By then V8 has compiled what it compiles, and its heap has the size that this takes. */
const warm = 2000;
/** An animal, the queue, the settings, help, the log, the form and the palette, each left for the list again. */
const escape = '\u001B';
const apartMs = 25;
const round = ['\r', 'h', '2', '1', '3', '1', '?', 'h', '!', 'h', 'a', escape, ':', escape];
const settledMs = 3000;

/** Resident memory after 2 000 screens that were mounted and left, and after 10 000. Yoga's nodes are counted in `test/tui/many-screens.test.tsx`. */
export async function measureManyScreens(world: World): Promise<readonly Row[]> {
  const app = openPty([world.program], await world.saved(1000), [120, 40]);
  await app.seen(newestName);
  await wait(settledMs);
  const walk = async (count: number): Promise<number> => {
    for (let index = 0; index < count; index += 1) {
      const key = round[index % round.length] ?? '';
      // Escape begins no sequence then, and none of what a key draws is taken for the answer to the next one.
      await wait(apartMs);
      await app.press(round[index % round.length] ?? '');
    }

    await wait(settledMs);
    return residentMemory(app.pid);
  };
  const before = await walk(warm);
  const after = await walk(screens - warm);
  await app.close('q');
  return [{ measured: `resident memory after ${screens} screens`, against: `after ${warm}`, value: after / before, atMost: 1.1, detail: `${after.toFixed(1)} MiB / ${before.toFixed(1)} MiB` }];
}
