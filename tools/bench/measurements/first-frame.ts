import { newestName } from '../measure/example-pets.ts';
import { interleave, type Contender } from '../measure/interleave.ts';
import { openPty } from '../measure/open-pty.ts';
import { peer } from '../measure/peer.ts';
import { ratio, type Row } from '../measure/row.ts';
import type { World } from '../measure/world.ts';

/** The second row of 1 000 animals under the cursor: of a line only what changed is written. */
const secondRow = '2 of 1000';

/** The rows of the list from the start of the process, and a key that is typed once they are seen. */
export async function measureFirstFrame(world: World): Promise<readonly Row[]> {
  const opened =
    (count: number): Contender =>
    async () => {
      const app = openPty([world.program], await world.saved(count));
      const rows = await app.seen(newestName);
      await app.close('q');
      return [rows];
    };
  const answered: Contender = async () => {
    const app = openPty([world.program], await world.saved(1000));
    await app.seen(newestName);
    await app.press('j');
    const ms = await app.seen(secondRow);
    await app.close('kq');
    return [ms];
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
      ink: shown('ink-hello.js', 'Hello, world 20', false),
      lines: shown('twenty-lines.js', 'line 20', true),
    },
    world.runs,
  );
  const [ink, lines] = [measured.ink[0], measured.lines[0]];
  const few = measured.few[0];
  return [
    ratio('first rows, 1 000 saved pets', 'bare Node printing 20 lines', few, lines, 5),
    ratio('first rows, 1 000 saved pets', "Ink's hello-world, unbundled", few, ink, 0.5),
    ratio('first rows, 1 000 000 saved pets', 'bare Node printing 20 lines', measured.many[0], lines, 5),
    ratio('a key typed then is answered', 'bare Node printing 20 lines', measured.answered[0], lines, 5),
  ];
}
