import { newestName } from '../measure/example-pets.js';
import { interleave, type Contender } from '../measure/interleave.js';
import { openPty } from '../measure/open-pty.js';
import { peer } from '../measure/peer.js';
import { ratio, type Row } from '../measure/row.js';
import type { World } from '../measure/world.js';

/** The last line of the app's frame ends with it: all 24 rows are there. */
const lastHint = ' quit';

/** The app's first frame, and the first rows of the list, from the start of the process. */
export async function measureFirstFrame(world: World): Promise<readonly Row[]> {
  const opened =
    (count: number): Contender =>
    async () => {
      const app = openPty([world.program], await world.saved(count));
      const figures = [await app.seen(lastHint), await app.seen(newestName)];
      await app.close('q');
      return figures;
    };
  const shown =
    (script: string, text: string, endsByItself: boolean): Contender =>
    async () => {
      const program = openPty([peer(script)]);
      const ms = await program.seen(text);
      await (endsByItself ? program.ended : program.close());
      return [ms];
    };

  const { few, many, ink, lines } = await interleave(
    {
      few: opened(1000),
      many: opened(100_000),
      ink: shown('ink-hello.js', 'Hello, world 20', false),
      lines: shown('twenty-lines.js', 'line 20', true),
    },
    world.runs,
  );
  return [
    ratio('first rows, 1 000 saved pets', "Ink's hello-world, unbundled", few[1], ink[0], 0.36),
    ratio('first rows, 1 000 saved pets', 'bare Node printing 20 lines', few[1], lines[0], 3.6),
    ratio('first full frame, 100 000 saved pets', 'with 1 000', many[0], few[0], 1.2),
    ratio('first rows, 100 000 saved pets', 'with 1 000', many[1], few[1], 3),
  ];
}
