/** The stills in `docs/screenshots/` show the screens that `test/pictures/` holds the built program to. */
import { readFileSync } from 'node:fs';
import test from 'ava';
import { drawStills } from '../../tools/pictures/draw-documents.ts';

test('every still of the documents shows the screen as it is now', async (t) => {
  for (const [name, svg] of await drawStills((path) => readFileSync(path, 'utf8'))) {
    t.true(
      readFileSync(`docs/screenshots/${name}.svg`, 'utf8') === svg,
      `docs/screenshots/${name}.svg is not as test/pictures/ is now: run \`npm run docs\``,
    );
  }
});
