import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newestName } from '../measure/example-pets.js';
import { interleave, type Contender } from '../measure/interleave.js';
import { openPty } from '../measure/open-pty.js';
import { peer } from '../measure/peer.js';
import { median } from '../measure/ratio-of-medians.js';
import { ratio, type Row } from '../measure/row.js';
import type { World } from '../measure/world.js';

/** The end of what a terminal shows at once. */
const frameEnd = '\u001B[?2026l';
/** The second row of 1 000 animals under the cursor. */
const secondRow = '▌      999';
/** What the kept frame leaves blank. */
const position = 'row 1 of ';

/**
 * The rows of the list from the start of the process, a key that is typed once they are seen, and what the program
 * writes when it takes over from the frame that was kept.
 */
export async function measureFirstFrame(world: World): Promise<readonly Row[]> {
  const opened =
    (count: number): Contender =>
    async () => {
      const app = openPty([world.program], await world.saved(count));
      const rows = await app.seen(newestName);
      await app.seen(position);
      const [, takeOver = ''] = app.text().split(frameEnd);
      await app.close('q');
      return [rows, Buffer.byteLength(takeOver + frameEnd)];
    };
  const answered: Contender = async () => {
    const app = openPty([world.program], await world.saved(1000));
    await app.seen(newestName);
    await app.press('j');
    const ms = await app.seen(secondRow);
    await app.close('kq');
    return [ms];
  };
  const anew: Contender = async () => {
    const env = await world.saved(1000);
    rmSync(join(env['PETSTORE_HOME'] ?? '', 'state', 'frame.json'), { force: true });
    const app = openPty([world.program], env);
    const rows = await app.seen(newestName);
    await app.close('q');
    return [rows];
  };
  const shown =
    (script: string, text: string, endsByItself: boolean): Contender =>
    async () => {
      const program = openPty([peer(script)]);
      const ms = await program.seen(text);
      await (endsByItself ? program.ended : program.close());
      return [ms];
    };

  const measured = await interleave(
    {
      few: opened(1000),
      many: opened(1_000_000),
      answered,
      anew,
      // What is kept for the window of the others is there again.
      again: opened(1000),
      ink: shown('ink-hello.js', 'Hello, world 20', false),
      lines: shown('twenty-lines.js', 'line 20', true),
    },
    world.runs,
  );
  const [ink, lines] = [measured.ink[0], measured.lines[0]];
  const few = measured.few[0];
  const bytes = median(measured.few[1] ?? []);
  return [
    ratio('first rows, 1 000 saved pets', 'bare Node printing 20 lines', few, lines, 1.5),
    ratio('first rows, 1 000 saved pets', "Ink's hello-world, unbundled", few, ink, 0.15),
    ratio('first rows, 1 000 000 saved pets', 'bare Node printing 20 lines', measured.many[0], lines, 1.5),
    ratio('a key typed then is answered', 'bare Node printing 20 lines', measured.answered[0], lines, 4.5),
    ratio('first rows where no frame is kept', 'bare Node printing 20 lines', measured.anew[0], lines, 5),
    {
      measured: 'the program takes over, nothing changed',
      against: 'bytes written',
      value: bytes,
      atMost: 400,
      detail: `with 1 000 000: ${median(measured.many[1] ?? [])}`,
    },
  ];
}
